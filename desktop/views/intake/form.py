"""A form to fill in: any Questionnaire, one column, on the patient's last symptoms. It keeps nothing and saves nothing.

After every change it asks anew what is asked. What was answered before an item went out of sight stays in its field, but is
not part of the content: the answers file takes no answer to what is not asked.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from core.base.messages import Messages
from core.services.forms import Enabling, Filled, Item, ItemType, Questionnaire, Role, missing
from desktop.bridge.clinic import ClinicBridge
from desktop.theme.fonts import px
from desktop.theme.tokens import Frame, Space
from desktop.views.intake.group import GroupView, NoteView
from desktop.views.intake.item_view import ItemView, Tree
from desktop.views.intake.question import QuestionView
from desktop.views.intake.sections import Outline, outline_of
from desktop.views.intake.symptom_row import OUT
from desktop.views.intake.symptoms import SymptomTable

if TYPE_CHECKING:
    from core.services.carried import Carried

_SYMPTOM = "symptoms["


class Told(Protocol):
    """A problem as `Intake.check` tells it."""

    @property
    def where(self) -> str: ...
    @property
    def code(self) -> str: ...
    @property
    def params(self) -> Mapping[str, object]: ...


class FormView(QWidget):
    """The form. Nothing is shown until `show_form`."""

    changed = Signal()
    """A person changed an answer."""

    outline_changed = Signal(object)
    """The `Outline` of what is filled now."""

    section_entered = Signal(str)
    """The focus came into the section with this linkId."""

    def __init__(
        self,
        clinic: ClinicBridge | None = None,
        messages: Messages | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._clinic = clinic
        self._messages = messages or Messages()
        self._questionnaire: Questionnaire | None = None
        self._carried: Sequence[Carried] = ()
        self.table: SymptomTable | None = None
        self._views: list[ItemView] = []
        self._body: QWidget | None = None
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.area)
        self._current = ""
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus)

    @property
    def questionnaire(self) -> Questionnaire | None:
        """The form that is shown."""
        return self._questionnaire

    def show_form(self, questionnaire: Questionnaire, carried: "Sequence[Carried]" = ()) -> None:
        """Show a form, empty, with last time's symptoms ready. What was shown before is gone."""
        self._questionnaire, self._carried, self.table = questionnaire, tuple(carried), None
        body = QWidget()
        body.setProperty("plain", True)
        outer = QHBoxLayout(body)
        outer.setContentsMargins(Space.M, 0, Space.M, Space.XL)
        outer.setSpacing(0)
        inner = QWidget()
        inner.setMaximumWidth(px(Frame.FORM) + 2 * OUT)
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.S)
        self._views = self._make_views(questionnaire.items, 0)
        for view in self._in_reading_order():
            if not isinstance(view, SymptomTable):
                # The ground of the table's focused row runs past the form; everything else keeps clear of that.
                view.setContentsMargins(OUT, 0, OUT, 0)
            column.addWidget(view)
            view.changed.connect(self._on_changed)
        column.addStretch()
        outer.addStretch()
        outer.addWidget(inner, 1_000)
        outer.addStretch()
        self._body = body
        self.area.setWidget(body)  # deletes the one before
        self._current = ""
        self._ask()

    def clear(self) -> None:
        """Show no form."""
        self._questionnaire, self._views, self.table, self._body = None, [], None, None
        self.area.setWidget(QWidget())  # deletes the one before

    def content(self) -> dict[str, object]:
        """The answers file: `answers` and `symptoms`, numbers exact. Only what is asked; half a number is told as typed."""
        return {"answers": self._tree(everything=False), "symptoms": self._entries()}

    def fill(self, content: Mapping[str, object]) -> None:
        """Show the content of a draft in place of what stands here."""
        answers = content.get("answers")
        for view in self._views:
            view.read(answers if isinstance(answers, Mapping) else {})
        if self.table:
            self.table.fill(content.get("symptoms"))
        self._ask()

    def outline(self) -> Outline:
        """How far each section is."""
        if self._questionnaire is None:
            return Outline()
        findings = self.table.findings() if self.table and self.table.asked else ()
        gaps = missing(self._questionnaire, self._tree(everything=False), findings)
        required = {*missing(self._questionnaire, None), *gaps}
        return outline_of(self._in_reading_order(), gaps, len(required))

    def show_problems(self, problems: Iterable[Told], gaps: Iterable[str] = ()) -> None:
        """Say beside each field what is wrong, and what required answer is missing; go to the first. None clears all."""
        for view in self._views:
            view.show_problem("")
        places: list[QWidget] = []
        for link_id in gaps:
            places += self._tell(link_id, (), self.tr("必填，还没有答案"))
        for problem in problems:
            words = self._messages.text(f"problems.{problem.code}", **dict(problem.params))
            if problem.where.startswith(_SYMPTOM):
                places += self._tell_row(problem, words)
            else:
                numbers = [
                    int(part) for part in str(problem.params.get("row", "")).split(".") if part.isdigit()
                ]
                places += self._tell(problem.where, numbers, words)
        if places:
            self._go(min(places, key=self._height_of))

    def jump_to(self, link_id: str) -> None:
        """Bring an item into view, with the caret in its first field."""
        view = self._view_of(link_id, ())
        if view:
            self._go(view)

    # ── Asking ──────────────────────────────────────────────────────────────────────────────────

    def _on_changed(self) -> None:
        self._ask()
        self.changed.emit()

    def _ask(self) -> None:
        if self._questionnaire is None:
            return
        findings = self.table.findings() if self.table else ()
        filled = Filled.of(self._questionnaire, self._tree(everything=True), findings)
        enabling = Enabling(filled)
        for view in self._views:
            view.ask(enabling, ())
        self.outline_changed.emit(self.outline())

    def _tree(self, *, everything: bool) -> Tree:
        tree: Tree = {}
        for view in self._views:
            view.write(tree, everything=everything)
        return tree

    def _entries(self) -> list[dict[str, object]]:
        return self.table.entries() if self.table and self.table.asked else []

    # ── Places ──────────────────────────────────────────────────────────────────────────────────

    def _view_of(self, link_id: str, numbers: Sequence[int]) -> ItemView | None:
        found = (view.view_of(link_id, numbers) for view in self._views)
        return next((view for view in found if view), None)

    def _tell(self, link_id: str, numbers: Sequence[int], words: str) -> list[QWidget]:
        view = self._view_of(link_id, numbers)
        if view is None:
            return []
        view.show_problem(words)
        return [view]

    def _tell_row(self, problem: Told, words: str) -> list[QWidget]:
        number = problem.params.get("row")
        row = self.table.row_numbered(number) if self.table and isinstance(number, int) else None
        if row is None:
            return []
        row.show_problem(words)
        return [row]

    def _height_of(self, widget: QWidget) -> int:
        return widget.mapTo(self._body, widget.rect().topLeft()).y() if self._body else 0

    def _go(self, widget: QWidget) -> None:
        target = widget
        if isinstance(widget, ItemView):
            field = widget.first_field()
            if field:
                field.take_focus()
            elif isinstance(widget, SymptomTable):
                widget.take_focus()
        elif hasattr(widget, "take_focus"):
            widget.take_focus()
        QTimer.singleShot(0, target, _Reveal(self.area, target).now)

    def _on_focus(self, _old: QWidget | None, now: QWidget | None) -> None:
        if now is None or not self.isAncestorOf(now):
            return
        for view in self._views:
            if view.isAncestorOf(now) and view.item.link_id != self._current:
                self._current = view.item.link_id
                self.section_entered.emit(self._current)
        self.area.ensureWidgetVisible(now, 0, px(64))

    # ── Parts ───────────────────────────────────────────────────────────────────────────────────

    def _make_views(self, items: Sequence[Item], depth: int) -> list[ItemView]:
        return [self._make_view(item, depth) for item in items]

    def _make_view(self, item: Item, depth: int) -> ItemView:
        if item.role is Role.SYMPTOM_LIST:
            self.table = SymptomTable(item, self._carried, self._clinic)
            return self.table
        if item.type is ItemType.DISPLAY:
            return NoteView(item)
        if item.is_group:
            return GroupView(item, depth, self._make_views)
        return QuestionView(item, depth, self._make_views(item.items, depth + 1))

    def _in_reading_order(self) -> list[ItemView]:
        """The form's order, but the symptoms right after the story they belong to, where a physician asks for them."""
        views = list(self._views)
        roles = (Role.PRESENT_ILLNESS, Role.CHIEF_COMPLAINT)
        story = next((view for role in roles for view in views if view.item.role is role), None)
        if self.table in views and story:
            views.remove(self.table)
            views.insert(views.index(story) + 1, self.table)
        return views


class _Reveal:
    """Scrolls to a widget once the layout has settled."""

    def __init__(self, area: QScrollArea, widget: QWidget) -> None:
        self._area, self._widget = area, widget

    def now(self) -> None:
        """Scroll."""
        self._area.ensureWidgetVisible(self._widget, 0, px(Space.XL))
