"""The lines of the find panel as they are painted: time, two lines of words, a status at the right."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop.theme import icons
from desktop.theme.fonts import font, metrics, px
from desktop.theme.icons import Icon
from desktop.theme.scheme import colour
from desktop.theme.tokens import Frame, Height, IconSize, Space, Tone, Type
from desktop.views.intake.line import Kind, Line, Lines, Status
from desktop.widgets import paint

TIME = 48
"""The column of the time, with the gap behind it."""
UPPER, LOWER = (7, 22), (28, 20)
"""Where the two lines of words begin in a row of 52, and how tall they are."""


class LineDelegate(QStyledItemDelegate):
    """Paints what `Lines` holds."""

    def __init__(self, view: QAbstractItemView, lines: Lines) -> None:
        super().__init__(view)
        self._view, self._lines = view, lines

    def sizeHint(self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        line = self._lines.line(index.row())
        is_head = line is not None and line.kind is Kind.HEAD
        return QSize(px(Height.LIST_ROW), px(Height.ROW_DENSE if is_head else Height.LIST_ROW))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        line = self._lines.line(index.row())
        if line is None:
            return
        place: QRect = option.rect  # type: ignore[attr-defined]  # the stubs know no fields
        state: QStyle.StateFlag = option.state  # type: ignore[attr-defined]
        painter.save()
        if line.is_current:
            painter.fillRect(place, colour(Tone.SELECTED))
            painter.fillRect(place.x(), place.y(), Frame.BAR, place.height(), colour(Tone.ACCENT))
        elif state & QStyle.StateFlag.State_MouseOver and line.kind in {Kind.PERSON, Kind.NEW}:
            painter.fillRect(place, colour(Tone.SUNKEN))
        # The scroll bar takes its room from the right padding, so that nothing moves when it comes.
        lane = QRect(place)
        lane.setLeft(place.x() + Space.L)
        lane.setRight(place.x() + self._view.width() - Space.L - 1)
        _PAINT[line.kind](painter, lane, line)
        if self._view.hasFocus() and index.row() == self._view.currentIndex().row():
            paint.ring(painter, place.adjusted(Space.XS, 1, -Space.XS, -1))
        painter.restore()


def _paint_person(painter: QPainter, lane: QRect, line: Line) -> None:
    if line.status:
        lane = _paint_status(painter, lane, line.status)
    if line.time:
        painter.setFont(font(Type.META))
        paint.text(painter, lane, line.time, Tone.MUTED, level=True)
        lane = lane.adjusted(px(TIME), 0, 0, 0)
    upper, lower = _band(lane, UPPER), _band(lane, LOWER)
    used = _elided(painter, upper, line.words, Type.BODY, Tone.TEXT)
    _elided(painter, upper.adjusted(used + Space.S, 0, 0, 0), line.meta, Type.META, Tone.MUTED)
    _elided(painter, lower, line.below, Type.META, Tone.MUTED)


def _paint_new(painter: QPainter, lane: QRect, line: Line) -> None:
    side = px(IconSize.FIELD)
    icons.draw(painter, Icon.NEW_PATIENT, Tone.ACCENT, QRect(lane.x(), lane.y(), side, lane.height()), side)
    _elided(painter, lane.adjusted(side + Space.S, 0, 0, 0), line.words, Type.BODY, Tone.TEXT)


def _paint_head(painter: QPainter, lane: QRect, line: Line) -> None:
    _elided(painter, lane, line.words, Type.BODY, Tone.TEXT)
    painter.setFont(font(Type.META))
    paint.text(painter, lane, line.meta, Tone.MUTED, paint.RIGHT)


def _paint_note(painter: QPainter, lane: QRect, line: Line) -> None:
    _elided(painter, _band(lane, UPPER), line.words, Type.BODY, Tone.TEXT)
    _elided(painter, _band(lane, LOWER), line.below, Type.META, Tone.MUTED)


_PAINT = {
    Kind.PERSON: _paint_person,
    Kind.NEW: _paint_new,
    Kind.HEAD: _paint_head,
    Kind.NOTE: _paint_note,
}


def _paint_status(painter: QPainter, lane: QRect, status: Status) -> QRect:
    """Draw the status; the result is what is left of the lane."""
    painter.setFont(font(Type.META))
    words, side = metrics(Type.META).horizontalAdvance(status.words), px(IconSize.CHIP)
    paint.text(painter, lane, status.words, status.tone, paint.RIGHT)
    left = lane.right() + 1 - words - Space.XS - side
    icons.draw(painter, status.icon, status.tone, QRect(left, lane.y(), side, lane.height()), side)
    return lane.adjusted(0, 0, left - Space.S - lane.right(), 0)


def _band(lane: QRect, band: tuple[int, int]) -> QRect:
    top, tall = band
    return QRect(lane.x(), lane.y() + px(top), lane.width(), px(tall))


def _elided(painter: QPainter, lane: QRect, words: str, size: Type, tone: Tone) -> int:
    """Draw as much as there is room for; the result is the room it takes."""
    painter.setFont(font(size))
    shown = metrics(size).elidedText(words, Qt.TextElideMode.ElideRight, max(lane.width(), 0))
    paint.text(painter, lane, shown, tone, level=True)
    return metrics(size).horizontalAdvance(shown)
