"""A small sign on something else: how many wait there, or what it is (本机, 外部)."""

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from desktop.theme import icons
from desktop.theme.fonts import font, metrics, px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Height, Space, Tone, Type
from desktop.widgets import paint

_ICON = 12
_COUNT = 16
_MOST = 99


class Badge(QLabel):
    """A word in an outline of its tone, with an icon before it."""

    def __init__(
        self, words: str, *, icon: Icon | None = None, tone: Tone = Tone.MUTED, parent: QWidget | None = None
    ) -> None:
        super().__init__(words, parent)
        self._icon, self._tone = icon, tone
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        icon = px(_ICON) + Space.XS if self._icon else 0
        width = metrics(Type.META).horizontalAdvance(self.text()) + icon + 2 * 5 + 2
        return QSize(width, px(Height.BADGE))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(font(Type.META))
        paint.box(painter, self.rect(), Tone.SURFACE, self._tone, radius=4)
        place = self.rect().adjusted(6, 0, 0, 0)
        if self._icon:
            side = px(_ICON)
            icons.draw(painter, self._icon, self._tone, QRect(place.x(), 0, side, self.height()), side)
            place.adjust(side + Space.XS, 0, 0, 0)
        paint.text(painter, place, self.text(), self._tone)


class CountBadge(QLabel):
    """A number in a filled disc; more than 99 is 99+, none is nothing. `name` says of what."""

    def __init__(self, name: str, count: int = 0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_count(count)

    def set_count(self, count: int) -> None:
        """Show another number."""
        self.setText(f"{_MOST}+" if count > _MOST else str(count))
        self.setAccessibleName(f"{self._name} {count}")
        self.setVisible(count > 0)
        self.resize(self.sizeHint())

    def sizeHint(self) -> QSize:
        height = px(_COUNT)
        width = metrics(Type.META).horizontalAdvance(self.text())
        return QSize(max(height, width + 2 * Space.XS), height)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(font(Type.META))
        paint.box(painter, self.rect(), Tone.DANGER, radius=self.height() / 2)
        paint.text(painter, self.rect(), self.text(), Tone.ON_DANGER, paint.CENTRE)
