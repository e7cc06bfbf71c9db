"""A cell of a plain table: one line of words on a row that says by colour and bar whether it is the current one."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop.theme.fonts import font, metrics
from desktop.theme.scheme import colour
from desktop.theme.tokens import Frame, Space, Tone, Type
from desktop.widgets import paint

TONE = Qt.ItemDataRole.UserRole + 1
"""The role under which a cell gives the `Tone` of its words."""

NUMBER = Qt.ItemDataRole.UserRole + 2
"""The role under which a cell says that it holds a number, which stands at the right."""


def lead(column: int) -> int:
    """The room before the words of a column: those of the first begin where the words of the page do."""
    return Space.L if column else Space.XL


def number_lane(place: QRect, *, is_last: bool) -> QRect:
    """Where the number of a cell stands, or the head over it: in the last column it ends where the page does."""
    return place.adjusted(Space.XS, 0, -Space.XL if is_last else -Space.L, -1)


class TableRow(QStyledItemDelegate):
    """Paints a cell's words, cut with … where they do not fit. The bar is accent while the table has the focus."""

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._view = view

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        place: QRect = option.rect  # type: ignore[attr-defined]  # the stubs know no fields
        state: QStyle.StateFlag = option.state  # type: ignore[attr-defined]
        is_selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.fillRect(place, _ground(is_selected=is_selected))
        painter.fillRect(place.x(), place.bottom(), place.width(), 1, colour(Tone.LINE))
        if is_selected and index.column() == 0:
            bar = Tone.ACCENT if self._view.hasFocus() else Tone.CONTROL
            painter.fillRect(place.x(), place.y(), Frame.BAR, place.height(), colour(bar))
        is_number = bool(index.data(NUMBER))
        lane = place.adjusted(lead(index.column()), 0, -Space.XS, -1)
        if is_number:
            lane = number_lane(place, is_last=index.column() == index.model().columnCount() - 1)
        painter.setFont(font(Type.BODY))
        words = " ".join(str(index.data() or "").split())
        shown = metrics(Type.BODY).elidedText(words, Qt.TextElideMode.ElideRight, max(lane.width(), 0))
        align = paint.RIGHT if is_number else paint.LEFT
        # Qt hands an enum of texts on as the text.
        paint.text(painter, lane, shown, Tone(str(index.data(TONE) or Tone.TEXT)), align, level=True)
        painter.restore()


def _ground(*, is_selected: bool) -> QColor:
    return colour(Tone.SELECTED if is_selected else Tone.SURFACE)
