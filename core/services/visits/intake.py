"""Intake: what a physician records at a visit. A half record is never a visit; what was typed is always kept as a draft."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from core.base.clock import from_stored, to_stored
from core.base.errors import ClinicError, Refused, UserError
from core.base.ids import RecordNo, parse_record_no
from core.base.rights import Right
from core.constraints.event import Author, Event
from core.events.model import DraftDiscarded, DraftSaved, VisitSaved
from core.forms.answers import parse_answers_json, to_response
from core.forms.exact_json import dump_json
from core.forms.questionnaire import Questionnaire
from core.ledger.audit import REFUSED, Action
from core.packhost.form import Form
from core.packhost.narrative import Offer
from core.packhost.vocabulary import Suggestion
from core.services.at_work.desk import Change, Desk
from core.services.patients.patients import known_patient
from core.services.red_lines.hits import tell_of
from core.services.red_lines.places import Noted
from core.services.red_lines.wording import Wording
from core.services.visits.carried import (
    Carried,
    CarriedFrom,
    LastAnswer,
    carried_from,
    carried_sources,
    last_answers,
)
from core.services.visits.checking import (
    Checked,
    Gap,
    Problem,
    check_content,
    chief_complaint,
    refuse_before_birth,
    refuse_changed_form,
    visit_time,
)
from core.services.visits.compare import compare_visits, rows_as_json
from core.services.visits.records import forms_of
from core.services.visits.signing import Signed, sign
from core.store import drafts, visits
from core.store.drafts import Draft
from core.store.patients import Patient, as_json
from core.store.visits import NewVisit, StoredComparison, Visit

__all__ = [
    "Carried",
    "Checked",
    "Gap",
    "Intake",
    "KeptDraft",
    "LastAnswer",
    "Noted",
    "Offer",
    "Problem",
    "Saved",
    "Signed",
]


@dataclass(frozen=True, slots=True)
class Saved:
    """A visit that is in the store. `place` counts visits in order of time: 1 is the first visit."""

    record_no: RecordNo
    number: int
    place: int
    visited_at: datetime
    touched: tuple[Event, ...] = ()
    """Wording rules of packs that fit what was written (`noticed_words`). The text is as it was written."""
    noted: tuple[Noted, ...] = ()
    """Of a physician's words: the same by item, with the words found."""


@dataclass(frozen=True, slots=True)
class KeptDraft:
    """A draft with what it holds, exactly as typed."""

    record_no: RecordNo
    form: str
    content: str
    saved_at: datetime
    saved_by: str


