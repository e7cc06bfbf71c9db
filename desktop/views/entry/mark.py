"""The mark of the program: 明 in a square."""

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.theme.fonts import font, px
from desktop.theme.tokens import Height, Tone, Type
from desktop.widgets import paint


def paint_mark(painter: QPainter, place: QRect, ground: Tone) -> None:
    """Draw it on a ground of the tone given."""
    painter.setFont(font(Type.SECTION))
    paint.box(painter, place, ground)
    paint.text(painter, place.adjusted(0, 0, 0, -1), "明", Tone.ACCENT, paint.CENTRE)


class Mark(QWidget):
    """The mark on a ground of the tone given. Silent for a screen reader: the window's title says the name."""

    def __init__(self, ground: Tone = Tone.SUNKEN) -> None:
        super().__init__()
        self._ground = ground
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(px(Height.BUTTON), px(Height.BUTTON))

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_mark(QPainter(self), self.rect(), self._ground)
