"""One line of the find panel's list, as it is shown and spoken, and the lines of one moment as Qt's views read them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop.theme.icons import Icon
from desktop.theme.tokens import Tone

ROOT = QModelIndex()


class Kind(Enum):
    """What a line is. Heads and notes cannot be chosen."""

    PERSON = auto()
    NEW = auto()
    HEAD = auto()
    NOTE = auto()


@dataclass(frozen=True, slots=True)
class Status:
    """What stands at the right end of a line."""

    words: str
    icon: Icon
    tone: Tone = Tone.MUTED


@dataclass(frozen=True, slots=True)
class Line:
    """A line: a name with what tells it apart beside it, more below it, a time before it and a status behind it."""

    kind: Kind
    words: str
    meta: str = ""
    below: str = ""
    time: str = ""
    status: Status | None = None
    record_no: str = ""
    is_current: bool = False
    """Whether this is the patient being written for."""

    @property
    def spoken(self) -> str:
        """The line as one sentence."""
        status = self.status.words if self.status else ""
        return " ".join(part for part in (self.time, self.words, self.meta, self.below, status) if part)


class Lines(QAbstractListModel):
    """The lines that are shown now."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[Line, ...] = ()

    @property
    def all(self) -> tuple[Line, ...]:
        return self._lines

    def line(self, row: int) -> Line | None:
        """What stands in a row."""
        return self._lines[row] if 0 <= row < len(self._lines) else None

    def row_of(self, line: Line) -> int | None:
        """Where the same person, or the line for somebody new, stands now."""
        same = (
            row
            for row, other in enumerate(self._lines)
            if (other.kind, other.record_no) == (line.kind, line.record_no)
        )
        return next(same, None)

    def show(self, lines: Sequence[Line]) -> bool:
        """Show these. False when they are shown already."""
        if tuple(lines) == self._lines:
            return False
        self.beginResetModel()
        self._lines = tuple(lines)
        self.endResetModel()
        return True

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = ROOT) -> int:
        return 0 if parent.isValid() else len(self._lines)

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        line = self.line(index.row())
        if line is None or line.kind in {Kind.HEAD, Kind.NOTE}:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        line = self.line(index.row())
        if line is None:
            return None
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return line.spoken
        return None
