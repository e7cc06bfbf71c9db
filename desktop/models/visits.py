"""The visits of one patient as a list, the newest first."""

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from core.services.visits.timeline import TimedVisit
from desktop.models.comparison import visit_words

Index = QModelIndex | QPersistentModelIndex
ROLE = Qt.ItemDataRole


class VisitsModel(QAbstractListModel):
    """What the list shows; `outdated` are the visits whose comparison is computed otherwise by now."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._visits: tuple[TimedVisit, ...] = ()
        self.outdated: frozenset[int] = frozenset()

    @property
    def visits(self) -> tuple[TimedVisit, ...]:
        """In the order they are shown."""
        return self._visits

    def show_visits(self, visits: tuple[TimedVisit, ...]) -> None:
        """Show these, given oldest first."""
        self.beginResetModel()
        self._visits, self.outdated = tuple(reversed(visits)), frozenset()
        self.endResetModel()

    def mark_outdated(self, numbers: frozenset[int]) -> None:
        """Mark visits, by number."""
        self.outdated = numbers
        if self._visits:
            self.dataChanged.emit(self.index(0), self.index(len(self._visits) - 1))

    def visit(self, row: int) -> TimedVisit | None:
        """The visit in a row."""
        return self._visits[row] if 0 <= row < len(self._visits) else None

    def row_of(self, number: int) -> int | None:
        """Where a visit stands."""
        return next((row for row, visit in enumerate(self._visits) if visit.number == number), None)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._visits)

    def data(self, index: Index, role: int = ROLE.DisplayRole) -> object:
        visit = self.visit(index.row())
        if visit is None:
            return None
        if role in {ROLE.DisplayRole, ROLE.AccessibleTextRole}:
            parts = (
                *(visit_words(visit.place), moment(visit), self.complaint(visit), self.meta(visit)),
                *(self.void(visit) or self.signed(visit), self.changed(visit)),
            )
            return " ".join(part for part in parts if part)
        return visit if role == ROLE.UserRole else None

    def complaint(self, visit: TimedVisit) -> str:
        """Why the patient came, in their words."""
        return visit.chief_complaint or self.tr("没有主诉")

    def meta(self, visit: TimedVisit) -> str:
        """That it was amended or entered late, the form, how many symptoms there were if any, and which texts are not what they
        were at the visit before.
        """
        parts = [*(() if visit.void else self.became(visit)), visit.title]
        if visit.symptoms:
            parts.append(self.tr("{0} 项症状", "", visit.symptoms).format(visit.symptoms))
        if visit.changes:
            labels = self.tr("、").join(change.label for change in visit.changes)
            parts.append(self.tr("改动：{0}").format(labels))
        return "·".join(parts)

    def became(self, visit: TimedVisit) -> tuple[str, ...]:
        """That it was amended, that it was entered late."""
        every = ((visit.amended, self.tr("已更正")), (visit.is_late, self.tr("补记")))
        return tuple(words for is_so, words in every if is_so)

    def void(self, visit: TimedVisit) -> str:
        """That it counts no more, "" for one that stands."""
        return self.tr("已作废") if visit.void else ""

    def signed(self, visit: TimedVisit) -> str:
        """Whether it is signed."""
        return self.tr("已签") if visit.signed else self.tr("未签")

    def changed(self, visit: TimedVisit) -> str:
        """That its comparison is another by now, "" where it is not."""
        return self.tr("对比已变") if visit.number in self.outdated else ""


def moment(visit: TimedVisit) -> str:
    """When it was."""
    return f"{visit.visited_at:%Y-%m-%d %H:%M}"
