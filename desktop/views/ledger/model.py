"""The trail as a table, the newest row first, read page by page as it is scrolled. What is shown answers one question at a time."""

from dataclasses import dataclass
from datetime import tzinfo
from functools import partial

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from core.base.clock import from_stored
from core.base.errors import ClinicError
from core.base.messages import Messages
from core.base.rights import Role
from core.services.trail.audit import EVERYTHING, PAGE_ROWS, Asked, Entry, TrailPage
from core.services.trail.words import (
    action_words,
    outcome_words,
    reason_words,
    role_words,
    source_words,
    tool_words,
)
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.delegates.table_row import TONE
from desktop.theme.tokens import Tone

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
ROLE = Qt.ItemDataRole
OUTCOMES = ("ok", "refused", "failed", "cancelled")

COLUMNS = ("at", "operator", "role", "action", "patient", "visit", "tool", "outcome", "reason")

KEPT_ROWS = 1000
"""Rows that are read again at once, so that a place far down is kept."""

SPOKEN = frozenset({"at", "operator", "action", "patient"})
"""Columns in the first tone; the others are muted."""


@dataclass(frozen=True, slots=True)
class _Read:
    page: TrailPage
    zone: tzinfo


class TrailModel(QAbstractTableModel):
    """Rows are asked for when they are needed; an answer to a question that was changed meanwhile is dropped."""

    loaded = Signal()
    """The first rows of an answer are there."""

    failed = Signal(object)
    """The `ClinicError` for which nothing could be read."""

    def __init__(self, clinic: ClinicBridge, messages: Messages, parent: QObject) -> None:
        super().__init__(parent)
        self._clinic, self._messages = clinic, messages
        self._entries: list[Entry] = []
        self._next = 0
        self._asked = EVERYTHING
        self._zone: tzinfo | None = None
        self._is_asking = False
        self._titles = tuple(messages.text(f"audit.columns.{column}") for column in COLUMNS)

    @property
    def asked(self) -> Asked:
        """What is asked."""
        return self._asked

    def entry(self, row: int) -> Entry | None:
        """What stands in a row."""
        return self._entries[row] if 0 <= row < len(self._entries) else None

    def row_of(self, seq: int) -> int | None:
        """Where a row of the trail stands, among those read so far."""
        found = (place for place, entry in enumerate(self._entries) if entry.row.seq == seq)
        return next(found, None)

    def ask(self, asked: Asked) -> None:
        """Read the answer to a question. What stands there stays until it has come; the same one comes as far as it was read."""
        is_same = asked == self._asked
        self._asked = asked
        self._ask(0, min(max(len(self._entries), PAGE_ROWS), KEPT_ROWS) if is_same else PAGE_ROWS)

    def clear(self) -> None:
        """Show nothing: another role may be at work."""
        self.beginResetModel()
        self._entries, self._next = [], 0
        self.endResetModel()

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._entries)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and self._next > 0 and not self._is_asking

    def fetchMore(self, parent: Index) -> None:
        if self.canFetchMore(parent):
            self._ask(self._next, PAGE_ROWS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = ROLE.DisplayRole) -> object:
        if orientation is Qt.Orientation.Horizontal and role in {ROLE.DisplayRole, ROLE.AccessibleTextRole}:
            return self._titles[section]
        return None

    def data(self, index: Index, role: int = ROLE.DisplayRole) -> object:
        entry = self.entry(index.row())
        if entry is None:
            return None
        column = COLUMNS[index.column()]
        if role == ROLE.DisplayRole:
            return self.words(entry, column)
        if role == TONE:
            if column == "outcome" and entry.row.outcome == "refused":
                return Tone.WARN
            return Tone.TEXT if column in SPOKEN else Tone.MUTED
        if role == ROLE.AccessibleTextRole:
            return f"{self._titles[index.column()]} {self.words(entry, column)}"
        return None

    def few_words(self, column: str) -> tuple[str, ...]:
        """All that can stand in a column that has few different words; nothing for the others."""
        if column == "role":
            return tuple(_begun(role_words(role, self._messages)) for role in Role)
        if column == "outcome":
            return tuple(outcome_words(outcome, self._messages) for outcome in OUTCOMES)
        return ()

    def words(self, entry: Entry, column: str) -> str:
        """What stands in a column."""
        row, say = entry.row, self._messages
        match column:
            case "at":
                return f"{from_stored(row.at, self._zone):%Y-%m-%d %H:%M:%S}" if self._zone else ""
            case "operator":
                return row.operator
            case "role":
                return _begun(role_words(row.role, say))
            case "action":
                return action_words(row.action, say)
            case "patient":
                return " ".join(part for part in (row.record_no, entry.name) if part)
            case "visit":
                return str(row.visit or "")
            case "tool":
                return tool_words(row.tool, say) or source_words(row.source, say)
            case "outcome":
                return outcome_words(row.outcome, say)
            case _:
                return _begun(reason_words(row, say))

    def _ask(self, before: int, limit: int) -> None:
        self._is_asking = True
        work = partial(_page, self._asked, before, limit)
        self._clinic.ask(self, work, partial(self._on_page, before), self._on_failed, latest="page")

    def _on_page(self, before: int, read: _Read) -> None:
        self._is_asking = False
        self._zone = read.zone
        if not before:
            self.beginResetModel()
            self._entries, self._next = list(read.page.entries), read.page.next
            self.endResetModel()
            self.loaded.emit()
            return
        count = len(self._entries)
        self._next = read.page.next
        if read.page.entries:
            self.beginInsertRows(ROOT, count, count + len(read.page.entries) - 1)
            self._entries.extend(read.page.entries)
            self.endInsertRows()

    def _on_failed(self, error: ClinicError) -> None:
        self._is_asking = False
        self.failed.emit(error)


def _page(asked: Asked, before: int, limit: int, kernel: Kernel) -> _Read:
    return _Read(kernel.audit.page(asked, before, limit), kernel.clock.zone)


def _begun(words: str) -> str:
    """As a cell begins: words that also stand inside sentences start with a capital here."""
    return words[:1].upper() + words[1:]
