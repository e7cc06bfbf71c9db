"""A table whose rows are whole things: one is chosen at a time, nothing is edited in place, lines are as high as the density says."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from desktop.theme.density import row_height
from desktop.theme.fonts import px


class RowTable(QTableView):
    """Tab leaves it. Columns that do not fit are the table's own business: it never scrolls sideways."""

    def __init__(self) -> None:
        super().__init__()
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        side = self.verticalHeader()
        side.hide()
        side.setMinimumSectionSize(row_height())
        side.setDefaultSectionSize(row_height())
        side.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(px(160), 3 * row_height())
