"""The comparison of two visits as a table: what each cell says, how many rows there are of each state, and which are shown.

Beside the computed rows stand what the records alone know: who wrote a visit, and what was said about a change. Nothing
is computed here that decides a state.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import IntEnum
from typing import Protocol

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from core.base.messages import Messages
from core.base.text import compact, one_line
from core.services.visits.compare import Chosen, Compared, Row, Side
from core.services.visits.timeline import Count, Status
from desktop.bridge.clinic import Kernel
from desktop.widgets.change import Change
from desktop.widgets.data_words import shown
from desktop.widgets.grade import grade_word
from desktop.widgets.tip import plain

Index = QModelIndex | QPersistentModelIndex
translate = QCoreApplication.translate


class Column(IntEnum):
    """The columns, from the left."""

    SYMPTOM = 0
    PREVIOUS = 1
    CURRENT = 2
    STATE = 3
    MARKER = 4
    BASIS = 5


_LONG = (Column.PREVIOUS, Column.CURRENT, Column.BASIS)
_SHORT = 12
"""Characters that never need a tooltip."""


@dataclass(frozen=True, slots=True)
class VisitChoice:
    """A visit as a selector offers it. `place` counts in order of time, `number` never changes."""

    number: int
    place: int
    at: datetime
    by: str

    @property
    def day(self) -> date:
        """The day of the visit."""
        return self.at.date()


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the screen shows: the rows, the visits to choose among, and what was said about a change, by visit and symptom."""

    compared: Compared
    visits: tuple[VisitChoice, ...] = ()
    said: Mapping[tuple[int, str], str] = field(default_factory=dict)

    def visit(self, number: int | None) -> VisitChoice | None:
        """A visit by its number."""
        return next((visit for visit in self.visits if visit.number == number), None)


def visit_words(place: int) -> str:
    """初诊 or 第N诊, for a place in time; 已作废 for none."""
    if place == 0:
        return QCoreApplication.translate("visit", "已作废")
    if place == 1:
        return QCoreApplication.translate("visit", "初诊")
    return QCoreApplication.translate("visit", "第{place}诊").format(place=place)


def load(kernel: Kernel, record_no: str, base: int | None = None, to: int | None = None) -> Comparison:
    """Compare two visits, the last two by default. For a worker. Raises what `Compare.visits` raises."""
    compared = kernel.compare.visits(record_no, base, to)
    records = [record for record in kernel.records.of_patient(record_no) if record.void is None]
    return Comparison(
        compared,
        tuple(
            VisitChoice(record.number, record.place, record.visited_at, record.saved_by) for record in records
        ),
        {
            (record.number, compact(finding.term)): finding.trend.value
            for record in records
            for finding in record.findings
            if finding.trend is not None
        },
    )


def astray_words(symptom: str, chosen: Chosen, words: Messages) -> str:
    """That a physician's choice has no row any more."""
    verdict = shown(chosen.state or chosen.marker or "")
    return words.text("compare.astray", symptom=symptom, verdict=verdict, reason=chosen.reason, by=chosen.by)


@dataclass(frozen=True, slots=True)
class Entry:
    """One row with the physician's choice laid over it, and what was said about the change at the compared visit."""

    row: Row
    chosen: Chosen | None = None
    said: str = ""

    @property
    def state(self) -> str:
        """The state that holds, "" with a marker."""
        return (self.chosen.state if self.chosen else self.row.state) or ""

    @property
    def marker(self) -> str:
        """The marker that holds, "" with a state."""
        return (self.chosen.marker if self.chosen else self.row.marker) or ""

    @property
    def verdict(self) -> str:
        """The state or the marker; "" for what is only set side by side."""
        return self.state or self.marker

    @property
    def computed(self) -> str:
        """What the rule says, whatever was chosen."""
        return self.row.state or self.row.marker or ""

    @property
    def is_observation(self) -> bool:
        """Whether this is tongue or pulse, which have no state."""
        return self.row.rule is None


class Graded(Protocol):
    """What a visit says of a symptom: one side of a comparison, or one point of a trend."""

    @property
    def status(self) -> Status | None: ...

    @property
    def grade(self) -> int | None: ...

    @property
    def count(self) -> Count | None: ...


def value_words(side: Graded) -> str:
    """Status, grade and count of one side, in as few words as say it: 重, 3 次/夜, 无, 未分级."""
    parts = [grade_word(side.grade)] if side.grade else []
    if side.count is not None:
        parts.append(side.count.text)
    if not parts and side.status is not None:
        parts.append(shown("未分级" if side.status.value == "有" else side.status.value))
    return " ".join(parts)


def side_words(side: Side | None, nothing: str = "") -> str:
    """One side on one line, in full: 重 “…”."""
    if side is None:
        return nothing
    words = one_line(side.words)
    if side.status is None:
        return words
    return " ".join(part for part in (value_words(side), f"“{words}”" if words else "") if part)


