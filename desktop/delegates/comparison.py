"""Cells of the comparison as they are painted: dots, words and day of one visit, the chip of a change, the rule.

A row that is open is painted the same; what it holds below its first line is a widget of its own. What is painted is
handed in as a `Look`, so nothing here knows a model.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyledItemDelegate, QStyleOptionViewItem

from desktop.theme import icons
from desktop.theme.density import row_height
from desktop.theme.fonts import font, metrics, px
from desktop.theme.icons import Icon
from desktop.theme.scheme import colour
from desktop.theme.tokens import Frame, Height, IconSize, Space, Tone, Type
from desktop.widgets import paint
from desktop.widgets.change import Change
from desktop.widgets.chip import paint_chip
from desktop.widgets.grade import dots_width, paint_dots

VALUE_WIDTH = 69
"""From the left of a side to its quote."""
HANG = 7
"""The blank left half of an opening quotation mark, which hangs out of the line."""
_RULE_WIDTH = 28
_AFTER_DOTS = 7


@dataclass(frozen=True, slots=True)
class TextLook:
    """Plain words."""

    words: str
    tone: Tone = Tone.TEXT
    size: Type = Type.BODY


@dataclass(frozen=True, slots=True)
class SideLook:
    """What one visit recorded: dots for a `grade` of 1 to 3, the value, the patient's words, the day at the right."""

    grade: int
    value: str
    words: str
    day: str
    is_answer: bool = True
    """有 or 无; what says nothing is grey."""
    is_quote: bool = True


@dataclass(frozen=True, slots=True)
class VerdictLook:
    """A state or a marker, "" for none."""

    words: str


@dataclass(frozen=True, slots=True)
class BasisLook:
    """The rule by its number, what it rests on, and whether the row is open."""

    rule: str
    words: str
    is_open: bool


Look: TypeAlias = TextLook | SideLook | VerdictLook | BasisLook


class ComparisonDelegate(QStyledItemDelegate):
    """Paints every column; `look` tells what stands in a row and column."""

    def __init__(self, view: QAbstractItemView, look: Callable[[int, int], Look]) -> None:
        super().__init__(view)
        self._view, self._look = view, look

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(row_height(), row_height())

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        place: QRect = option.rect  # type: ignore[attr-defined]  # the stubs know no fields
        selected = self._view.currentIndex().row() == index.row()
        painter.save()
        painter.fillRect(place, colour(Tone.SELECTED if selected else Tone.SURFACE))
        painter.fillRect(place.x(), place.bottom(), place.width(), 1, colour(Tone.LINE))
        if selected and index.column() == 0:
            painter.fillRect(place.x(), place.y(), Frame.BAR, place.height(), colour(Tone.ACCENT))
        lane = QRect(place.x() + Space.L, place.y(), place.width() - Space.L, row_height() - 1)
        match self._look(index.row(), index.column()):
            case TextLook(words, tone, size):
                _elided(painter, lane, words, size, tone)
            case SideLook() as side:
                _paint_side(painter, lane, side)
            case VerdictLook(words):
                _paint_verdict(painter, lane, words)
            case BasisLook() as basis:
                _paint_basis(painter, lane, basis)
        painter.restore()


def _paint_side(painter: QPainter, lane: QRect, side: SideLook) -> None:
    if side.day:
        painter.setFont(font(Type.META))
        paint.text(painter, lane, side.day, Tone.MUTED, paint.RIGHT)
        lane = lane.adjusted(0, 0, -metrics(Type.META).horizontalAdvance(side.day) - Space.S, 0)
    if not side.is_quote:
        _elided(painter, lane, side.words, Type.SECONDARY, Tone.TEXT)
        return
    left = lane.x()
    if side.grade:
        paint_dots(painter, lane, side.grade)
        left += dots_width() + px(_AFTER_DOTS)
    rest = QRect(left, lane.y(), lane.right() - left, lane.height())
    _elided(painter, rest, side.value, Type.BODY, Tone.TEXT if side.is_answer else Tone.MUTED)
    if side.words:
        left += metrics(Type.BODY).horizontalAdvance(side.value) + Space.M
        left = max(left, lane.x() + px(VALUE_WIDTH)) - px(HANG)
        rest = QRect(left, lane.y(), lane.right() - left, lane.height())
        _elided(painter, rest, f"“{side.words}”", Type.SECONDARY, Tone.TEXT)


def _paint_basis(painter: QPainter, lane: QRect, basis: BasisLook) -> None:
    painter.setFont(font(Type.META))
    paint.text(painter, lane, basis.rule, Tone.MUTED)
    side = px(IconSize.FIELD)
    chevron = QRect(lane.right() - Space.L - side, lane.y(), side, lane.height())
    icons.draw(painter, Icon.SHUT if basis.is_open else Icon.OPEN, Tone.MUTED, chevron, side)
    rest = lane.adjusted(px(_RULE_WIDTH), 0, 0, 0)
    rest.setRight(chevron.left() - Space.S)
    _elided(painter, rest, basis.words, Type.SECONDARY, Tone.TEXT)


def _paint_verdict(painter: QPainter, lane: QRect, words: str) -> None:
    if not words:
        return
    top = lane.y() + (lane.height() - px(Height.CHIP)) // 2
    if words in {change.value for change in Change}:
        paint_chip(painter, QPoint(lane.x(), top), Change(words))
    else:
        _elided(painter, lane, words, Type.SECONDARY, Tone.TEXT)


def _elided(painter: QPainter, lane: QRect, words: str, size: Type, tone: Tone) -> None:
    painter.setFont(font(size))
    shown = metrics(size).elidedText(words, Qt.TextElideMode.ElideRight, max(lane.width(), 0))
    paint.text(painter, lane, shown, tone)
