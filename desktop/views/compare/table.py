"""The table of the comparison: arrows move, Enter opens a row on its basis, one row at a time."""

from PySide6.QtCore import QEvent, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainterPath, QRegion, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from desktop.delegates.comparison import ComparisonDelegate, Look
from desktop.models.comparison import Column, ComparisonModel, Entry, Index
from desktop.theme.density import row_height
from desktop.theme.fonts import px
from desktop.theme.tokens import Radius, Space
from desktop.views.compare.detail import Detail
from desktop.views.compare.look import look_of
from desktop.widgets.change import STATES, Change
from desktop.widgets.chip import chip_size

_FIXED = {Column.SYMPTOM: 112, Column.STATE: 90, Column.MARKER: 104}
MARKERS = tuple(change for change in Change if not change.is_state)
_SHARED = {Column.PREVIOUS: 0.35, Column.CURRENT: 0.35, Column.BASIS: 0.30}
_LEAST = {Column.PREVIOUS: 200, Column.CURRENT: 200, Column.BASIS: 180}
_NARROW = 88
"""The symptom's column where there is no room for all; the basis is then in the open part alone."""


class CompareTable(QTableView):
    """Shows a `ComparisonModel`. `height_changed` tells that it wants to be as tall as `wanted_height` says."""

    override_wanted = Signal(object)
    """The `Entry` whose result the physician wants to choose."""

    trend_wanted = Signal(object)
    """The `Entry` whose symptom is to be seen at every visit."""

    height_changed = Signal()

    def __init__(self, model: ComparisonModel, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries = model
        self._detail: Detail | None = None
        self.setAccessibleName(name)
        self.setModel(model)
        self._open_key = ""
        self.setItemDelegate(ComparisonDelegate(self, self._look))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        head = self.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        head.setSectionsClickable(False)
        head.setHighlightSections(False)
        head.setMinimumSectionSize(0)
        side = self.verticalHeader()
        side.hide()
        side.setMinimumSectionSize(row_height())
        side.setDefaultSectionSize(row_height())
        side.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        side.sectionResized.connect(self._place_detail)
        model.modelReset.connect(self._on_reset)

    @property
    def open_key(self) -> str:
        """The symptom whose row is open, "" for none."""
        return self._open_key

    @property
    def detail(self) -> Detail | None:
        """The open part."""
        return self._detail

    @property
    def wanted_height(self) -> int:
        """The height at which nothing scrolls."""
        bar = self.horizontalScrollBar()
        return (
            self.horizontalHeader().height()
            + self.verticalHeader().length()
            + (bar.height() if bar.maximum() else 0)
        )

    def toggle(self, row: int) -> None:
        """Open a row, or close it if it is open. Tongue and pulse have nothing to open."""
        entry = self._entries.entry(row)
        if entry.is_observation:
            return
        self._open_key = "" if entry.row.key == self.open_key else entry.row.key
        self._show_detail()
        self.setCurrentIndex(self._entries.index(row, 0))
        self.scrollTo(self._entries.index(row, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.currentIndex().row()
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space} and row >= 0:
            self.toggle(row)
        elif event.key() in {Qt.Key.Key_O, Qt.Key.Key_T} and row >= 0:
            entry = self._entries.entry(row)
            if not entry.is_observation:
                (self.override_wanted if event.key() == Qt.Key.Key_O else self.trend_wanted).emit(entry)
        elif event.text().isdigit() or event.key() == Qt.Key.Key_Escape:
            event.ignore()  # the page's own keys
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, _typed: str) -> None:
        """Letters find nothing here."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self._entries.rowCount():
            self.setCurrentIndex(self._entries.index(0, 0))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        opens = Column.SYMPTOM if self.isColumnHidden(Column.BASIS) else Column.BASIS
        if index.isValid() and index.column() == opens and event.button() is Qt.MouseButton.LeftButton:
            self.toggle(index.row())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and index.column() != Column.BASIS:
            self.toggle(index.row())

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._round()
        self._share_width()
        self._place_detail()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        self._place_detail()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_open_key"):
            self.verticalHeader().setDefaultSectionSize(row_height())
            self._show_detail()

    def _round(self) -> None:
        """Stay within the corners of the card."""
        path = QPainterPath()
        path.addRoundedRect(QRectF(self.rect()), Radius.CARD - 1, Radius.CARD - 1)
        self.setMask(QRegion(path.toFillPolygon().toPolygon()))

    def _look(self, row: int, column: int) -> Look:
        return look_of(self._entries, row, column, self._open_key)

    def _share_width(self) -> None:
        fixed = {column: px(width) for column, width in _FIXED.items()}
        # In another language the words of the chips are longer.
        for column, changes in ((Column.STATE, STATES), (Column.MARKER, MARKERS)):
            widest = max(chip_size(change.words).width() for change in changes)
            fixed[column] = max(fixed[column], widest + Space.L)
        is_narrow = self.viewport().width() < sum(fixed.values()) + px(sum(_LEAST.values()))
        self.setColumnHidden(Column.BASIS, is_narrow)
        if is_narrow:
            fixed[Column.SYMPTOM] = px(_NARROW)
        rest = self.viewport().width() - sum(fixed.values())
        for column, width in fixed.items():
            self.setColumnWidth(column, width)
        if is_narrow:
            for column in (Column.PREVIOUS, Column.CURRENT):
                self.setColumnWidth(column, max(rest // 2, px(_NARROW)))
            return
        for column, part in _SHARED.items():
            self.setColumnWidth(column, max(int(rest * part), px(_LEAST[column])))
        spare = self.viewport().width() - self.horizontalHeader().length()
        if spare > 0:
            self.setColumnWidth(Column.BASIS, self.columnWidth(Column.BASIS) + spare)

    def _on_reset(self) -> None:
        if self._entries.place_of(self.open_key) is None:
            self._open_key = ""
        self._show_detail()

    def _show_detail(self) -> None:
        if self._detail is not None:
            self._detail.hide()
            self._detail.deleteLater()
            self._detail = None
        for row in range(self._entries.rowCount()):
            self.setRowHeight(row, row_height())
        row_open = self._entries.place_of(self.open_key) if self.open_key else None
        if row_open is not None:
            self._detail = Detail(self._entries, self._entries.entry(row_open), self.viewport())
            self._detail.override_wanted.connect(self._on_override)
            self._detail.trend_wanted.connect(self._on_trend)
            self._place_detail()
            self._detail.show()
        self.height_changed.emit()
        self.viewport().update()

    def _place_detail(self) -> None:
        detail = self._detail
        row = self._entries.place_of(self.open_key) if detail is not None else None
        if detail is None or row is None:
            return
        widths = [self.columnWidth(column) for column in (Column.SYMPTOM, Column.PREVIOUS, Column.CURRENT)]
        detail.set_widths(*widths)
        width = self.horizontalHeader().length()
        height = detail.wanted_height(width)
        wanted = row_height() + height
        if self.rowHeight(row) != wanted:
            self.setRowHeight(row, wanted)
            self.height_changed.emit()
        top = self.rowViewportPosition(row) + row_height() - Space.XS // 2
        detail.setGeometry(QRect(self.columnViewportPosition(0), top, width, height))

    def _on_override(self) -> None:
        if self._detail is not None:
            entry: Entry = self._detail.entry
            self.override_wanted.emit(entry)

    def _on_trend(self) -> None:
        if self._detail is not None:
            entry: Entry = self._detail.entry
            self.trend_wanted.emit(entry)
