"""One person of the picker: the key that selects the row, and four columns of two lines that tell people apart."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QRadioButton, QSizePolicy, QWidget

from desktop.theme.fonts import font, metrics, px
from desktop.theme.scheme import colour
from desktop.theme.tokens import Frame, Height, Space, Tone, Type
from desktop.widgets import paint
from desktop.widgets.ringed import by_keyboard

KEY = 44
"""The column of the key, with the gap behind it."""
UPPER, LOWER = (6, 26), (29, 20)
"""Where the two lines of a column begin in a row of 56, and how tall they are."""

Takes = Callable[[QKeyEvent], bool]
"""Whether the picker itself took a key."""


@dataclass(frozen=True, slots=True)
class Column:
    """Two lines, one over the other, in `width` pixels; 0 takes the room that is left."""

    upper: str
    lower: str
    width: int = 0
    size: Type = Type.BODY


class PickerRow(QRadioButton):
    """A row. It is selected by its key, by the arrows, by a click or by Space; `doubt` says why it may be somebody else."""

    def __init__(
        self, key: str, columns: tuple[Column, ...], doubt: str, takes: Takes, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._key, self._columns, self._doubt, self._takes = key, columns, doubt, takes
        self._ring = False
        words = [word for column in columns for word in (column.upper, column.lower)]
        self.setAccessibleName(" ".join(word for word in (*words, doubt) if word))
        self.setAccessibleDescription(key)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        return QSize(sum(px(column.width) for column in self._columns), px(Height.SHEET_ROW))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, px(Height.SHEET_ROW))

    def hitButton(self, place: QPoint) -> bool:
        return self.rect().contains(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._takes(event):
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        # A row that is selected says by its ground where one is; the ring is for one that is not.
        self._ring = by_keyboard(event)
        super().focusInEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        chosen = self.isChecked()
        if chosen or self.underMouse():
            painter.fillRect(self.rect(), colour(Tone.SELECTED if chosen else Tone.BG))
        painter.fillRect(QRect(0, self.height() - 1, self.width(), 1), colour(Tone.LINE))
        if chosen:
            painter.fillRect(QRect(0, 0, Frame.BAR, self.height()), colour(Tone.ACCENT))
        left = int(Space.XL) - 1
        paint_key(painter, QPoint(left, 0), self.height(), self._key, chosen=chosen)
        left += px(KEY)
        right = self.width() - Space.XL
        if self._doubt:
            painter.setFont(font(Type.META))
            wide = metrics(Type.META).horizontalAdvance(self._doubt)
            paint.text(
                painter, QRect(right - wide, 0, wide + 1, self.height()), self._doubt, Tone.WARN, paint.RIGHT
            )
            right -= wide + Space.L
        for column in self._columns:
            width = min(px(column.width), right - left) if column.width else right - left
            _line(painter, _band(left, width - Space.S, UPPER), column.upper, column.size, Tone.TEXT)
            _line(painter, _band(left, width - Space.S, LOWER), column.lower, Type.META, Tone.MUTED)
            left += px(column.width)
        if self._ring and self.hasFocus() and not chosen:
            paint.ring(painter, self.rect().adjusted(Space.S, 2, -Space.S, -3))


def paint_key(painter: QPainter, corner: QPoint, height: int, key: str, *, chosen: bool = False) -> None:
    """The large cap of a key, in the middle of a row that begins at `corner`; none for no key."""
    if not key:
        return
    side = px(Height.PICKER_KEY)
    place = QRect(corner.x(), corner.y() + (height - side) // 2, side, side)
    painter.setFont(font())
    paint.box(painter, place, Tone.SURFACE, Tone.ACCENT if chosen else Tone.CONTROL)
    paint.text(painter, place, key, Tone.ACCENT if chosen else Tone.TEXT, paint.CENTRE)


def _band(left: int, width: int, band: tuple[int, int]) -> QRect:
    top, tall = band
    return QRect(left, px(top), max(width, 0), px(tall))


def _line(painter: QPainter, lane: QRect, words: str, size: Type, tone: Tone) -> None:
    painter.setFont(font(size))
    shown = metrics(size).elidedText(words, Qt.TextElideMode.ElideRight, lane.width())
    paint.text(painter, lane, shown, tone, level=True)
