"""What is done to a visit after it was saved: it is amended by a further version of its answers, or it is void and counts no more.

Nothing that was saved is touched: each version stays as it was written and signed, by whom, when and why
(中医病历书写基本规范 第七条; 电子病历应用管理规范 第十四、十六条). Form and time of the visit stay. A void has no way back: the visit is entered anew.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from sqlalchemy import Connection

from core.base.clock import from_stored, parse_moment, to_stored
from core.base.errors import ClinicError, UserError
from core.base.ids import RecordNo, parse_record_no
from core.base.messages import Codes
from core.base.rights import Right, TwoPersonRule
from core.base.text import is_missing
from core.constraints.event import Author, Event
from core.events.model import VisitAmended, VisitVoided
from core.forms.answers import carried_in, parse_answers_json, to_response
from core.forms.carried_from import CarriedFrom
from core.forms.difference import Told, difference
from core.forms.exact_json import dump_json
from core.forms.layout import Line, LineKind, lines
from core.forms.questionnaire import Questionnaire
from core.ledger.audit import REFUSED, Action
from core.services.at_work.desk import Change, Desk
from core.services.patients.patients import Patient, known_patient
from core.services.red_lines.hits import tell_of
from core.services.red_lines.places import Noted
from core.services.red_lines.wording import Wording
from core.services.visits.carried import carried_sources
from core.services.visits.checking import Checked, check_content, chief_complaint
from core.services.visits.records import filled_answers, forms_of, response_of
from core.services.visits.signing import numbered, refuse_amended, refuse_void
from core.store import versions, visits
from core.store.unlocking import Credential
from core.store.versions import AmendmentDraft
from core.store.visits import Correction, Visit

E = TypeVar("E", bound=StrEnum)


class AmendReason(StrEnum):
    """Why a visit is amended; words at `amend.reason.<value>`."""

    SLIP = "slip"
    OMISSION = "omission"
    WRONG_CHOICE = "wrong_choice"
    LEARNED_LATER = "learned_later"
    REVIEW = "review"
    OTHER = "other"


class VoidReason(StrEnum):
    """Why a visit counts no more; words at `void.reason.<value>`."""

    WRONG_PATIENT = "wrong_patient"
    DUPLICATE = "duplicate"
    NOT_SEEN = "not_seen"
    TRIAL = "trial"
    OTHER = "other"


WORDS_AT: Mapping[type[StrEnum], str] = {AmendReason: "amend.reason", VoidReason: "void.reason"}
"""Where the words of the reasons stand."""


@dataclass(frozen=True, slots=True)
class Amended:
    """A version that is in the store, and how many answers it changed."""

    record_no: RecordNo
    visit: int
    version: int
    at: datetime
    by: str
    changes: int
    was_signed: bool
    touched: tuple[Event, ...] = ()
    """As of `core.services.visits.intake.Saved`."""
    noted: tuple[Noted, ...] = ()


@dataclass(frozen=True, slots=True)
class Voided:
    """A visit that counts no more."""

    record_no: RecordNo
    visit: int
    at: datetime
    by: str


@dataclass(frozen=True, slots=True)
class KeptAmendment:
    """What was typed to amend a visit, exactly as typed, and the version it began from."""

    visit: int
    version: int
    content: str
    saved_at: datetime
    saved_by: str


@dataclass(frozen=True, slots=True)
class _Wanted:
    """An answers file that is to be the next version of a visit, the version it began from, and why."""

    record_no: RecordNo
    visit: int
    content: str
    version: int
    reason: AmendReason
    note: str


@dataclass(frozen=True, slots=True)
class _Found:
    """A visit that stands, with the form it was filled in with."""

    patient: Patient
    visit: Visit
    form: Questionnaire
    until: tuple[Visit, ...]
    """The other visits that stand, up to the time of this one."""


class Amendments:
    """Amending and voiding. Every way needs the right to write clinical records."""

    def __init__(self, desk: Desk, wording: Wording) -> None:
        self._desk, self._wording = desk, wording

    def check(self, record_no: str, visit: int, content: str, version: int) -> Checked:
        """Every gap and every problem that amending would meet. Nothing is written.

        Raises `UserError` unknown_record_no, unknown_visit, visit_voided.
        """
        number = self._begin(record_no)

        def work(connection: Connection) -> Checked:
            found = self._found(connection, number, visit)
            checked = self._content(found, content)
            return checked.asking(
                lambda: self._refuse_amended(connection, found, version),
                lambda: self._refuse_moved(found, checked),
                lambda: self._refuse_unchanged(found, checked, self._sources(connection, found, checked)),
            )

        return self._desk.read_record("amendments.check", number, work, visit)

    def changes(self, record_no: str, visit: int, content: str, version: int) -> tuple[Told, ...]:
        """What an answers file would change in a visit. Nothing is written. Raises what `amend` does for the answers."""
        number = self._begin(record_no)

        def work(connection: Connection) -> tuple[Told, ...]:
            found = self._found(connection, number, visit)
            self._refuse_amended(connection, found, version)
            checked = self._content(found, content)
            checked.refuse()
            return self._refuse_unchanged(found, checked, self._sources(connection, found, checked))

        return self._desk.read_record("amendments.changes", number, work, visit)

    def amend(
        self,
        record_no: str,
        visit: int,
        content: str,
        *,
        version: int,
        reason: str,
        note: str = "",
        second: Credential | None = None,
    ) -> Amended:
        """Save an answers file as the next version of a visit. `version` is the one it began from, `reason` an `AmendReason`.

        A version that was signed stays signed; the new one is not. Raises `UserError` unknown_record_no, unknown_visit,
        visit_voided, unknown_reason, note_required, amended_since (details `changes`: what changed since), nothing_changed,
        visit_time_stays, and what saving a visit raises for the answers; `Refused` as `Desk.require_second` does for a signed
        visit. Whatever fails, what was typed stays as a draft, which the details `draft` name.
        """
        number = self._begin(record_no)
        wanted = _Wanted(number, visit, content, version, _reason(AmendReason, reason, note), note)
        try:
            self._approve(number, visit, second)
            self._wording.begin()
            return self._desk.change(lambda change: self._amend(change, wanted))
        except Exception as error:
            code = error.code if isinstance(error, ClinicError) else "internal"
            with suppress(ClinicError):
                if self._keep_refused(wanted, code) and isinstance(error, ClinicError):
                    error.details["draft"] = ({"record_no": number, "visit": visit},)
            raise

    def void(
        self, record_no: str, visit: int, *, reason: str, note: str = "", second: Credential | None = None
    ) -> Voided:
        """Say of a visit that it counts no more. It stays in the record, with its number; `reason` is a `VoidReason`.

        Raises `UserError` unknown_record_no, unknown_visit, visit_voided, unknown_reason, note_required; `Refused` as
        `Desk.require_second` does for a signed visit.
        """
        number = self._begin(record_no)
        why = _reason(VoidReason, reason, note)
        self._approve(number, visit, second)

        def work(change: Change) -> Voided:
            found = self._found(change.connection, number, visit)
            versions.void(
                change.connection,
                found.patient.id,
                found.visit.id,
                Correction(to_stored(change.at), change.by, why, note),
                self._desk.actor.source,
            )
            change.trail.record(
                Action.VISIT_VOID,
                number,
                visit,
                reason=why,
                before=found.visit.response,
                version=found.visit.version,
                **_whose(found.visit, change),
            )
            change.announce(VisitVoided(number, visit))
            return Voided(number, visit, change.at, change.by)

        return self._desk.change(work)

    def save_draft(self, record_no: str, visit: int, content: str, version: int) -> KeptAmendment:
        """Keep what was typed to amend a visit, in place of the draft before. Raises `UserError` answers_unreadable, visit_voided."""
        number = self._begin(record_no)
        parse_answers_json(content)

        def work(change: Change) -> KeptAmendment:
            found = self._found(change.connection, number, visit)
            self._keep_draft(change, found, content, version)
            change.trail.record(
                Action.DRAFT_SAVE, number, visit, after=content, form=found.form.slug, version=version
            )
            return KeptAmendment(visit, version, content, change.at, change.by)

        return self._desk.change(work)

    def draft(self, record_no: str, visit: int) -> KeptAmendment | None:
        """What was typed to amend a visit and is not saved, None when there is nothing."""
        number = self._begin(record_no)

        def work(connection: Connection) -> AmendmentDraft | None:
            return versions.draft_of(connection, self._found(connection, number, visit).visit.id)

        kept = self._desk.read_record("amendments.draft", number, work, visit)
        return self._kept(visit, kept) if kept else None

    def drafts(self, record_no: str) -> tuple[KeptAmendment, ...]:
        """Everything that was typed to amend visits of a patient and is not saved, the newest first."""
        number = self._begin(record_no)

        def work(connection: Connection) -> list[tuple[int, AmendmentDraft]]:
            patient = known_patient(connection, number, self._desk)
            return versions.drafts_of_patient(connection, patient.id)

        found = self._desk.read_record("amendments.draft", number, work)
        return tuple(self._kept(visit, kept) for visit, kept in found)

    def discard_draft(self, record_no: str, visit: int) -> None:
        """Throw away what was typed to amend a visit. Nothing happens when there is nothing."""
        number = self._begin(record_no)

        def work(change: Change) -> None:
            found = self._found(change.connection, number, visit)
            versions.remove_draft(change.connection, found.visit.id)
            change.trail.record(Action.DRAFT_DISCARD, number, visit, form=found.form.slug)

        self._desk.change(work)

    def _begin(self, record_no: str) -> RecordNo:
        self._desk.require(Right.CLINICAL_WRITE)
        number = parse_record_no(record_no)
        self._desk.refuse_without_reason(number)
        return number

    def _kept(self, visit: int, kept: AmendmentDraft) -> KeptAmendment:
        at = from_stored(kept.saved_at, self._desk.clock.zone)
        return KeptAmendment(visit, kept.version, kept.content, at, kept.saved_by)

    def _approve(self, record_no: RecordNo, visit: int, second: Credential | None) -> None:
        """A visit that is signed may want a second person to say yes."""
        found = self._desk.read(lambda connection: self._found(connection, record_no, visit))
        if found.visit.signature is not None:
            self._desk.require_second(TwoPersonRule.AMENDMENT, second)

    def _found(self, connection: Connection, record_no: RecordNo, number: int) -> _Found:
        patient = known_patient(connection, record_no, self._desk)
        every = visits.every_of_patient(connection, patient.id)
        visit = numbered(every, number, record_no)
        refuse_void(visit, self._desk.clock.zone)
        return _Found(
            patient,
            visit,
            forms_of(connection, [visit])[visit.form_ref],
            tuple(one for one in every if one.void is None and one.place < visit.place),
        )

    def _content(self, found: _Found, content: str) -> Checked:
        return check_content(found.form, content, self._desk.packs.vocabulary.direction)

    def _amend(self, change: Change, wanted: _Wanted) -> Amended:
        found = self._found(change.connection, wanted.record_no, wanted.visit)
        visit, form = found.visit, found.form
        self._refuse_amended(change.connection, found, wanted.version)
        checked = self._content(found, wanted.content)
        checked.refuse()
        self._refuse_moved(found, checked)
        carried = self._sources(change.connection, found, checked)
        changes = self._refuse_unchanged(found, checked, carried)
        authored = change.at.isoformat(timespec="seconds")
        response = dump_json(
            to_response(form, checked.answers, checked.findings, authored=authored, carried=carried)
        )
        added = versions.Version(
            number=visit.version + 1,
            response=response,
            saved_at=to_stored(change.at),
            saved_by=change.by,
            reason=wanted.reason,
            note=wanted.note,
            source=self._desk.actor.source,
            signature=None,
        )
        versions.add(
            change.connection,
            found.patient.id,
            visit.id,
            added,
            chief_complaint=chief_complaint(form, checked.answers),
            found=checked.findings,
        )
        change.trail.record(
            Action.VISIT_AMEND,
            wanted.record_no,
            wanted.visit,
            reason=wanted.reason,
            before=visit.response,
            after=response,
            version=added.number,
            **_whose(visit, change),
        )
        touched = self._wording.looked_through(checked.texts, Author.PHYSICIAN, wanted.record_no)
        tell_of(change.trail, touched, wanted.record_no, wanted.visit)
        change.announce(VisitAmended(wanted.record_no, wanted.visit, added.number))
        return Amended(
            wanted.record_no,
            wanted.visit,
            added.number,
            change.at,
            change.by,
            len(changes),
            was_signed=visit.signature is not None,
            touched=touched,
            noted=self._wording.noted(checked.written(form)) if touched else (),
        )

    def _refuse_amended(self, connection: Connection, found: _Found, version: int) -> None:
        """Raise `UserError` amended_since, with what changed, for a version that is not the newest any more."""
        try:
            refuse_amended(found.visit, version, self._desk.clock.zone)
        except UserError as refusal:
            kept = {one.number: one for one in versions.of_visit(connection, found.visit.id)}
            if refusal.code != "amended_since" or version not in kept:
                raise
            began = _lines(found.form, versions.as_of(found.visit, kept[version]))
            changes = difference(began, _lines(found.form, found.visit))
            told = tuple(change_as_plain(change) for change in changes)
            raise UserError(refusal.code, details={"changes": told}, **refusal.params) from None

    def _refuse_moved(self, found: _Found, checked: Checked) -> None:
        """Raise `UserError` visit_time_stays when the answers file names another time than that of the visit."""
        if checked.visited_at:
            zone = self._desk.clock.zone
            stands = from_stored(found.visit.visited_at, zone)
            if parse_moment(checked.visited_at, zone) not in {
                stands,
                stands.replace(microsecond=0),
                stands.replace(second=0, microsecond=0),
            }:
                raise UserError("visit_time_stays", at=f"{stands:%Y-%m-%d %H:%M}")

    def _refuse_unchanged(
        self, found: _Found, checked: Checked, carried: dict[str, CarriedFrom]
    ) -> tuple[Told, ...]:
        """What changes. Raise `UserError` nothing_changed when nothing does."""
        after = lines(found.form, checked.answers, checked.findings, carried)
        changes = difference(_lines(found.form, found.visit), after)
        if not changes:
            raise UserError("nothing_changed")
        return changes

    def _sources(self, connection: Connection, found: _Found, checked: Checked) -> dict[str, CarriedFrom]:
        forms = forms_of(connection, found.until) if checked.carried else {}
        every = found.until if checked.carried else ()
        return carried_sources(checked, found.form, every, forms, self._desk.clock.zone, before=found.visit)

    def _keep_draft(self, change: Change, found: _Found, content: str, version: int) -> None:
        draft = AmendmentDraft(version, content, to_stored(change.at), change.by)
        versions.keep_draft(change.connection, found.visit.id, draft)

    def _keep_refused(self, wanted: _Wanted, code: str) -> bool:
        """What was typed for an amendment that could not be saved is not lost; whether there is a draft of it."""

        def work(change: Change) -> bool:
            change.trail.record(
                Action.VISIT_AMEND,
                wanted.record_no,
                wanted.visit,
                reason=code,
                outcome=REFUSED,
                version=wanted.version,
            )
            with suppress(UserError):
                parts = parse_answers_json(wanted.content)
                if code != "nothing_changed" and (parts["answers"] or parts["symptoms"]):
                    found = self._found(change.connection, wanted.record_no, wanted.visit)
                    self._keep_draft(change, found, wanted.content, wanted.version)
                    return True
            return False

        return self._desk.change(work)


def change_as_plain(told: Told) -> dict[str, object]:
    """A change in its machine-readable form. A yes or no is true or false, nothing is null."""
    return {
        "label": " › ".join(told.path),
        "kind": told.kind.value if told.kind else None,
        "before": _plain(told.before),
        "after": _plain(told.now),
    }


def _plain(line: Line | None) -> object:
    if line is None or (line.kind is LineKind.ANSWER and not line.text):
        return None
    if line.kind in {LineKind.YES, LineKind.NO}:
        return line.kind is LineKind.YES
    return line.text


def _lines(form: Questionnaire, visit: Visit) -> tuple[Line, ...]:
    answers, findings = filled_answers(visit, form)
    return lines(form, answers, findings, carried_in(form, response_of(visit, form)))


def _reason(kind: type[E], reason: str, note: str) -> E:
    """Raise `UserError` unknown_reason, or note_required where the code alone says nothing."""
    try:
        why = kind(reason)
    except ValueError:
        raise UserError("unknown_reason", value=reason, known=Codes(WORDS_AT[kind], kind)) from None
    if why.value == "other" and is_missing(note):
        raise UserError("note_required")
    return why


def _whose(visit: Visit, change: Change) -> dict[str, str]:
    """What the trail says of a visit that somebody else wrote."""
    return {} if visit.saved_by == change.by else {"of": visit.saved_by}
