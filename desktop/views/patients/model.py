"""The table of everyone, read page by page as it is scrolled. What is shown is one order and one filter at a time."""

from dataclasses import dataclass
from datetime import date
from functools import partial

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from core.base.errors import ClinicError
from core.base.phone import tail4
from core.base.rights import Right
from core.services.patients.patients import PAGE_ROWS, Cursor, Filters, Page, Patient, Sort
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.delegates.table_row import TONE
from desktop.models.age import age_words
from desktop.theme.tokens import Tone
from desktop.widgets.data_words import shown

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
ROLE = Qt.ItemDataRole
PATIENT = ROLE.UserRole
"""The role under which a row gives its `Patient`."""

KEPT_ROWS = 2000
"""Rows that are read again at once, so that a place far down is kept; about 20 ms."""


@dataclass(frozen=True, slots=True)
class Order:
    """What the table is sorted by."""

    sort: Sort = Sort.LAST_VISIT
    descending: bool = True


COMPLAINT = "complaint"

COLUMNS: tuple[tuple[str, Sort | None], ...] = (
    ("name", Sort.NAME),
    ("sex", None),
    ("age", None),
    ("record_no", Sort.RECORD_NO),
    ("phone", None),
    ("last_visit", Sort.LAST_VISIT),
    ("visits", None),
    (COMPLAINT, None),
)


@dataclass(frozen=True, slots=True)
class _Read:
    """A page, and the clinic's day it was read on: what an age is counted to."""

    page: Page
    today: date


class PatientsModel(QAbstractTableModel):
    """Rows are asked for when they are needed; an answer to an order that was changed meanwhile is dropped."""

    loaded = Signal(int)
    """How many pass the filter."""

    failed = Signal(object)
    """The `ClinicError` for which a list could not be read."""

    def __init__(self, clinic: ClinicBridge, parent: QObject) -> None:
        super().__init__(parent)
        self._clinic = clinic
        self._rows: list[Patient] = []
        self._next: Cursor | None = None
        self._filters, self._order = Filters(), Order()
        self._today: date | None = None
        self._is_asking = False
        self._titles = (
            *(self.tr("姓名"), self.tr("性别"), self.tr("年龄"), self.tr("病历号")),
            *(self.tr("电话尾号"), self.tr("末次就诊"), self.tr("次数"), self.tr("末次主诉")),
        )

    @property
    def shows_complaints(self) -> bool:
        """Whether whoever is at work may see what a patient complained of."""
        return self._clinic.may(Right.CLINICAL_READ)

    @property
    def order(self) -> Order:
        """What it is sorted by."""
        return self._order

    @property
    def filters(self) -> Filters:
        """Who is listed."""
        return self._filters

    def patient(self, row: int) -> Patient | None:
        """Who stands in a row."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def row_of(self, record_no: str) -> int | None:
        """Where somebody stands, among the rows read so far."""
        found = (row for row, patient in enumerate(self._rows) if patient.record_no == record_no)
        return next(found, None)

    def show_list(self, filters: Filters | None = None, order: Order | None = None) -> None:
        """Read the list anew. What stands there stays until the new one has come; the same list comes as far as it was read."""
        is_same = filters in {None, self._filters} and order in {None, self._order}
        self._filters = self._filters if filters is None else filters
        self._order = order or self._order
        self._ask(None, min(max(len(self._rows), PAGE_ROWS), KEPT_ROWS) if is_same else PAGE_ROWS)
        self._clinic.ask(
            self, partial(_count, self._filters), self.loaded.emit, self.failed.emit, latest="count"
        )

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and self._next is not None and not self._is_asking

    def fetchMore(self, parent: Index) -> None:
        if self.canFetchMore(parent):
            self._ask(self._next, PAGE_ROWS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ROLE.DisplayRole) -> object:
        if orientation is Qt.Orientation.Horizontal and role in {ROLE.DisplayRole, ROLE.AccessibleTextRole}:
            return self._titles[section]
        return None

    def data(self, index: Index, role: int = ROLE.DisplayRole) -> object:
        patient = self.patient(index.row())
        if patient is None:
            return None
        column = COLUMNS[index.column()][0]
        if role == ROLE.DisplayRole:
            return self._words(patient, column)
        if role == TONE:
            return Tone.TEXT if column in {"name", "complaint"} else Tone.MUTED
        if role == ROLE.AccessibleTextRole:
            return f"{self._titles[index.column()]} {self._words(patient, column)}"
        return patient if role == PATIENT else None

    def _words(self, patient: Patient, column: str) -> str:
        details = patient.details
        match column:
            case "name":
                return details.name
            case "sex":
                return shown(details.sex)
            case "age":
                if details.birth is None or self._today is None:
                    return self.tr("未录")
                return age_words(details.birth, self._today)
            case "record_no":
                return patient.record_no
            case "phone":
                return tail4(details.phone) if details.phone else ""
            case "last_visit":
                return str(patient.last_visit or "")
            case "visits":
                return str(patient.visits)
            case _:
                return patient.chief_complaint or ""

    def _ask(self, after: Cursor | None, limit: int) -> None:
        self._is_asking = True
        work = partial(_page, after, limit, self._order, self._filters)
        self._clinic.ask(self, work, partial(self._on_page, after is None), self._on_failed, latest="page")

    def _on_page(self, is_first: bool, read: _Read) -> None:
        self._is_asking = False
        self._today, page = read.today, read.page
        if is_first:
            self.beginResetModel()
            self._rows, self._next = list(page.rows), page.next
            self.endResetModel()
        else:
            count = len(self._rows)
            self._next = page.next
            if page.rows:
                self.beginInsertRows(ROOT, count, count + len(page.rows) - 1)
                self._rows.extend(page.rows)
                self.endInsertRows()

    def _on_failed(self, error: ClinicError) -> None:
        self._is_asking = False
        self.failed.emit(error)


def _page(after: Cursor | None, limit: int, order: Order, filters: Filters, kernel: Kernel) -> _Read:
    page = kernel.patients.page(after, limit, order.sort, descending=order.descending, filters=filters)
    return _Read(page, kernel.clock.now().date())


def _count(filters: Filters, kernel: Kernel) -> int:
    return kernel.patients.count(filters)
