"""问诊: find who it is, write the visit, save it. What is typed is a draft from the first key and a visit once it is saved.

The page writes for one confirmed patient, the one of its context, and carries that number with every request.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from core.base.errors import ClinicError
from core.base.ids import RecordNo
from core.base.messages import Messages
from core.services.forms import Questionnaire, Role, dump_json, load_json
from core.services.intake import Carried, Checked, Saved
from core.services.patients import Found, Patient
from core.services.records import visit_label
from desktop.actions.catalog import ActionId, Fact
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.bridge.notices import Notices
from desktop.models.patient_context import PatientContext, context_of
from desktop.session.autosave import Autosave, DraftSaver
from desktop.session.close_guard import CloseGuard, Then
from desktop.session.page import Page
from desktop.theme.tokens import Space
from desktop.trouble.present import Trouble
from desktop.views.intake.find import FindPanel
from desktop.views.intake.form import FormView
from desktop.views.intake.outline import OutlinePanel
from desktop.views.intake.picker import Picker
from desktop.widgets.empty_state import EmptyState
from desktop.widgets.segmented import Option, Segmented


@dataclass(frozen=True, slots=True)
class _Loaded:
    """A form ready to be written: what it asks, what stands from last time, and a draft that was left."""

    forms: tuple[Questionnaire, ...]
    questionnaire: Questionnaire
    carried: tuple[Carried, ...]
    draft: str | None


class _Sheet:
    """The draft of one patient's form, as the guard of leaving sees it."""

    keeps_draft = True

    def __init__(self, title: str, autosave: Autosave) -> None:
        self.title = title
        self.autosave = autosave

    @property
    def is_dirty(self) -> bool:
        return self.autosave.is_dirty

    def save(self, then: Then) -> None:
        self.autosave.flush(then)

    def discard(self, then: Then) -> None:
        self.autosave.hold(partial(self._rest, then))

    def _rest(self, then: Then) -> None:
        self.autosave.rest()
        then(True)


