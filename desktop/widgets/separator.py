"""A line of one pixel between two things."""

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.theme.fonts import px
from desktop.theme.scheme import colour
from desktop.theme.tokens import Tone

_UPRIGHT = 20


class Separator(QWidget):
    """A line across, or `upright` between items of a bar: 20 tall, in the middle of whatever height the bar has."""

    def __init__(self, *, upright: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._upright = upright
        if upright:
            self.setFixedWidth(1)
            self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        else:
            self.setFixedHeight(1)

    def sizeHint(self) -> QSize:
        return QSize(1, px(_UPRIGHT) if self._upright else 1)

    def paintEvent(self, _event: QPaintEvent) -> None:
        place = self.rect()
        if self._upright:
            tall = min(px(_UPRIGHT), self.height())
            place = QRect(0, (self.height() - tall) // 2, 1, tall)
        QPainter(self).fillRect(place, colour(Tone.LINE))
