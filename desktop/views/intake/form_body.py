"""The widgets of one form, in one column. Built once for a form and emptied between one patient and the next: building takes
ten times as long as emptying.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import tzinfo
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.services.forms import Enabling, Filled, Item, ItemType, Questionnaire, Role
from desktop.bridge.clinic import ClinicBridge
from desktop.theme.fonts import px
from desktop.theme.tokens import Frame, Space
from desktop.views.intake.group import GroupView, NoteView
from desktop.views.intake.item_view import ItemView, Tree
from desktop.views.intake.narrative import NarrativeStrip
from desktop.views.intake.question import QuestionView
from desktop.views.intake.symptom_row import OUT
from desktop.views.intake.symptoms import SymptomTable

if TYPE_CHECKING:
    from core.services.visits.carried import Carried, LastAnswer


class FormBody(QWidget):
    """One form. `sections` are the views of its top level in reading order."""

    changed = Signal()
    """A person changed an answer."""

    def __init__(self, questionnaire: Questionnaire, clinic: ClinicBridge | None, zone: tzinfo) -> None:
        super().__init__()
        self.setProperty("plain", True)
        self.questionnaire = questionnaire
        self.table: SymptomTable | None = None
        self._clinic, self._zone = clinic, zone
        self.views = self._make_views(questionnaire.items, 0)
        self.sections = tuple(self._in_reading_order())
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, Space.XL)
        outer.setSpacing(0)
        inner = QWidget()
        inner.setMaximumWidth(px(Frame.FORM) + 2 * OUT)
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.XS)
        self.strip = self._make_strip()
        for view in self.sections:
            if isinstance(view, SymptomTable):
                if self.strip:
                    column.addWidget(self.strip)
            else:
                # The ground of the table's focused row runs past the form; everything else keeps clear of that.
                view.setContentsMargins(OUT, 0, OUT, 0)
            column.addWidget(view)
            view.changed.connect(self.changed)
        column.addStretch()
        outer.addStretch()
        outer.addWidget(inner, 1_000)
        outer.addStretch()

    def begin(self, carried: "Sequence[Carried]", last: "Mapping[str, LastAnswer]") -> None:
        """Empty everything, with last time's symptoms and answers ready."""
        if self.strip:
            self.strip.forget()
        if self.table:
            self.table.begin(carried)
        self.fill({})
        for view in self.views:
            view.show_problem("")
            view.stand_ready(last)

    def fill(self, content: Mapping[str, object]) -> None:
        """Show the content of an answers file in place of what stands here."""
        answers, marks = content.get("answers"), content.get("carried")
        for view in self.views:
            view.read(answers if isinstance(answers, Mapping) else {})
            view.put_marks(marks if isinstance(marks, Mapping) else {})
        if self.table:
            self.table.fill(content.get("symptoms"))

    def tree(self, *, everything: bool) -> Tree:
        """The answers: all there are, or only those that are asked for."""
        tree: Tree = {}
        for view in self.views:
            view.write(tree, everything=everything)
        return tree

    def marks(self) -> dict[str, int]:
        """The answers that were taken over, and the numbers of the visits they come from."""
        return {link_id: visit for view in self.views for link_id, visit in view.marks()}

    def ask(self) -> None:
        """Show what is asked after the answers so far, and hide the rest."""
        findings = self.table.findings() if self.table else ()
        filled = Filled.of(self.questionnaire, self.tree(everything=True), findings)
        enabling = Enabling(filled)
        for view in self.views:
            view.ask(enabling, ())
        if self.strip:
            self.strip.heed()

    def view_of(self, link_id: str, numbers: Sequence[int]) -> ItemView | None:
        """The view of an item, in the entries with these numbers (from 1) of the groups around it."""
        found = (view.view_of(link_id, numbers) for view in self.views)
        return next((view for view in found if view), None)

    def _make_views(self, items: Sequence[Item], depth: int) -> list[ItemView]:
        return [self._make_view(item, depth) for item in items]

    def _make_view(self, item: Item, depth: int) -> ItemView:
        if item.role is Role.SYMPTOM_LIST:
            self.table = SymptomTable(item, self._clinic)
            return self.table
        if item.type is ItemType.DISPLAY:
            return NoteView(item)
        if item.is_group:
            return GroupView(item, depth, self._make_views)
        return QuestionView(item, depth, self._make_views(item.items, depth + 1), self._zone)

    def _make_strip(self) -> NarrativeStrip | None:
        """What offers the symptoms of the story, where there is a story and a table for them."""
        told = {view.item.role: view for view in self.views if isinstance(view, QuestionView)}
        stories = [told[role] for role in (Role.CHIEF_COMPLAINT, Role.PRESENT_ILLNESS) if role in told]
        return NarrativeStrip(stories, self.table, self._clinic, self) if stories and self.table else None

    def _in_reading_order(self) -> Iterator[ItemView]:
        """The form's order, but the symptoms right after the story they belong to, where a physician asks for them."""
        views = list(self.views)
        roles = (Role.PRESENT_ILLNESS, Role.CHIEF_COMPLAINT)
        story = next((view for role in roles for view in views if view.item.role is role), None)
        if self.table in views and story:
            views.remove(self.table)
            views.insert(views.index(story) + 1, self.table)
        return iter(views)
