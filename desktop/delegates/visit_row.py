"""A visit in a list: its place and moment, why the patient came, what it was written on, and whether it is signed.

What is painted is handed in as a `VisitLook`, so nothing here knows a model.
"""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyledItemDelegate, QStyleOptionViewItem

from desktop.theme import icons
from desktop.theme.fonts import font, metrics, px
from desktop.theme.icons import Icon
from desktop.theme.scheme import colour
from desktop.theme.tokens import Frame, IconSize, Space, Tone, Type
from desktop.widgets import paint

HEIGHT = 72
_LINES = (24, 20, 20)


@dataclass(frozen=True, slots=True)
class Mark:
    """A word with its sign, at the right of the first line."""

    icon: Icon
    words: str
    tone: Tone


@dataclass(frozen=True, slots=True)
class VisitLook:
    """What stands in a row; `marks` go from the right."""

    label: str
    moment: str
    complaint: str
    meta: str
    marks: tuple[Mark, ...]
    is_struck: bool = False
    """Whether it counts no more."""


class VisitRow(QStyledItemDelegate):
    """Paints every row; `look` tells what stands in one. `Space.XL` stays free at both sides."""

    def __init__(self, view: QAbstractItemView, look: Callable[[int], VisitLook]) -> None:
        super().__init__(view)
        self._view, self._look = view, look

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(px(HEIGHT), px(HEIGHT))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        look = self._look(index.row())
        place: QRect = option.rect  # type: ignore[attr-defined]  # the stubs know no fields
        is_current = self._view.currentIndex().row() == index.row()
        painter.save()
        painter.fillRect(place, colour(Tone.SELECTED if is_current else Tone.BG))
        if is_current:
            bar = Tone.ACCENT if self._view.hasFocus() else Tone.CONTROL
            painter.fillRect(place.x(), place.y(), Frame.BAR, place.height(), colour(bar))
        inside = place.adjusted(Space.XL, 0, -Space.XL, 0)
        painter.fillRect(inside.x(), inside.y(), inside.width(), 1, colour(Tone.LINE))
        top = place.y() + px(Space.XS)
        self._paint_head(painter, QRect(inside.x(), top, inside.width(), px(_LINES[0])), look)
        top += px(_LINES[0])
        for height, words, size, tone in (
            (_LINES[1], look.complaint, Type.SECONDARY, Tone.TEXT),
            (_LINES[2], look.meta, Type.META, Tone.MUTED),
        ):
            lane = QRect(inside.x(), top, inside.width(), px(height))
            _elided(painter, lane, words, size, tone, is_struck=look.is_struck)
            top += px(height)
        painter.restore()

    def _paint_head(self, painter: QPainter, lane: QRect, look: VisitLook) -> None:
        right = _paint_marks(painter, lane, look.marks)
        _elided(painter, lane, look.label, Type.BODY, Tone.TEXT, is_struck=look.is_struck)
        left = lane.x() + metrics(Type.BODY).horizontalAdvance(look.label) + px(Space.S)
        rest = QRect(left, lane.y(), right - left - px(Space.S), lane.height())
        _elided(painter, rest, look.moment, Type.META, Tone.MUTED)


def _paint_marks(painter: QPainter, lane: QRect, marks: tuple[Mark, ...]) -> int:
    """The marks from the right; the result is where they begin."""
    right = lane.right() + 1
    side = px(IconSize.CHIP)
    painter.setFont(font(Type.META))
    for mark in marks:
        width = metrics(Type.META).horizontalAdvance(mark.words)
        paint.text(painter, QRect(right - width, lane.y(), width, lane.height()), mark.words, mark.tone)
        right -= width + px(Space.XS) + side
        icons.draw(painter, mark.icon, mark.tone, QRect(right, lane.y(), side, lane.height()), side)
        right -= px(Space.M)
    return right


def _elided(
    painter: QPainter, lane: QRect, words: str, size: Type, tone: Tone, *, is_struck: bool = False
) -> None:
    drawn = font(size)
    drawn.setStrikeOut(is_struck)
    painter.setFont(drawn)
    tone = Tone.MUTED if is_struck else tone
    one_line = " ".join(words.split())
    shown = metrics(size).elidedText(one_line, Qt.TextElideMode.ElideRight, max(lane.width(), 0))
    paint.text(painter, lane, shown, tone, level=True)
