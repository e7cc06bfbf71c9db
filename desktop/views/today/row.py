"""One line of a list on the page: columns of words, an icon before, a state behind. A button, so that Tab and Enter reach it."""

from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.theme import icons
from desktop.theme.fonts import font, metrics, px
from desktop.theme.icons import Icon
from desktop.theme.scheme import colour
from desktop.theme.tokens import Height, IconSize, Space, Tone, Type
from desktop.widgets import paint
from desktop.widgets.ringed import RingedButton


@dataclass(frozen=True, slots=True)
class Cell:
    """Words in a column of `width` pixels; 0 takes the room that is left. Too long, they end in …"""

    words: str
    width: int = 0
    size: Type = Type.SECONDARY
    tone: Tone = Tone.MUTED


@dataclass(frozen=True, slots=True)
class Status:
    """What stands at the right end."""

    words: str
    icon: Icon
    tone: Tone = Tone.MUTED


class Row(RingedButton):
    """A row. What it says is spoken as one sentence."""

    def __init__(
        self,
        cells: tuple[Cell, ...],
        status: Status | None = None,
        *,
        height: int = Height.ROW_DENSE,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._cells, self._status, self._height = cells, status, height
        self.setProperty("kind", "bare")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        words = [cell.words for cell in cells] + ([status.words] if status else [])
        self.setAccessibleName(" ".join(word for word in words if word))
        self.setFixedHeight(px(height))
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        return QSize(sum(px(cell.width) for cell in self._cells) + 2 * Space.L, px(self._height))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, px(self._height))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.isDown() or self.underMouse():
            painter.fillRect(self.rect(), colour(Tone.SELECTED if self.isDown() else Tone.BG))
        painter.fillRect(QRect(0, 0, self.width(), 1), colour(Tone.LINE))
        right = self.width() - Space.L - self._paint_status(painter)
        left = int(Space.L)
        for cell in self._cells:
            width = px(cell.width) if cell.width else right - left
            place = QRect(left, 1, min(width, right - left) - Space.XS, self.height() - 1)
            painter.setFont(font(cell.size))
            words = metrics(cell.size).elidedText(cell.words, Qt.TextElideMode.ElideRight, place.width())
            paint.text(painter, place, words, cell.tone, level=True)
            left += width
        self.paint_ring(painter, self.rect().adjusted(Space.XS, 3, -Space.XS, -2))

    def _paint_status(self, painter: QPainter) -> int:
        """Draw what stands at the right end; the result is the room it takes."""
        if self._status is None:
            return 0
        painter.setFont(font(Type.SECONDARY))
        words, side = metrics(Type.SECONDARY).horizontalAdvance(self._status.words), px(IconSize.CHIP)
        left = self.width() - Space.L - words
        paint.text(
            painter, QRect(left, 1, words + 1, self.height() - 1), self._status.words, self._status.tone
        )
        place = QRect(left - Space.S + 2 - side, 1, side, self.height() - 1)
        icons.draw(painter, self._status.icon, self._status.tone, place, side)
        return words + side + Space.L
