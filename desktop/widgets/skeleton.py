"""Rows that are on their way: grey bars where words will stand. Shown when waiting takes long enough to be noticed."""

from PySide6.QtCore import QRect, QSize, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.theme.density import row_height
from desktop.theme.fonts import px
from desktop.theme.scheme import colour
from desktop.theme.tokens import Radius, Space, Tone
from desktop.widgets import paint

AFTER_MS = 300
"""Before that nothing is shown: most answers come sooner."""

_BARS = ((0.00, 0.09), (0.14, 0.05), (0.24, 0.08), (0.40, 0.14), (0.64, 0.28))
"""Where the bars of a row begin and how wide they are, as parts of the width."""


class Skeleton(QWidget):
    """Fills its place with rows; `name` says what is being read. It is told what is waited for and says when it should be seen."""

    due = Signal()
    """What was waited for takes so long that this should be shown."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(AFTER_MS)
        self._timer.timeout.connect(self.due)

    def wait(self) -> None:
        """Something is waited for from now on."""
        self._timer.start()

    def stop(self) -> None:
        """It came, or it failed."""
        self._timer.stop()

    def sizeHint(self) -> QSize:
        return QSize(px(320), 6 * row_height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour(Tone.SURFACE))
        height, bar = row_height(), px(Space.M)
        room = self.width() - 2 * Space.L
        for row in range(self.height() // height):
            top = row * height
            for left, width in _BARS:
                place = QRect(Space.L + int(left * room), top + (height - bar) // 2, int(width * room), bar)
                paint.box(painter, place, Tone.SUNKEN, radius=Radius.FIELD // 2)
            painter.fillRect(0, top + height - 1, self.width(), 1, colour(Tone.LINE))
