"""What the cards of the entry are made of."""

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from desktop.theme.fonts import line_height, px
from desktop.theme.icons import Icon, icon
from desktop.theme.scheme import colour
from desktop.theme.tokens import IconSize, Space, Tone, Type
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.surface import Ground, Surface

CARD = 480
DOT = 7


class Problem(QWidget):
    """What is wrong, beside the field or in the card: one sentence and the next step. Takes no room while all is well."""

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, Space.XS, 0, 0)
        row.setSpacing(Space.S)
        self._message = Label("", Type.SECONDARY, Tone.DANGER, wrap=True)
        self._hint = Label("", Type.META, Tone.MUTED, wrap=True)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._message)
        words.addWidget(self._hint)
        row.addLayout(_beside_text(IconLabel(Icon.DANGER, Tone.DANGER)))
        row.addLayout(words, 1)
        self.say("")

    @property
    def words(self) -> str:
        """What it says, empty while all is well."""
        return self._message.text()

    def say(self, message: str, hint: str = "") -> None:
        """Say what is wrong; with an empty message, nothing is."""
        self._message.setText(message)
        self._hint.setText(hint)
        self._hint.setVisible(bool(hint))
        self.setAccessibleName(f"{message} {hint}".strip())
        self.setVisible(bool(message))


class Secret(LineEdit):
    """A passphrase. The eye at its end shows it as long as that is wanted."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.setEchoMode(QLineEdit.EchoMode.Password)
        self._eye = QAction(self)
        self._eye.setCheckable(True)
        self._eye.toggled.connect(self._on_eye)
        self.addAction(self._eye, QLineEdit.ActionPosition.TrailingPosition)
        self._draw()

    def forget(self) -> None:
        """Empty it, and hide what is typed next."""
        self._eye.setChecked(False)
        self.clear()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        count = len(self.displayText())
        if self.echoMode() is not QLineEdit.EchoMode.Password or not count:
            return
        step = self.fontMetrics().horizontalAdvance(self.displayText()) / count
        first = self.cursorRect().center().x() - self.cursorPosition() * step
        selected = range(self.selectionStart(), self.selectionEnd()) if self.hasSelectedText() else range(0)
        margins, side = self.textMargins(), px(DOT)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(self.rect().adjusted(Space.M + margins.left(), 0, -Space.XXL - Space.S, 0))
        painter.setPen(Qt.PenStyle.NoPen)
        for place in range(count):
            chosen = place in selected and self.hasFocus()
            painter.setBrush(colour(Tone.ON_ACCENT if chosen else Tone.TEXT))
            painter.drawEllipse(QPointF(first + (place + 0.5) * step, self.height() / 2), side / 2, side / 2)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _on_eye(self, shown: bool) -> None:
        self.setEchoMode(QLineEdit.EchoMode.Normal if shown else QLineEdit.EchoMode.Password)
        self._draw()

    def _draw(self) -> None:
        shown = self._eye.isChecked()
        self._eye.setIcon(icon(Icon.HIDE if shown else Icon.SHOW, Tone.MUTED))
        self._eye.setText(self.tr("隐藏口令") if shown else self.tr("显示口令"))


class Card(Surface):
    """A card of the entry: a sign and a title, one sentence, then what the card is for."""

    def __init__(self, sign: Icon) -> None:
        super().__init__(Ground.CARD, padding=Space.XXL)
        self.setFixedWidth(CARD)
        self.column.setSpacing(Space.XS)
        head = QHBoxLayout()
        head.setSpacing(Space.M)
        self.title = Label("", Type.TITLE)
        head.addWidget(IconLabel(sign, Tone.ACCENT, IconSize.RAIL))
        head.addWidget(self.title, 1)
        self.column.addLayout(head)
        self.column.addSpacing(Space.XS)
        self.sentence = Label("", wrap=True)
        self.column.addWidget(self.sentence)

    def explain(self, title: str, sentence: str) -> None:
        """What this card is, and why it is there."""
        self.title.setText(title)
        self.sentence.setText(sentence)
        self.sentence.setVisible(bool(sentence))
        self.setAccessibleName(f"{title} {sentence}".strip())

    def field(self, edit: LineEdit) -> QVBoxLayout:
        """A field under its name."""
        box = QVBoxLayout()
        box.setSpacing(Space.XS)
        box.addWidget(Label(edit.accessibleName(), Type.SECONDARY, Tone.MUTED, buddy=edit))
        box.addWidget(edit)
        return box

    def well(self, *rows: tuple[Icon, Tone, str]) -> None:
        """Facts in a well, each with its sign."""
        well = Surface(Ground.WELL)
        for sign, tone, words in rows:
            row = QHBoxLayout()
            row.setSpacing(Space.M)
            row.addLayout(_beside_text(IconLabel(sign, tone)))
            row.addWidget(Label(words, Type.SECONDARY, wrap=True), 1)
            well.column.addLayout(row)
        self.column.addSpacing(Space.S)
        self.column.addWidget(well)


def _beside_text(icon: IconLabel) -> QVBoxLayout:
    """An icon in the middle of the first line of the text beside it."""
    column = QVBoxLayout()
    column.setSpacing(0)
    column.addSpacing((line_height(Type.SECONDARY) - px(IconSize.FIELD) + 1) // 2 + 1)
    column.addWidget(icon)
    column.addStretch()
    return column
