"""A form to fill in: any Questionnaire, one column, on the patient's last symptoms. It keeps nothing and saves nothing.

After every change it asks anew what is asked. What was answered before an item went out of sight stays in its field, but is
not part of the content: the answers file takes no answer to what is not asked.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import tzinfo
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QScrollArea, QVBoxLayout, QWidget

from core.base.clock import zone_named
from core.base.messages import Messages
from core.services.forms import Questionnaire, missing
from core.settings.model import Settings
from desktop.bridge.clinic import ClinicBridge
from desktop.theme.fonts import px
from desktop.views.intake.form_body import FormBody
from desktop.views.intake.item_view import ItemView
from desktop.views.intake.sections import Outline, outline_of
from desktop.views.intake.sticky_head import StickyHead
from desktop.views.intake.symptoms import SymptomTable

if TYPE_CHECKING:
    from core.services.visits.carried import Carried, LastAnswer

_SYMPTOM = "symptoms["

HEAD = 64
"""Pixels at the top of the form that are kept clear for the heading that stays there."""


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
        self._body: FormBody | None = None
        self._bodies: dict[str, FormBody] = {}
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        ground = QWidget()
        ground.setProperty("plain", True)
        self._stack = QVBoxLayout(ground)
        self._stack.setContentsMargins(0, 0, 0, 0)
        self.area.setWidget(ground)
        self.sticky = StickyHead(self.area)
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
        return self._body.questionnaire if self._body else None

    @property
    def zone(self) -> tzinfo:
        """The zone of the clinic, in which a moment is read that was typed without one."""
        opened = self._clinic.opened if self._clinic else None
        return opened.clock.zone if opened else zone_named(Settings().zone)

    @property
    def table(self) -> SymptomTable | None:
        """The symptoms of the form that is shown."""
        return self._body.table if self._body else None

    def show_form(
        self,
        questionnaire: Questionnaire,
        carried: "Sequence[Carried]" = (),
        last: "Mapping[str, LastAnswer] | None" = None,
    ) -> None:
        """Show a form, empty, with last time's symptoms and answers ready. What was shown before is gone."""
        self.clear()
        body = self.prepare(questionnaire)
        body.begin(carried, last or {})
        self._body = body
        self._ask()
        body.show()
        self.area.verticalScrollBar().setValue(0)

    def prepare(self, questionnaire: Questionnaire) -> FormBody:
        """Build a form without showing it, so that it comes up at once when it is wanted."""
        body = self._bodies.get(questionnaire.ref)
        if body is None:
            body = self._bodies[questionnaire.ref] = FormBody(questionnaire, self._clinic, self.zone)
            body.hide()
            body.changed.connect(self._on_changed)
            self._stack.addWidget(body)
            for part in body.findChildren(QWidget):
                part.ensurePolished()
        return body

    def clear(self) -> None:
        """Show no form. Nothing that was typed stays in a field."""
        body, self._body = self._body, None
        self._current = ""
        self.sticky.follow(())
        if body:
            body.hide()
            body.begin((), {})

    def content(self) -> dict[str, object]:
        """The answers file: `answers` and `symptoms`, numbers exact. Only what is asked; half a number is told as typed."""
        if self._body is None:
            return {"answers": {}, "symptoms": []}
        entries = self.table.entries() if self.table and self.table.asked else []
        marks = self._body.marks()
        return {
            "answers": self._body.tree(everything=False),
            "symptoms": entries,
            **({"carried": marks} if marks else {}),
        }

    def fill(self, content: Mapping[str, object]) -> None:
        """Show the content of a draft in place of what stands here."""
        if self._body:
            self._body.fill(content)
            self._ask()

    def outline(self) -> Outline:
        """How far each section is."""
        if self._body is None:
            return Outline()
        questionnaire = self._body.questionnaire
        findings = self.table.findings() if self.table and self.table.asked else ()
        gaps = missing(questionnaire, self._body.tree(everything=False), findings)
        required = {*missing(questionnaire, None), *gaps}
        return outline_of(self._body.sections, gaps, len(required))

    def show_problems(self, problems: Iterable[Told], gaps: Iterable[str] = ()) -> None:
        """Say beside each field what is wrong, and what required answer is missing; go to the first. None clears all."""
        for view in self._body.views if self._body else ():
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

    def take_focus(self) -> None:
        """Put the caret into the first field."""
        first = (
            next((view for view in self._body.sections if view.asked and view.first_field()), None)
            if self._body
            else None
        )
        if first:
            self._go(first)

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
        if self._body is None:
            return
        self._body.ask()
        self.sticky.follow(self._body.sections)
        self.outline_changed.emit(self.outline())

    # ── Places ──────────────────────────────────────────────────────────────────────────────────

    def _view_of(self, link_id: str, numbers: Sequence[int]) -> ItemView | None:
        return self._body.view_of(link_id, numbers) if self._body else None

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
        for view in self._body.views if self._body else ():
            if view.isAncestorOf(now) and view.item.link_id != self._current:
                self._current = view.item.link_id
                self.section_entered.emit(self._current)
        self.area.ensureWidgetVisible(now, 0, px(HEAD))


class _Reveal:
    """Scrolls to a widget once the layout has settled."""

    def __init__(self, area: QScrollArea, widget: QWidget) -> None:
        self._area, self._widget = area, widget

    def now(self) -> None:
        """Scroll."""
        self._area.ensureWidgetVisible(self._widget, 0, px(HEAD))