class Intake:
    """Saving visits and keeping drafts."""

    def __init__(self, desk: Desk, wording: Wording) -> None:
        self._desk = desk
        self._wording = wording

    def form_for(self, form: str) -> Questionnaire:
        """The form to fill in, by name or url. Raises `UserError` unknown_form."""
        return self._desk.packs.form(form).questionnaire

    def carried(self, record_no: str, visited_at: str = "") -> tuple[Carried, ...]:
        """What stands ready on a return visit: the newest 有 or 无 of each symptom up to the time of the visit, 有 first.

        Raises `UserError` unknown_record_no, bad_time, visit_in_future.
        """
        self._desk.require(Right.CLINICAL_READ)
        number = parse_record_no(record_no)
        until = to_stored(visit_time(visited_at, self._desk.clock))

        def work(connection: Connection) -> list[Visit]:
            return visits.of_patient(connection, known_patient(connection, number, self._desk).id)

        return carried_from(
            _until(self._desk.read_record("intake.carried", number, work), until), self._desk.clock.zone
        )

    def last_answers(self, record_no: str, form: str, visited_at: str = "") -> dict[str, LastAnswer]:
        """The newest answer to each text item of a form up to the time of the visit, by linkId.

        Raises `UserError` unknown_record_no, unknown_form, bad_time, visit_in_future.
        """
        self._desk.require(Right.CLINICAL_READ)
        number = parse_record_no(record_no)
        questionnaire = self._desk.packs.form(form).questionnaire
        until = to_stored(visit_time(visited_at, self._desk.clock))

        def work(connection: Connection) -> dict[str, LastAnswer]:
            patient = known_patient(connection, number, self._desk)
            every = _until(visits.of_patient(connection, patient.id), until)
            return last_answers(questionnaire, every, forms_of(connection, every), self._desk.clock.zone)

        return self._desk.read_record("intake.last_answers", number, work)

    def check(
        self, form: str, content: str, record_no: str, visited_at: str = "", *, by_person: bool = True
    ) -> Checked:
        """Every gap and every problem that saving would meet. Nothing is written: no visit, no draft, no audit row. `by_person` is not so for
        `save_from_tool`.

        Raises `Refused` record_no_required, `UserError` bad_record_no, unknown_record_no, unknown_form; whatever is wrong with
        the answers or the time of the visit is in what is returned.
        """
        self._desk.require(Right.CLINICAL_WRITE)
        if not record_no.strip():
            raise Refused("record_no_required")
        number = parse_record_no(record_no)
        self._desk.refuse_without_reason(number)
        chosen = self._desk.packs.form(form)
        ref = chosen.questionnaire.ref

        def work(connection: Connection) -> tuple[Patient, str | None]:
            kept = visits.definitions(connection, [ref]).get(ref)
            return known_patient(connection, number, self._desk), kept

        patient, kept = self._desk.read(work)
        checked = self._content(chosen, content, by_person=by_person)

        def at() -> datetime:
            return visit_time(visited_at or checked.visited_at, self._desk.clock)

        def marks(connection: Connection) -> object:
            return self._sources(connection, patient, chosen, checked, at())

        return checked.asking(
            lambda: refuse_before_birth(patient, at()),
            lambda: checked.carried and self._desk.read(marks),
            lambda: refuse_changed_form(chosen, kept),
        )

    def save(self, record_no: str, form: str, content: str, visited_at: str = "") -> Saved:
        """Save a visit from an answers file, whose own `visited_at` counts when none is given here. The visit, its findings, its comparison with the visit before, its audit row and
        the removal of its draft are one transaction.

        Without a confirmed record number nothing is looked at: `Refused` record_no_required. Raises `UserError`
        unknown_record_no, unknown_form, answers_unreadable, answers_invalid, symptoms_invalid, missing_required (details
        `missing`), bad_time, visit_in_future, visit_before_birth, form_changed: what `check` tells beforehand. Whatever fails
        after the patient is known, what was typed stays as a draft, which the details `draft` name.
        """
        self._desk.require(Right.CLINICAL_WRITE)
        number = self._confirmed(record_no)
        chosen = self._desk.packs.form(form)
        try:
            checked = self._content(chosen, content)
            checked.refuse()
            return self._saved(number, chosen, checked, visited_at, Author.PHYSICIAN)
        except Exception as error:
            code = error.code if isinstance(error, ClinicError) else "internal"
            with suppress(ClinicError):
                form = chosen.questionnaire.slug
                if self._keep_refused(number, chosen.questionnaire, content, code) and isinstance(
                    error, ClinicError
                ):
                    error.details["draft"] = ({"record_no": number, "form": form},)
            raise

    def save_from_tool(
        self, record_no: str, form: str, content: str, visited_at: str, author: Author
    ) -> Saved:
        """Save a visit that a tool was handed. As `save`, but that a chosen 不详 is missing, as nobody chose it in the form, and that no draft
        is touched: what somebody is typing meanwhile is theirs, and what a refused call held is in its arguments.

        Raises besides `Refused` wording_refused for what an `author` other than a physician may not write.
        """
        self._desk.require(Right.CLINICAL_WRITE)
        number = self._confirmed(record_no)
        chosen = self._desk.packs.form(form)
        checked = self._content(chosen, content, by_person=False)
        checked.refuse()
        return self._saved(number, chosen, checked, visited_at, author, keeps_draft=True)

    def sign(self, record_no: str, visit: int, version: int | None = None) -> Signed:
        """Sign a saved visit, by number, as the operator at work. Each version is signed once; what was saved stays as it is.

        Raises `UserError` unknown_record_no, unknown_visit, visit_voided, already_signed (naming who and when), amended_since
        when the `version` that was read is not the newest.
        """
        self._desk.require(Right.CLINICAL_WRITE)
        number = parse_record_no(record_no)
        self._desk.refuse_without_reason(number)
        return self._desk.change(lambda change: sign(change, self._desk, number, visit, version))

    def save_draft(self, record_no: str, form: str, content: str) -> KeptDraft:
        """Keep what was typed, complete or not, in place of the draft before. Raises `UserError` answers_unreadable."""
        self._desk.require(Right.CLINICAL_WRITE)
        number = self._confirmed(record_no)
        questionnaire = self._desk.packs.form(form).questionnaire
        parse_answers_json(content)

        def work(change: Change) -> None:
            patient = known_patient(change.connection, number, self._desk)
            self._keep_draft(change, patient, questionnaire, content)
            change.trail.record(Action.DRAFT_SAVE, number, after=content, form=questionnaire.slug)

        self._desk.change(work)
        return next(
            kept
            for kept in self._kept_drafts(number, self._desk.read(self._drafts_of(number)))
            if kept.form == questionnaire.slug
        )

    def drafts(self, record_no: str) -> tuple[KeptDraft, ...]:
        """The drafts of a patient, the newest first."""
        self._desk.require(Right.CLINICAL_READ)
        number = parse_record_no(record_no)
        found = self._desk.read_record("intake.drafts", number, self._drafts_of(number))
        return self._kept_drafts(number, found)

    def discard_draft(self, record_no: str, form: str) -> None:
        """Throw a draft away. Raises `UserError` no_draft when there is none."""
        self._desk.require(Right.CLINICAL_WRITE)
        number = parse_record_no(record_no)
        self._desk.refuse_without_reason(number)
        questionnaire = self._desk.packs.form(form).questionnaire

        def work(change: Change) -> None:
            patient = known_patient(change.connection, number, self._desk)
            if not drafts.remove(change.connection, patient.id, questionnaire.url):
                raise UserError("no_draft", record_no=number, form=questionnaire.title)
            change.trail.record(Action.DRAFT_DISCARD, number, form=questionnaire.slug)
            change.announce(DraftDiscarded(number, questionnaire.slug))

        self._desk.change(work)

    def suggest(self, typed: str) -> tuple[Suggestion, ...]:
        """Terms of the vocabulary for what was typed. They are offered; nothing is replaced."""
        return self._desk.packs.vocabulary.suggest(typed)

    def recognise(self, narrative: str) -> tuple[Offer, ...]:
        """The symptoms a narrative plainly says are there or not. They are offered; nothing is taken over by itself."""
        return self._desk.packs.narrative.read(narrative)

    def _drafts_of(self, record_no: RecordNo) -> Callable[[Connection], list[Draft]]:
        def work(connection: Connection) -> list[Draft]:
            return drafts.of_patient(connection, known_patient(connection, record_no, self._desk).id)

        return work

    def _kept_drafts(self, record_no: RecordNo, found: list[Draft]) -> tuple[KeptDraft, ...]:
        return tuple(
            KeptDraft(
                record_no,
                self._form_name(draft.form_url),
                draft.content,
                from_stored(draft.saved_at, self._desk.clock.zone),
                draft.saved_by,
            )
            for draft in found
        )

    def _confirmed(self, record_no: str) -> RecordNo:
        """The number of a patient who exists and whose record may be opened. A missing number is a refusal of its own, and leaves its row."""
        if not record_no.strip():
            self._desk.change(
                lambda change: change.trail.record(
                    Action.INTAKE_REFUSED,
                    reason="record_no_required",
                    outcome=REFUSED,
                    code="record_no_required",
                )
            )
            raise Refused("record_no_required")
        number = parse_record_no(record_no)
        self._desk.read(lambda connection: known_patient(connection, number, self._desk))
        self._desk.refuse_without_reason(number)
        return number

    def _content(self, form: Form, content: str, *, by_person: bool = True) -> Checked:
        return check_content(
            form.questionnaire, content, self._desk.packs.vocabulary.direction, by_person=by_person
        )

    def _saved(
        self,
        record_no: RecordNo,
        form: Form,
        checked: Checked,
        visited_at: str,
        author: Author,
        *,
        keeps_draft: bool = False,
    ) -> Saved:
        at = visit_time(visited_at or checked.visited_at, self._desk.clock)
        touched = self._wording.looked_through(checked.texts, author, record_no)
        is_noted = touched and author is Author.PHYSICIAN
        noted = self._wording.noted(checked.written(form.questionnaire)) if is_noted else ()

        def work(change: Change) -> Saved:
            saved = self._save(change, record_no, form, checked, at)
            if not keeps_draft:
                patient = known_patient(change.connection, record_no, self._desk)
                drafts.remove(change.connection, patient.id, form.questionnaire.url)
            tell_of(change.trail, touched, record_no, saved.number)
            return replace(saved, touched=touched, noted=noted)

        return self._desk.change(work)

    def _save(
        self, change: Change, record_no: RecordNo, form: Form, checked: Checked, visited_at: datetime
    ) -> Saved:
        patient = known_patient(change.connection, record_no, self._desk)
        refuse_before_birth(patient, visited_at)
        questionnaire = form.questionnaire
        kept = visits.keep_definition(change.connection, questionnaire.ref, form.definition)
        refuse_changed_form(form, kept)
        response = to_response(
            questionnaire,
            checked.answers,
            checked.findings,
            authored=change.at.isoformat(timespec="seconds"),
            carried=self._sources(change.connection, patient, form, checked, visited_at),
        )
        number = visits.add(
            change.connection,
            patient.id,
            NewVisit(
                visited_at=to_stored(visited_at),
                form_ref=questionnaire.ref,
                chief_complaint=chief_complaint(questionnaire, checked.answers),
                subject=as_json(patient.details),
                response=dump_json(response),
                findings=checked.findings,
                source=self._desk.actor.source,
            ),
            at=to_stored(change.at),
            by=change.by,
        )
        place = self._keep_comparison(change, patient, number)
        change.trail.record(
            Action.INTAKE_SAVE, record_no, number, after=dump_json(response), form=questionnaire.ref
        )
        change.announce(VisitSaved(record_no, number))
        return Saved(record_no, number, place, visited_at)

    def _sources(
        self, connection: Connection, patient: Patient, form: Form, checked: Checked, at: datetime
    ) -> dict[str, CarriedFrom]:
        """Where the answers that were taken over come from. Raises `UserError` answers_invalid for a mark that is not true."""
        every = _until(visits.of_patient(connection, patient.id), to_stored(at)) if checked.carried else []
        forms = forms_of(connection, every)
        return carried_sources(checked, form.questionnaire, every, forms, self._desk.clock.zone)

    def _keep_comparison(self, change: Change, patient: Patient, number: int) -> int:
        """Compare the new visit with the one before it in time and keep the result; returns the visit's place in time."""
        every = visits.of_patient(change.connection, patient.id)
        current = next(visit for visit in every if visit.number == number)
        if current.place > 1:
            base = every[current.place - 2]
            rows = compare_visits(change.connection, self._desk, every, base, current)
            visits.keep_comparison(
                change.connection,
                current.id,
                StoredComparison(base.number, self._desk.packs.comparison.rule_version, rows_as_json(rows)),
            )
        return current.place

    def _keep_draft(
        self, change: Change, patient: Patient, questionnaire: Questionnaire, content: str
    ) -> None:
        drafts.keep(
            change.connection,
            patient.id,
            Draft(questionnaire.url, content, saved_at=to_stored(change.at), saved_by=change.by),
        )
        change.announce(DraftSaved(patient.record_no, questionnaire.slug))

    def _keep_refused(
        self, record_no: RecordNo, questionnaire: Questionnaire, content: str, code: str
    ) -> bool:
        """What was typed for a visit that could not be saved is not lost; whether there is a draft of it. A text without a single answer
        replaces none.
        """

        def work(change: Change) -> bool:
            patient, is_kept = known_patient(change.connection, record_no, self._desk), False
            with suppress(UserError):
                parts = parse_answers_json(content)
                if parts["answers"] or parts["symptoms"]:
                    self._keep_draft(change, patient, questionnaire, content)
                    is_kept = True
            change.trail.record(
                Action.INTAKE_REFUSED,
                record_no,
                reason=code,
                outcome=REFUSED,
                form=questionnaire.slug,
                code=code,
            )
            return is_kept

        return self._desk.change(work)

    def _form_name(self, url: str) -> str:
        try:
            return self._desk.packs.form(url).questionnaire.slug
        except UserError:
            return url  # the pack that brought the form is gone; the draft is not


def _until(every: list[Visit], stored: str) -> list[Visit]:
    """The visits that had taken place by a stored moment."""
    return [visit for visit in every if visit.visited_at <= stored]