def moved_words(entry: Entry, *, is_long: bool = False) -> str:
    """What moved between two sides, and what was said: 重 → 中·所述 减轻, with `is_long` each by its name. "" for neither."""
    before, now = entry.row.previous, entry.row.current
    moved: list[tuple[str, str]] = []
    if before is not None and now is not None and before.status is not None and now.status is not None:
        if before.grade and now.grade:
            moved.append(
                (
                    translate("ComparisonModel", "程度"),
                    f"{grade_word(before.grade)} → {grade_word(now.grade)}",
                )
            )
        if before.count and now.count and before.count.unit == now.count.unit:
            moved.append((translate("ComparisonModel", "数量"), f"{before.count.number} → {now.count.text}"))
        if before.status is not now.status:
            moved.append(
                (
                    translate("ComparisonModel", "有无"),
                    f"{shown(before.status.value)} → {shown(now.status.value)}",
                )
            )
    measured = {name for name, _ in moved}
    if entry.said:
        moved.append((translate("ComparisonModel", "所述"), shown(entry.said)))
    if is_long:
        return translate("ComparisonModel", "；").join(f"{name} {words}" for name, words in moved)
    return "·".join(words if name in measured else f"{name} {words}" for name, words in moved)


class ComparisonModel(QAbstractTableModel):
    """The rows that are shown. `heads` are the words over the columns, `rules` the sentence of each rule."""

    def __init__(
        self, heads: tuple[str, ...], rules: Mapping[str, str], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._heads, self._rules = heads, rules
        self._every: tuple[Entry, ...] = ()
        self._shown: tuple[Entry, ...] = ()
        self._only: frozenset[str] = frozenset()
        self.comparison: Comparison | None = None

    def show(self, comparison: Comparison | None) -> None:
        """Show another comparison, or none. The filter stays."""
        self.beginResetModel()
        self.comparison = comparison
        self._every = entries(comparison) if comparison else ()
        self._choose()
        self.endResetModel()

    @property
    def only(self) -> frozenset[str]:
        """The states and markers that are shown; empty means all rows."""
        return self._only

    def show_only(self, verdicts: frozenset[str]) -> None:
        """Show the rows of these states and markers; with none, all rows."""
        if verdicts == self._only:
            return
        self.beginResetModel()
        self._only = verdicts
        self._choose()
        self.endResetModel()

    @property
    def counts(self) -> dict[Change, int]:
        """How many rows there are of each state and marker, filtered or not."""
        return {change: sum(entry.verdict == change.value for entry in self._every) for change in Change}

    @property
    def total(self) -> int:
        """How many symptoms were compared."""
        return sum(not entry.is_observation for entry in self._every)

    def entry(self, row: int) -> Entry:
        """A row that is shown."""
        return self._shown[row]

    def place_of(self, key: str) -> int | None:
        """Where a symptom is shown now, None if it is not."""
        return next((row for row, entry in enumerate(self._shown) if entry.row.key == key), None)

    def rule_words(self, entry: Entry) -> str:
        """The sentence of a row's rule without its number, "" for what has none."""
        rule = entry.row.rule
        return self._rules.get(rule, rule).removeprefix(f"{rule} ") if rule else ""

    def basis_words(self, entry: Entry) -> str:
        """The basis on one line: what moved where a state was found, else the rule."""
        if entry.is_observation:
            return self.tr("只并列，不判变化")
        if entry.chosen is not None:
            return self.tr("医师改判（原判 {computed}）").format(computed=shown(entry.computed))
        return (moved_words(entry) if entry.row.state else "") or self.rule_words(entry)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(Column)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        entry, column = self._shown[index.row()], Column(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words(entry, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.tr("{0}：{1}").format(self._heads[column], shown(self._words(entry, column)))
        if role == Qt.ItemDataRole.ToolTipRole and column in _LONG:
            words = self._words(entry, column)
            return plain(words) if len(words) > _SHORT else None
        if role == Qt.ItemDataRole.UserRole:
            return entry
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is Qt.Orientation.Horizontal and 0 <= section < len(self._heads):
            if role == Qt.ItemDataRole.DisplayRole:
                return self._heads[section]
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def _words(self, entry: Entry, column: Column) -> str:
        match column:
            case Column.SYMPTOM:
                return one_line(entry.row.symptom)
            case Column.PREVIOUS:
                side = entry.row.previous
                words = side_words(side, self.tr("没有记录"))
                return f"{words} {side.day.isoformat()}" if side else words
            case Column.CURRENT:
                # An observation that was not made is not a question that was not asked.
                return side_words(
                    entry.row.current, self.tr("没有记录") if entry.is_observation else self.tr("未问")
                )
            case Column.STATE:
                return entry.state
            case Column.MARKER:
                return entry.marker
            case Column.BASIS:
                return " ".join(part for part in (entry.row.rule or "", self.basis_words(entry)) if part)

    def _choose(self) -> None:
        self._shown = tuple(entry for entry in self._every if not self._only or entry.verdict in self._only)


def entries(comparison: Comparison) -> tuple[Entry, ...]:
    """Every row of a comparison in its order, with what was chosen and said."""
    compared = comparison.compared
    return tuple(
        Entry(
            row,
            compared.chosen.get(row.key) if row.rule else None,
            comparison.said.get((compared.to, row.key), "") if compared.to is not None else "",
        )
        for row in compared.rows
    )
