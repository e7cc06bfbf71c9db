"""What a page has to say: what happened, what is safe, and the next step. A bar in the page, never a window over it."""

from enum import Enum

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from desktop.theme.icons import Icon
from desktop.theme.scheme import colour
from desktop.theme.tokens import Frame, IconSize, Radius, Space, Tone, Type
from desktop.widgets.button import Button, small
from desktop.widgets.icon_button import IconButton
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.label import Label


class Weight(Enum):
    """How much a notice matters: its icon and its tone."""

    INFO = (Icon.INFO, Tone.ACCENT)
    WARN = (Icon.WARN, Tone.WARN)
    DANGER = (Icon.DANGER, Tone.DANGER)

    @property
    def icon(self) -> Icon:
        """Its sign."""
        return self.value[0]

    @property
    def tone(self) -> Tone:
        """Its colour."""
        return self.value[1]


class NoticeBar(QFrame):
    """A sentence, a second one in grey under it, a button for the next step, and a close button unless the state must be seen."""

    acted = Signal()
    closed = Signal()

    def __init__(
        self,
        weight: Weight,
        sentence: str,
        *,
        detail: str = "",
        step: str = "",
        key: str = "",
        closable: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._weight = weight
        self.setProperty("kind", "notice")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.L, Space.S, Space.S, Space.S)
        row.setSpacing(Space.S)
        self._icon = IconLabel(weight.icon, weight.tone, IconSize.FIELD)
        self._sentence = Label(sentence, wrap=True)
        self._detail = Label(detail, Type.SECONDARY, Tone.MUTED, wrap=True)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._sentence)
        words.addWidget(self._detail)
        row.addWidget(self._icon)
        row.addSpacing(Space.XS)
        row.addLayout(words, 1)
        self._detail.setVisible(bool(detail))
        self.step: Button | None = small(step, key=key) if step else None
        if self.step:
            self.step.clicked.connect(self._on_step)
            row.addWidget(self.step)
        self.close_button: IconButton | None = IconButton(Icon.CLOSE, self.tr("收起")) if closable else None
        if self.close_button:
            self.close_button.clicked.connect(self._on_close)
            row.addWidget(self.close_button)
        self.setAccessibleName(f"{sentence} {detail}".strip())

    def say(self, weight: Weight, sentence: str, detail: str = "") -> None:
        """Say something else, and let a screen reader speak it."""
        self._weight = weight
        self._icon.set_icon(weight.icon, weight.tone)
        self._sentence.setText(sentence)
        self._detail.setText(detail)
        self._detail.setVisible(bool(detail))
        self.setAccessibleName(f"{sentence} {detail}".strip())
        self.update()
        self.show()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = QPainterPath()
        card.addRoundedRect(QRectF(self.rect()), Radius.CARD, Radius.CARD)
        painter.setClipPath(card)
        painter.fillRect(QRectF(0, 0, Frame.BAR, self.height()), colour(self._weight.tone))

    def _on_step(self) -> None:
        self.acted.emit()

    def _on_close(self) -> None:
        self.hide()
        self.closed.emit()
