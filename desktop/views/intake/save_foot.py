"""What may be saved and what may be signed, and the two buttons for it: at the foot of the outline, or across under the form."""

from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QWidget

from desktop.theme.icons import Icon
from desktop.theme.scheme import colour
from desktop.theme.tokens import IconSize, Space, Tone, Type
from desktop.views.intake.sections import Outline
from desktop.widgets.button import pinned, plain_button
from desktop.widgets.icon_label import IconLabel
from desktop.widgets.label import Label


class SaveFoot(QWidget):
    """The foot. Its buttons only say what is wanted; the page knows how."""

    save_wanted = Signal()
    sign_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._column.setSpacing(Space.S)
        line = QHBoxLayout()
        line.setSpacing(Space.S)
        self._sign = IconLabel(Icon.INFO, Tone.MUTED, IconSize.CHIP)
        self.note = Label("", Type.META, Tone.MUTED, wrap=True)
        line.addWidget(self._sign)
        line.addWidget(self.note, 1)
        self._column.addLayout(line, 1)
        self.save = pinned(self.tr("保存"), key="Ctrl S")
        self.save.clicked.connect(self._on_save)
        self.sign = plain_button(self.tr("签名定稿…"))
        self.sign.clicked.connect(self._on_sign)
        self._column.addWidget(self.save)
        self._column.addWidget(self.sign)
        self.lie(across=False)

    def lie(self, *, across: bool) -> None:
        """Stand under the outline, or lie across under the form with Save as the last."""
        way = QBoxLayout.Direction
        self._column.setDirection(way.LeftToRight if across else way.TopToBottom)
        if across:
            self._column.setContentsMargins(Space.L, Space.S + 1, Space.L, Space.S)
        else:
            self._column.setContentsMargins(Space.L, Space.M + 1, Space.L, Space.L)

    def say_outline(self, outline: Outline) -> None:
        """Say what is missing, and whether it may be saved."""
        if outline.missing:
            self.say(self.tr("缺 {0} 项必填").format(len(outline.missing)), Icon.WARN, Tone.WARN)
        elif outline.open_rows:
            self.say(self.tr("{0} 项未问，可以保存").format(outline.open_rows))
        else:
            self.say(self.tr("可以保存"))

    def say(self, words: str, icon: Icon = Icon.INFO, tone: Tone = Tone.MUTED) -> None:
        """Say something over the buttons; "" says nothing."""
        self.note.setText(words)
        self.note.set_tone(tone)
        self._sign.set_icon(icon, tone)
        self._sign.setVisible(bool(words))

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(QRect(0, 0, self.width(), 1), colour(Tone.LINE))

    def _on_save(self) -> None:
        self.save_wanted.emit()

    def _on_sign(self) -> None:
        self.sign_wanted.emit()
