"""The symptoms of a visit: last time's stand ready, others are added by typing. Untouched is 未问 and is not written.

The rows of last time come first, in the order they are given. A symptom stands here once: adding it again goes to its row.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from core.base.text import compact
from core.services.forms import Finding, Item, Status, from_plain
from desktop.bridge.clinic import ClinicBridge
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Height, Space, Tone, Type
from desktop.views.intake.add_symptom import AddSymptom
from desktop.views.intake.column_names import ColumnNames
from desktop.views.intake.item_view import Answered, ItemView
from desktop.views.intake.symptom_row import OUT, SymptomRow
from desktop.widgets.button import link
from desktop.widgets.label import Label
from desktop.widgets.tab_order import put_after

if TYPE_CHECKING:
    from core.services.visits.carried import Carried


class SymptomTable(ItemView):
    """The symptom list of a form. Its entries go into `symptoms` of the answers file, never into the answers."""

    def __init__(
        self,
        item: Item,
        clinic: ClinicBridge | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(item, parent)
        self.rows: list[SymptomRow] = []
        self._carried: tuple[Carried, ...] = ()
        self._watches = False
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head())
        self._names = ColumnNames()
        column.addWidget(self._names)
        self.problem = Label("", Type.META, Tone.DANGER, wrap=True)
        self.problem.setContentsMargins(OUT, 0, OUT, 0)
        self.problem.hide()
        column.addWidget(self.problem)
        self._lines = QVBoxLayout()
        self._lines.setSpacing(0)
        column.addLayout(self._lines)
        self.add = AddSymptom(clinic)
        self.add.added.connect(self.add_symptom)
        foot = QVBoxLayout()
        foot.setContentsMargins(OUT, 0, OUT, 0)
        foot.addWidget(self.add)
        column.addLayout(foot)
        self.begin(())

    def begin(self, carried: "Sequence[Carried]") -> None:
        """Start anew, with the symptoms of last time, or none, ready."""
        for row in list(self.rows):
            self._drop(row)
        self._carried = tuple(carried)
        self._heading.setText(self.title)
        self._basis.setText(self._basis_of(self._carried) if self._carried else "")
        self.add.clear()
        self._names.hide()
        for one in self._carried:
            self._append(SymptomRow(one.finding.term, group=one.finding.field, carried=one))

    @property
    def title(self) -> str:
        """The heading: last time's symptoms on a return visit, the form's own word otherwise."""
        return self.tr("上次症状") if self._carried else self.item.label

    # ── What it says ────────────────────────────────────────────────────────────────────────────

    def entries(self) -> list[dict[str, object]]:
        """The findings in the nine keys of the answers file, without the rows of last time nobody touched."""
        return [dict(row.plain()) for row in self.rows if not (row.carried and row.is_untouched)]

    def findings(self) -> tuple[Finding, ...]:
        """What can be read of the findings, for asking what is asked and what is missing."""
        found: list[Finding] = []
        for entry in self.entries():
            try:
                found.append(from_plain(entry))
            except (ValueError, TypeError, ArithmeticError, KeyError):
                found.append(Finding(str(entry.get("term")), Status.NOT_ASKED))
        return tuple(found)

    def fill(self, entries: object) -> None:
        """Show the findings of a draft: those of last time in their rows, others as rows of their own."""
        for row in [row for row in self.rows if not row.carried]:
            self._drop(row)
        by_term: dict[str, Mapping[str, object]] = {}
        for entry in entries if isinstance(entries, list) else []:
            if isinstance(entry, Mapping):
                by_term.setdefault(compact(str(entry.get("term", ""))), entry)
        for row in self.rows:
            found = by_term.pop(compact(row.term), None)
            row.fill(found or {"term": row.term, "field": row.group, "status": Status.NOT_ASKED.value})
            if found is None:
                row.forget()
        for entry in by_term.values():
            row = SymptomRow(str(entry.get("term", "")))
            row.fill(entry)
            self._append(row)

    def add_symptom(self, term: str, group: str = "") -> SymptomRow:
        """A row for a term, the one that is there or a new one at the end, with the focus."""
        row = self.row_for(term, group)
        row.take_focus()
        return row

    def row_for(self, term: str, group: str = "") -> SymptomRow:
        """A row for a term, the one that is there or a new one at the end."""
        row = next((row for row in self.rows if compact(row.term) == compact(term)), None)
        if row is None:
            row = SymptomRow(term, group=group)
            self._append(row)
            self.changed.emit()
        return row

    @property
    def open_count(self) -> int:
        """Rows of last time that are still 未问."""
        return sum(1 for row in self.rows if row.carried and row.status is Status.NOT_ASKED)

    def answered(self) -> Answered:
        asked = sum(1 for row in self.rows if row.status is not Status.NOT_ASKED)
        return Answered(asked, len(self.rows)) if self.asked else Answered(0, 0)

    def view_of(self, link_id: str, numbers: Sequence[int]) -> ItemView | None:
        known = {self.item.link_id, "symptoms", *(child.link_id for child in self.item.items)}
        return self if link_id in known else None

    def row_numbered(self, number: int) -> SymptomRow | None:
        """The row of the entry with this number (from 1) in `entries`."""
        written = [row for row in self.rows if not (row.carried and row.is_untouched)]
        return written[number - 1] if 0 < number <= len(written) else None

    def show_problem(self, words: str) -> None:
        self.problem.setText(words)
        self.problem.setVisible(bool(words))
        if not words:
            for row in self.rows:
                row.show_problem("")

    def take_focus(self) -> None:
        """Put the focus on the first row, or on the field for adding one."""
        if self.rows:
            self.rows[0].take_focus()
        else:
            self.add.edit.setFocus()

    # ── Focus ───────────────────────────────────────────────────────────────────────────────────

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        app = QApplication.instance()
        if not self._watches and isinstance(app, QApplication):
            self._watches = True
            app.focusChanged.connect(self._on_focus)

    def _on_focus(self, _old: QWidget | None, now: QWidget | None) -> None:
        for row in self.rows:
            row.set_active(now is not None and row.isAncestorOf(now))

    def _on_stepped(self, places: int) -> None:
        row = self.sender()
        if isinstance(row, SymptomRow):
            place = self.rows.index(row) + places
            if 0 <= place < len(self.rows):
                self.rows[place].take_focus()
            elif place == len(self.rows):
                self.add.edit.setFocus(Qt.FocusReason.TabFocusReason)

    def _on_removed(self) -> None:
        row = self.sender()
        if isinstance(row, SymptomRow):
            self._drop(row)
            self.add.edit.setFocus()
            self.changed.emit()

    def _on_add(self) -> None:
        self.add.edit.setFocus(Qt.FocusReason.TabFocusReason)

    # ── Parts ───────────────────────────────────────────────────────────────────────────────────

    def _append(self, row: SymptomRow) -> None:
        row.changed.connect(self.changed)
        row.removed.connect(self._on_removed)
        row.stepped.connect(self._on_stepped)
        self._lines.addWidget(row)
        put_after(self.rows[-1] if self.rows else self._add_button, row)
        self.rows.append(row)
        self._names.show()

    def _drop(self, row: SymptomRow) -> None:
        self.rows.remove(row)
        self._lines.removeWidget(row)
        row.hide()
        row.deleteLater()
        self._names.setVisible(bool(self.rows))

    def _head(self) -> QWidget:
        head = QWidget()
        line = QHBoxLayout(head)
        line.setContentsMargins(OUT, 0, OUT, 0)
        line.setSpacing(Space.S)
        head.setFixedHeight(px(Height.BUTTON))
        self._heading = Label("", Type.SECTION)
        self._basis = Label("", Type.META, Tone.MUTED)
        line.addWidget(self._heading)
        line.addWidget(self._basis)
        line.addStretch()
        self._add_button = link(self.tr("添加症状"), icon=Icon.ADD)
        self._add_button.clicked.connect(self._on_add)
        line.addWidget(self._add_button)
        return head

    def _basis_of(self, carried: "Iterable[Carried]") -> str:
        newest = max(carried, key=_day_of)
        return self.tr("对照 {0}，不点即为“未问”").format(newest.day.isoformat())


def _day_of(carried: "Carried") -> str:
    return carried.day.isoformat()