class IntakePage(Page):
    """The screen."""

    def __init__(
        self,
        clinic: ClinicBridge,
        *,
        notices: Notices,
        guard: CloseGuard,
        trouble: Trouble,
        messages: Messages,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(clinic, parent)
        self._notices, self._guard, self._trouble, self._messages = notices, guard, trouble, messages
        self._form_name = ""  # the first there is
        self._sheet: _Sheet | None = None
        self._picker: Picker | None = None
        self.finder = FindPanel(clinic)
        self.form = FormView(clinic, messages)
        self.outline = OutlinePanel()
        self.tabs: Segmented | None = None
        self.nobody = EmptyState(self.tr("还没有选定患者，先在左边查找。"), self.tr("查找患者"), key="Ctrl F")
        writing = QWidget()
        column = self._column = QVBoxLayout(writing)
        column.setContentsMargins(Space.L, Space.S, Space.XS, 0)
        column.addWidget(self.form, 1)
        self._middle = QStackedWidget()
        self._middle.addWidget(self.nobody)
        self._middle.addWidget(writing)
        ground = QFrame()
        ground.setProperty("kind", "panel")
        inside = QVBoxLayout(ground)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self._middle)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for part in (self.finder, ground, self.outline):
            row.addWidget(part, int(part is ground))
        self.finder.settled.connect(self._on_settled)
        self.finder.unsettled.connect(self._on_unsettled)
        self.finder.new_patient.connect(self._on_new_patient)
        self.nobody.acted.connect(self.go_to_find)
        self.form.changed.connect(self._on_changed)
        self.form.outline_changed.connect(self.outline.show_outline)
        self.form.section_entered.connect(self.outline.set_current)
        self.outline.jump_wanted.connect(self.form.jump_to)
        self.outline.save_wanted.connect(self.save)
        self.outline.sign.hide()  # a visit is signed where it is shown, once it is saved
        self.outline.save.setEnabled(False)

    # ── What the shell asks ─────────────────────────────────────────────────────────────────────

    @property
    def facts(self) -> frozenset[Fact]:
        return frozenset({Fact.FORM_SHOWN}) if self._sheet else frozenset()

    def act(self, action: ActionId) -> None:
        if action is ActionId.SAVE:
            self.save()

    def go_to_find(self) -> None:
        self.finder.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.finder.box.selectAll()

    def turn_to(self, context: PatientContext | None) -> None:
        self.flush()
        super().turn_to(context)
        self._show_nothing()
        if context is not None:
            self._load(context)

    def flush(self) -> None:
        if self._sheet:
            self._sheet.autosave.flush()

    # ── Who is it? ──────────────────────────────────────────────────────────────────────────────

    def _on_settled(self, found: Found) -> None:
        if found.patient is not None:
            self._choose(found.patient)

    def _on_unsettled(self, found: Found) -> None:
        if not found.candidates:
            self._notices.warn(
                self._messages.text(f"reason.{found.reason}"), self._messages.text(f"next.{found.outcome}")
            )
            return
        self._picker = Picker(self, found, self._messages.text(f"reason.{found.reason}"), self._middle)
        self._picker.picked.connect(self._choose)
        self._picker.new_patient.connect(self._on_new_patient)
        self._picker.open(self._picker.card)

    def _on_new_patient(self, _name: str = "") -> None:
        self.wanted.emit(ActionId.NEW_PATIENT.value, None)

    def _choose(self, patient: Patient) -> None:
        self.clinic.ask(self, partial(context_of, patient.record_no), self.chosen.emit, latest="choose")

    # ── Writing ─────────────────────────────────────────────────────────────────────────────────

    def _on_form_chosen(self, name: object) -> None:
        if isinstance(name, str) and name != self._form_name:
            self.flush()
            self._form_name = name
            self._show_nothing()
            if self.context is not None:
                self._load(self.context)

    def _load(self, context: PatientContext) -> None:
        work = partial(_load, context.record_no, self._form_name)
        done = partial(self._on_loaded, context)
        self.clinic.ask(self, work, done, self._tell, latest="form", about=context.record_no)

    def _show_tabs(self, loaded: _Loaded) -> None:
        """The forms of the packs, once they are known."""
        self._form_name = loaded.questionnaire.slug
        if self.tabs is None:
            options = [Option(form.slug, form.title) for form in loaded.forms]
            self.tabs = Segmented(self.tr("表单"), options, value=self._form_name, padding=14)
            self.tabs.chosen.connect(self._on_form_chosen)
            self._column.insertWidget(0, self.tabs, 0, Qt.AlignmentFlag.AlignLeft)

    def _on_loaded(self, context: PatientContext, loaded: _Loaded) -> None:
        self._show_tabs(loaded)
        self.form.show_form(loaded.questionnaire, loaded.carried)
        if loaded.draft:
            draft = load_json(loaded.draft)
            if isinstance(draft, Mapping):
                self.form.fill(draft)
        saver = DraftSaver(self.clinic, self, context.record_no, self._form_name)
        title = f"{context.patient.details.name} {context.record_no} · {loaded.questionnaire.title}"
        self._sheet = _Sheet(title, Autosave(self._content, saver, self))
        self._guard.register(self, self._sheet)
        self.outline.show_outline(self.form.outline())
        self.outline.save.setEnabled(True)
        self._middle.setCurrentIndex(1)

    def _on_changed(self) -> None:
        if self._sheet:
            self._sheet.autosave.changed()

    def _content(self) -> str:
        return dump_json(self.form.content())

    def _show_nothing(self) -> None:
        if self._sheet:
            self._guard.unregister(self._sheet)
            self._sheet = None
        self.form.clear()
        self.outline.save.setEnabled(False)
        self._middle.setCurrentIndex(0)

    # ── Saving ──────────────────────────────────────────────────────────────────────────────────

    def save(self) -> None:
        """Save the visit, or say each gap beside its field and go to the first."""
        if self._sheet is None or self.context is None:
            return
        self.outline.save.setEnabled(False)
        self._sheet.autosave.hold(
            partial(self._check, self.context.record_no, self._form_name, self._content())
        )

    def _check(self, record_no: RecordNo, form: str, content: str) -> None:
        def work(kernel: Kernel) -> Checked | Saved:
            checked = kernel.intake.check(form, content, record_no)
            return checked if checked.refusals else kernel.intake.save(record_no, form, content)

        self.clinic.ask(self, work, partial(self._on_answer, record_no), self._on_not_saved)

    def _on_answer(self, record_no: RecordNo, answer: Checked | Saved) -> None:
        if isinstance(answer, Saved):
            self._on_saved(record_no, answer)
            return
        self._go_on_writing()
        self.form.show_problems(answer.problems, [gap.link_id for gap in answer.gaps])
        others = [error for error in answer.refusals if not error.details]
        for error in others:
            self._trouble.present(error)

    def _on_saved(self, record_no: RecordNo, saved: Saved) -> None:
        if self._sheet:
            self._sheet.autosave.rest()
        words = self._messages
        label = visit_label(saved.place, words)
        self._notices.info(
            words.text(
                "intake.saved", record_no=record_no, label=label, visited_at=_clock_time(saved.visited_at)
            )
        )
        if self.context is not None and self.context.record_no == record_no:
            self._show_nothing()
            self._load(self.context)

    def _on_not_saved(self, error: ClinicError) -> None:
        self._go_on_writing()
        self._trouble.present(error)

    def _tell(self, error: ClinicError) -> None:
        self._trouble.present(error)

    def _go_on_writing(self) -> None:
        if self._sheet:
            self._sheet.autosave.resume()
            self.outline.save.setEnabled(True)


def _load(record_no: RecordNo, form: str, kernel: Kernel) -> _Loaded:
    # A record layout stands before a checklist: it is what a visit is usually written in.
    forms = tuple(sorted(kernel.forms.every(), key=lambda one: not one.by_role(Role.PRESENT_ILLNESS)))
    questionnaire = kernel.intake.form_for(form or forms[0].slug)
    drafts = (draft.content for draft in kernel.intake.drafts(record_no) if draft.form == questionnaire.slug)
    return _Loaded(forms, questionnaire, kernel.intake.carried(record_no), next(drafts, None))


def _clock_time(at: datetime) -> str:
    return at.strftime("%Y-%m-%d %H:%M")
