"""Something that is only read, and that Tab comes to all the same: so a screen reader says it, and what is long scrolls by the keyboard."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from desktop.theme.tokens import Radius
from desktop.widgets import paint
from desktop.widgets.ringed import by_keyboard


class ReadLine(QWidget):
    """A line of its own making. It has a ring while the keyboard is on it."""

    def __init__(self, words: str = "") -> None:
        super().__init__()
        self._ring = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(words)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._ring = by_keyboard(event)
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._ring and self.hasFocus():
            paint.ring(QPainter(self), self.rect(), Radius.FIELD)
