"""An action at the foot of a panel, as wide as the panel: its icon and words at the left, its key at the right."""

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.theme import icons
from desktop.theme.fonts import font, metrics, px
from desktop.theme.icons import Icon
from desktop.theme.scheme import colour
from desktop.theme.tokens import Height, IconSize, Space, Tone, Type
from desktop.widgets import paint
from desktop.widgets.ringed import RingedButton


class FootAction(RingedButton):
    """A button over the whole width, under a line. `key` is shown; the shortcut belongs to the action."""

    def __init__(self, icon: Icon, words: str, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon, self._words, self._key = icon, words, key
        self.setProperty("kind", "bare")
        self.setAccessibleName(words)
        self.setAccessibleDescription(key)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in {QEvent.Type.Polish, QEvent.Type.StyleChange}:
            self.setFixedHeight(px(Height.ROW_COMFORTABLE))
        return done

    def sizeHint(self) -> QSize:
        return QSize(metrics().horizontalAdvance(self._words) + 2 * Space.L, px(Height.ROW_COMFORTABLE))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.isDown() or self.underMouse():
            painter.fillRect(self.rect(), colour(Tone.SELECTED if self.isDown() else Tone.SUNKEN))
        painter.fillRect(QRect(0, 0, self.width(), 1), colour(Tone.LINE))
        side = px(IconSize.FIELD)
        lane = self.rect().adjusted(Space.L, 1, -Space.M, 0)
        icons.draw(painter, self._icon, Tone.ACCENT, QRect(lane.x(), lane.y(), side, lane.height()), side)
        painter.setFont(font())
        paint.text(painter, lane.adjusted(side + Space.S, 0, 0, 0), self._words, Tone.TEXT)
        painter.setFont(font(Type.META))
        cap = QSize(metrics(Type.META).horizontalAdvance(self._key) + 2 * Space.XS + 4, px(Height.KEY_CAP))
        place = QRect(
            lane.right() + 1 - cap.width(), (self.height() - cap.height()) // 2, cap.width(), cap.height()
        )
        paint.box(painter, place, Tone.SURFACE, Tone.LINE, radius=Space.XS)
        paint.text(painter, place, self._key, Tone.MUTED, paint.CENTRE)
        self.paint_ring(painter, self.rect().adjusted(Space.XS, 3, -Space.XS, -2))
