"""问诊: find who it is, write the visit, save it, sign it. What is typed is a draft from the first key and a visit once saved.

The page writes for one confirmed patient, the one of its context, and carries that number with every request. Below 900 pixels
the panels at its sides are drawers over the form.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial

from PySide6.QtCore import QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from core.base.clock import parse_moment
from core.base.errors import ClinicError
from core.base.ids import RecordNo
from core.base.messages import Messages
from core.services.forms import Questionnaire, dump_json, load_json
from core.services.visits.intake import Checked, Saved, Signed
from core.services.visits.records import Record
from desktop.actions.catalog import ActionId, Fact
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.bridge.notices import Notices
from desktop.models.chosen_visit import ChosenVisit
from desktop.models.comparison import visit_words
from desktop.models.patient_context import PatientContext
from desktop.session.close_guard import CloseGuard
from desktop.session.page import Page
from desktop.theme.icons import Icon
from desktop.trouble.present import Trouble
from desktop.views.intake.draft import Draft
from desktop.views.intake.finishing import Finishing
from desktop.views.intake.loading import Loaded, forms_of, load
from desktop.views.intake.outline import OutlinePanel
from desktop.views.intake.record_print import RecordPrint
from desktop.views.intake.sides import Sides
from desktop.views.intake.visit_time import VisitTimeSheet
from desktop.views.intake.who import Who
from desktop.views.intake.writing_area import WritingArea
from desktop.widgets.noted_words import noted_words
from desktop.widgets.sheet import sheets_over

CLOCK_MS = 20_000
"""How often the moment of a visit that is being written is shown anew."""


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
        self._draft: Draft | None = None
        self._visited_at: datetime | None = None
        self._record: Record | None = None
        self._told: frozenset[Fact] = frozenset()
        self._taken_back = ""
        self._is_prepared = False
        self.area = WritingArea(clinic, messages)
        self.form, self.card, self.top = self.area.form, self.area.card, self.area.top
        self.outline = OutlinePanel()
        self.finishing = Finishing(clinic, notices, messages, self)
        self.who = Who(self, clinic, messages, trouble, self.area)
        self.finder = self.who.finder
        self.sides = Sides(self, self.finder, self.area, self.outline)
        self.printing = RecordPrint(self, clinic, notices, messages, trouble=trouble)
        self._clock = QTimer(self)
        self._clock.setInterval(CLOCK_MS)
        self._clock.timeout.connect(self._show_time)
        self._connect()
        self._show_nothing()

    def _connect(self) -> None:
        self.who.chosen.connect(self.chosen)
        self.who.new_patient.connect(self._on_register_wanted)
        self.area.find_wanted.connect(self.go_to_find)
        self.top.form_chosen.connect(self._on_form_chosen)
        self.top.find_wanted.connect(self.go_to_find)
        self.top.outline_wanted.connect(self.sides.open_outline)
        self.top.time_wanted.connect(self.ask_for_time)
        self.form.changed.connect(self._on_changed)
        self.form.outline_changed.connect(self.outline.show_outline)
        self.form.section_entered.connect(self.outline.set_current)
        self.outline.jump_wanted.connect(self._on_jump)
        self.outline.foot.save_wanted.connect(self.save)
        self.outline.foot.sign_wanted.connect(self.sign)
        self.card.compare_wanted.connect(self._on_compare)
        self.card.print_wanted.connect(self.open_print)
        self.card.sign_wanted.connect(self.sign)
        self.card.next_wanted.connect(self.write_another)
        self.finishing.saved.connect(self._on_saved)
        self.finishing.refused.connect(self._on_refused)
        self.finishing.failed.connect(self._on_failed)
        self.finishing.signing.signed.connect(self._on_signed)
        self.finishing.signing.not_signed.connect(self._on_not_signed)

    # ── What the shell asks ─────────────────────────────────────────────────────────────────────

    @property
    def facts(self) -> frozenset[Fact]:
        found = set()
        if self._draft:
            found.add(Fact.FORM_SHOWN)
            if self.is_typed:
                found.add(Fact.RECORD_UNSIGNED)
        if self._record:
            found.add(Fact.RECORD_SHOWN)
            if self._record.signed is None:
                found.add(Fact.RECORD_UNSIGNED)
        return frozenset(found)

    @property
    def is_typed(self) -> bool:
        """Whether there is anything in the form."""
        content = self.form.content()
        return bool(content["answers"] or content["symptoms"])

    def act(self, action: ActionId) -> None:
        if self._is_covered:
            return  # what lies over the page is answered first: it may be who the next visit is of
        if action is ActionId.SAVE:
            self.save()
        elif action is ActionId.SIGN:
            self.sign()
        elif action is ActionId.PRINT:
            self.open_print()

    @property
    def _is_covered(self) -> bool:
        return any(not sheet.isHidden() for sheet in sheets_over(self))

    def go_to_find(self) -> None:
        self.sides.open_find(self.finder.box)
        self.who.go_to_find()

    def turn_to(self, context: PatientContext | None) -> None:
        self.flush()
        super().turn_to(context)
        self.sides.close_up()
        self.who.turn_to(context)
        self._show_nothing()
        if context is not None:
            self._load(context)

    @property
    def place(self) -> str:
        """The form, and the number of the saved visit that is shown on it, if one is."""
        shown = self._record.number if self._record else ""
        return f"{self._form_name} {shown}" if self._record or self._draft else ""

    def return_to(self, place: str) -> None:
        form, _, visit = place.partition(" ")
        if self.context is not None and form:
            self._load(self.context, form, visit=int(visit) if visit else None, writes=not visit)

    @property
    def keeps_itself(self) -> tuple[QWidget, ...]:
        return (self.form,)

    @property
    def unsaved(self) -> str:
        """The draft as it stands, while it could not be saved."""
        draft = self._draft
        if draft is None or not draft.is_dirty:
            return self._taken_back
        return dump_json({"record_no": draft.record_no, "form": draft.form, "content": self._content()})

    def take_back(self, unsaved: str) -> None:
        self._taken_back = unsaved

    def _newest(self, context: PatientContext, loaded: Loaded) -> Loaded:
        """What was loaded, or, in place of the draft in the store, the newer one that could not be put there."""
        back = load_json(self._taken_back or "{}")
        if not isinstance(back, Mapping) or loaded.record is not None:
            return loaded
        if (back.get("record_no"), back.get("form")) != (context.record_no, loaded.questionnaire.slug):
            return loaded
        self._taken_back = ""
        content = load_json(str(back["content"]))
        return replace(loaded, content=content if isinstance(content, Mapping) else {})

    def flush(self) -> None:
        if self._draft:
            self._draft.autosave.flush()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.sides.settle()

    # ── Who is it? ──────────────────────────────────────────────────────────────────────────────

    @property
    def typed_name(self) -> str:
        """The name in the find box, for somebody new."""
        return self.who.typed_name

    def refresh(self) -> None:
        self.who.refresh()
        self._prepare()

    def _on_register_wanted(self, _name: str) -> None:
        # The shell asks for `typed_name` itself, as it does when the action comes by its key.
        self.wanted.emit(ActionId.NEW_PATIENT.value, None)

    # ── Writing ─────────────────────────────────────────────────────────────────────────────────

    def write_another(self) -> None:
        """Write one more visit of this patient, although one was saved already."""
        if self.context is not None:
            self._show_nothing()
            self._load(self.context, self._form_name, writes=True)

    def ask_for_time(self) -> None:
        """Ask when the visit took place."""
        opened = self.clinic.opened
        if opened is None or self._draft is None:
            return
        sheet = VisitTimeSheet(self, self._visited_at or opened.clock.now(), opened.clock)
        sheet.answered.connect(self._on_time_chosen)
        sheet.begin()

    def _on_form_chosen(self, name: str) -> None:
        if self._draft is None:
            self._turn_form(name, True)
        elif name != self._form_name:
            # What is typed on the form before is in safety first: coming back reads it from there.
            self._draft.autosave.flush(partial(self._turn_form, name))

    def _turn_form(self, name: str, is_safe: bool) -> None:
        if not is_safe:
            if self.top.tabs:
                self.top.tabs.set_value(self._form_name)
            return
        if self.context is not None:
            self._show_nothing()
            self._load(self.context, name, writes=True)

    def _on_time_chosen(self, at: datetime | None) -> None:
        if self._draft is None or at == self._visited_at:
            return
        self._visited_at = at
        self._draft.autosave.changed()
        # Last time is now another time: what stands ready is read anew, and what is typed comes back as the draft.
        self._draft.autosave.flush(partial(self._turn_form, self._form_name))
        self._show_time()

    def _load(
        self,
        context: PatientContext,
        form: str = "",
        *,
        visit: int | None = None,
        writes: bool = False,
        then_sign: bool = False,
    ) -> None:
        def work(kernel: Kernel) -> Loaded:
            return load(context.record_no, form, kernel, visit=visit, writes=writes)

        done = partial(self._on_loaded, context, then_sign)
        self.clinic.ask(self, work, done, self._on_not_loaded, latest="form", about=context.record_no)

    def _on_not_loaded(self, error: ClinicError) -> None:
        self._trouble.present(error)

    def _on_loaded(self, context: PatientContext, then_sign: bool, loaded: Loaded) -> None:
        self._form_name = loaded.questionnaire.slug
        self.top.show_forms(loaded.forms, self._form_name)
        if loaded.record is None:
            self._show_form(context, loaded)
        else:
            self._show_record(loaded.record)
            if then_sign:
                self.sign()
        self._tell_facts()

    def _show_form(self, context: PatientContext, read: Loaded) -> None:
        loaded = self._newest(context, read)
        self.form.show_form(loaded.questionnaire, loaded.carried, loaded.last)
        self.form.fill(loaded.content)
        opened = self.clinic.opened
        at = loaded.content.get("visited_at")
        self._visited_at = parse_moment(str(at), opened.clock.zone) if at and opened else None
        self._draft = Draft(
            self,
            self.clinic,
            self._notices,
            self._messages,
            record_no=context.record_no,
            form=self._form_name,
            title=f"{context.patient.details.name} {context.record_no} · {loaded.questionnaire.title}",
            content=self._content,
        )
        self.watch(self._draft.autosave)
        self._guard.register(self, self._draft)
        if loaded is not read:
            self._draft.autosave.changed()
        self.outline.show_outline(self.form.outline())
        self._enable(True)
        self.top.say(self._restored(loaded))
        self._show_time()
        self._clock.start()
        self.area.show_form()
        focused = QApplication.focusWidget()
        if focused and self.finder.isAncestorOf(focused) and not self.finder.box.text():
            # Somebody was chosen there, and nobody else is being typed: what comes next is the complaint.
            self.form.take_focus()

    def _restored(self, loaded: Loaded) -> str:
        """Since when the draft stands that was found and is shown again."""
        opened = self.clinic.opened
        if loaded.draft is None or opened is None:
            return ""
        at = loaded.draft.saved_at
        form = "%H:%M" if at.date() == opened.clock.now().date() else "%Y-%m-%d %H:%M"
        return self.tr("草稿存于 {0}，已恢复").format(at.strftime(form))

    def _show_record(self, record: Record) -> None:
        self._record = record
        self.printing.turn_to(record)
        self.outline.clear()
        if record.signed is None:
            self.outline.foot.say(self.tr("已保存，还没有签名"))
        else:
            self.outline.foot.say(self.tr("已签名定稿"), Icon.DONE)
        self.outline.sign.setEnabled(record.signed is None)
        focused = QApplication.focusWidget() or self
        # Who is being looked for already is typed on in peace.
        had_focus = self.isAncestorOf(focused) and not self.finder.isAncestorOf(focused)
        self.area.show_record(record, self.finishing.noted_of(record))
        if had_focus:
            self.card.take_focus()

    def _on_changed(self) -> None:
        if self._draft:
            self._draft.autosave.changed()
            self._tell_facts()

    def _content(self) -> str:
        at = self._visited_at
        when = {"visited_at": at.isoformat(timespec="minutes")} if at else {}
        return dump_json({**self.form.content(), **when})

    def _show_time(self) -> None:
        opened = self.clinic.opened
        if opened is not None and self._draft is not None:
            at = self._visited_at or opened.clock.now()
            self.top.show_visit(at, opened.operator, is_late=self._visited_at is not None)

    def _show_nothing(self) -> None:
        self._clock.stop()
        self.finishing.signing.withdraw()
        self.printing.turn_to(None)
        self._record = self._visited_at = None
        self._end_draft()
        if self.context is None:
            self.area.show_nobody()
        else:
            self.area.show_waiting()
        self.outline.clear()
        self._enable(False)
        self._tell_facts()

    def _end_draft(self) -> None:
        draft, self._draft = self._draft, None
        if draft:
            self._guard.unregister(draft)
            self.watch(None)
            draft.close()

    def _tell_facts(self) -> None:
        facts = self.facts
        if facts != self._told:
            self._told = facts
            self.facts_changed.emit()

    def _prepare(self) -> None:
        """Build the forms of the packs before anybody waits for one."""
        if not self._is_prepared:
            self._is_prepared = True
            self.clinic.ask(self, forms_of, self._on_forms, latest="forms")

    def _on_forms(self, forms: tuple[Questionnaire, ...]) -> None:
        for form in forms:
            QTimer.singleShot(0, self, partial(self.form.prepare, form))

    # ── Saving and signing ──────────────────────────────────────────────────────────────────────

    def save(self) -> None:
        """Save the visit, or say each gap beside its field and go to the first."""
        self._save(then_sign=False)

    def sign(self) -> None:
        """Sign the visit that is shown; one that is being written is saved first."""
        if self._record is not None and self._record.signed is None and self.context is not None:
            name = self.context.patient.details.name
            self.finishing.signing.ask(ChosenVisit.of_record(self._record, name))
        elif self._record is None:
            self._save(then_sign=True)

    def open_print(self) -> None:
        """Show the saved visit as it would be printed."""
        if self._record is not None:
            self.printing.open(self._record)

    def _save(self, *, then_sign: bool) -> None:
        draft = self._draft
        if draft is None or not self.outline.save.isEnabled():
            return
        self._enable(False)
        send = partial(self.finishing.save, draft.record_no, draft.form, self._content(), then_sign=then_sign)
        draft.autosave.hold(send)

    def _on_refused(self, checked: Checked) -> None:
        self._go_on_writing()
        self.form.show_problems(checked.problems, [gap.link_id for gap in checked.gaps])
        for error in checked.refusals:
            if not error.details:
                self._trouble.present(error)

    def _on_failed(self, error: ClinicError) -> None:
        self._go_on_writing()
        self._trouble.present(error)

    def _on_saved(self, saved: Saved, then_sign: bool) -> None:
        draft = self._draft
        is_ours = draft is not None and draft.record_no == saved.record_no
        if draft is not None and is_ours:
            draft.autosave.rest()
        # A leave that waited for the save went on within `rest`: somebody else may be here by now.
        is_here = is_ours and self._draft is draft
        if draft is not None and is_here and not draft.is_dirty and self.context is not None:
            form = self._form_name
            self._show_nothing()
            self._load(self.context, form, visit=saved.number, then_sign=then_sign)
            return
        if is_here:
            # Something was typed while the visit was on its way: it stays, as the draft of the next one.
            self._enable(True)
        self._notices.info(
            self._messages.text(
                "intake.saved",
                record_no=saved.record_no,
                label=visit_words(saved.place),
                visited_at=f"{saved.visited_at:%Y-%m-%d %H:%M}",
            ),
            noted_words(saved.noted, self._messages),
        )

    def _go_on_writing(self) -> None:
        if self._draft:
            self._draft.autosave.resume()
            self._enable(True)

    def _enable(self, can_save: bool) -> None:
        self.outline.save.setEnabled(can_save)
        self.outline.sign.setEnabled(can_save)

    def _on_signed(self, signed: Signed) -> None:
        say = self._messages.text
        self._notices.info(
            say("intake.signed", record_no=signed.record_no, by=signed.by, at=f"{signed.at:%H:%M}"),
            say("intake.signed_next"),
        )
        self._show_again(signed.record_no, signed.visit)

    def _on_not_signed(self, error: ClinicError) -> None:
        self._trouble.present(error)
        if self._record is not None:
            self._show_again(self._record.record_no, self._record.number)

    def _show_again(self, record_no: RecordNo, visit: int) -> None:
        """Show a saved visit as it stands now, if it is still the one that is shown."""
        shown = self._record
        if self.context is not None and shown and (shown.record_no, shown.number) == (record_no, visit):
            self._load(self.context, self._form_name, visit=visit)

    def _on_compare(self) -> None:
        if self.context is not None:
            self.wanted.emit(ActionId.COMPARE.value, self.context.record_no)

    def _on_jump(self, link_id: str) -> None:
        self.sides.close_up(give_back=False)
        self.form.jump_to(link_id)
