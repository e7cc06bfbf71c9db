"""The table of the trail: plain rows under a plain head. Enter goes on to what the row says in full."""

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter
from PySide6.QtWidgets import QHeaderView, QWidget

from desktop.delegates.table_row import TableRow, lead
from desktop.theme.fonts import font, metrics, px
from desktop.theme.scheme import colour
from desktop.theme.tokens import Height, Space, Tone, Type
from desktop.views.ledger.model import COLUMNS, TrailModel
from desktop.widgets import paint
from desktop.widgets.row_table import RowTable

WIDTHS = {
    "at": 164,
    "operator": 88,
    "role": 72,
    "action": 160,
    "patient": 128,
    "visit": 56,
    "tool": 104,
    "outcome": 64,
}
SPARED = frozenset({"role", "visit", "tool", "reason"})
"""Columns that go where there is no room; the panel beside the table has them all."""


class Head(QHeaderView):
    """Words over the columns. There is one order, so nothing here can be pressed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(False)
        self.setHighlightSections(False)
        self.setStretchLastSection(True)
        self.setFixedHeight(px(Height.TABLE_HEAD))
        self.setMinimumSectionSize(px(Height.SMALL))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def wanted_width(self, section: int) -> int:
        """The width at which the words are not cut."""
        words = str(self.model().headerData(section, Qt.Orientation.Horizontal))
        return lead(section) + metrics(Type.META).horizontalAdvance(words) + Space.S

    def paintSection(self, painter: QPainter, place: QRect, section: int) -> None:
        if not place.isValid():
            return
        painter.save()
        self.paint_ground(painter, place)
        words = str(self.model().headerData(section, Qt.Orientation.Horizontal))
        paint.text(painter, place.adjusted(lead(section), 0, 0, 0), words, Tone.MUTED)
        painter.restore()

    @staticmethod
    def paint_ground(painter: QPainter, place: QRect) -> None:
        """What words stand on, and the font they are in."""
        painter.fillRect(place, colour(Tone.SUNKEN))
        painter.fillRect(place.x(), place.bottom(), place.width(), 1, colour(Tone.LINE))
        painter.setFont(font(Type.META))


class TrailTable(RowTable):
    """Rows of the trail."""

    meant = Signal()
    """On to the panel that says the current row in full."""

    def __init__(self, model: TrailModel) -> None:
        super().__init__()
        self.head = Head(self)
        self.setHorizontalHeader(self.head)
        self.setModel(model)
        self.setAccessibleName(self.tr("账本"))
        self.setItemDelegate(TableRow(self))
        self.setColumnWidth(len(COLUMNS) - 1, px(Height.SMALL))
        for section, column in enumerate(COLUMNS[:-1]):
            measure = metrics(Type.BODY).horizontalAdvance
            longest = max((measure(words) for words in model.few_words(column)), default=0)
            wanted = max(self.head.wanted_width(section), lead(section) + longest + Space.S)
            self.setColumnWidth(section, max(px(WIDTHS[column]), wanted))

    def spare(self, *, is_narrow: bool) -> None:
        """On a small screen some columns go."""
        for section, column in enumerate(COLUMNS):
            self.setColumnHidden(section, is_narrow and column in SPARED)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        rows = self.model().rowCount()
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Right}:
            self.meant.emit()
        elif event.key() in {Qt.Key.Key_Home, Qt.Key.Key_End} and rows:
            # The first and the last that are read; the end brings what comes after it.
            self.selectRow(0 if event.key() == Qt.Key.Key_Home else rows - 1)
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, typed: str) -> None:
        """Letters find nothing here: the filters do."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self.model().rowCount():
            self.selectRow(0)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()
