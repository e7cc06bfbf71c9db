"""Records: the visits of a patient as they were saved, and as they were amended since, each read with the very form it was filled
in with.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache

from sqlalchemy import Connection

from core.base.clock import from_stored
from core.base.errors import Damaged
from core.base.ids import RecordNo, parse_record_no
from core.base.messages import Messages
from core.base.rights import Reason, Right
from core.forms.answers import carried_in, from_response
from core.forms.carried_from import CarriedFrom
from core.forms.difference import Kind, Part, Past, Piece, Told, difference, laid_over, replaced
from core.forms.exact_json import load_json
from core.forms.findings import Finding
from core.forms.layout import Line, LineKind, lines
from core.forms.questionnaire import Questionnaire
from core.packhost.form import read_form
from core.services.at_work.desk import Desk
from core.services.patients.patients import known_patient
from core.services.visits.signing import Corrected, Signed, corrected, is_late, numbered, signed_of
from core.services.visits.timeline import Timeline, timeline_of
from core.store import visits
from core.store.versions import Version as StoredVersion
from core.store.versions import as_of, of_visit
from core.store.visits import Visit

__all__ = [
    "Context",
    "Corrected",
    "Kind",
    "Line",
    "Part",
    "Past",
    "Piece",
    "Record",
    "Records",
    "Told",
    "Version",
    "Versions",
    "amended_words",
    "line_words",
    "minute",
    "replaced",
    "visit_label",
    "void_words",
    "why_words",
]


@dataclass(frozen=True, slots=True)
class Record:
    """One saved visit as it stands. `place` counts visits in order of time; `subject` is the patient as registered when it was
    saved.

    `carried` are the answers taken over from an earlier visit, by linkId. `version` counts from 1; `amended` says how the newest
    came about, None for the first; `signed` is None until it is signed. A visit that is `void` has the place 0.
    """

    record_no: RecordNo
    number: int
    place: int
    visited_at: datetime
    form: Questionnaire
    answers: Mapping[str, object]
    findings: tuple[Finding, ...]
    subject: Mapping[str, object]
    saved_at: datetime
    saved_by: str
    source: str
    signed: Signed | None
    carried: Mapping[str, CarriedFrom] = field(default_factory=dict)
    version: int = 1
    amended: Corrected | None = None
    void: Corrected | None = None

    @property
    def is_late(self) -> bool:
        """Whether it was entered after the visit: 补记."""
        return is_late(self.visited_at, self.saved_at, self.source)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The record as it is printed."""
        return lines(self.form, self.answers, self.findings, self.carried)


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a visit's answers, by whom and when, with its signature. The first has no reason."""

    number: int
    at: datetime
    by: str
    reason: str
    note: str
    signed: Signed | None
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Versions:
    """A visit as it stands, and each version of it, the first one first."""

    record: Record
    versions: tuple[Version, ...]

    def changes(self, number: int) -> tuple[Told, ...]:
        """What a version changed in the one before it; the first changed nothing."""
        both = [one.lines for one in self.versions if one.number in {number - 1, number}]
        return difference(*both)

    @property
    def laid_over(self) -> tuple[Told, ...]:
        """The record as it stands, each line with what stood there before."""
        return laid_over(*(one.lines for one in self.versions))

    def ended_by(self, past: Past) -> Version:
        """The version that says otherwise."""
        return self.versions[past.until]


@dataclass(frozen=True, slots=True)
class Context:
    """What a physician sees before writing: which visit this will be, and the record before it, if there is one."""

    next_place: int
    last: Record | None


class Records:
    """Reading what was saved."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def needs_reason(self, record_no: str) -> bool:
        """Whether a reason is asked before this record is opened: others look after the patient, and the operator does not."""
        self._desk.require(Right.CLINICAL_READ)
        return self._desk.needs_reason(parse_record_no(record_no))

    def open_with_reason(self, record_no: str, reason: Reason) -> None:
        """Say why the record of somebody whom others look after is opened: it counts until the clinic is closed. Where none is
        needed nothing happens. Raises `UserError` bad_record_no.
        """
        self._desk.require(Right.CLINICAL_READ)
        number = parse_record_no(record_no)
        if self._desk.needs_reason(number):
            self._desk.open_with_reason(number, reason)

    def of_patient(self, record_no: str, visit: int | None = None) -> tuple[Record, ...]:
        """The visits of a patient in order of time, or one by number. Void ones are among them, and say so.

        Raises `UserError` unknown_record_no, unknown_visit.
        """
        self._desk.require(Right.CLINICAL_READ)
        number = parse_record_no(record_no)
        return self._desk.read_record(
            "records.of_patient", number, lambda connection: self._records(connection, number, visit), visit
        )

    def versions(self, record_no: str, visit: int) -> Versions:
        """All versions of a visit. Raises `UserError` unknown_record_no, unknown_visit."""
        self._desk.require(Right.CLINICAL_READ)
        number = parse_record_no(record_no)

        def work(connection: Connection) -> Versions:
            patient = known_patient(connection, number, self._desk)
            found = numbered(visits.every_of_patient(connection, patient.id), visit, number)
            form = forms_of(connection, [found])[found.form_ref]
            return Versions(
                self._record(number, found, form),
                tuple(self._version(number, found, form, one) for one in of_visit(connection, found.id)),
            )

        return self._desk.read_record("records.versions", number, work, visit)

    def context(self, record_no: RecordNo) -> Context:
        """The visit to come and the record before it. Raises `UserError` unknown_record_no."""
        self._desk.require(Right.CLINICAL_READ)

        def work(connection: Connection) -> Context:
            every = visits.of_patient(connection, known_patient(connection, record_no, self._desk).id)
            last = every[-1:]
            forms = forms_of(connection, last)
            return Context(
                len(every) + 1,
                next((self._record(record_no, visit, forms[visit.form_ref]) for visit in last), None),
            )

        return self._desk.read_record("records.context", record_no, work)

    def timeline(self, record_no: str) -> Timeline:
        """The visits of a patient, oldest first, and each symptom over all of them. Raises `UserError` unknown_record_no."""
        self._desk.require(Right.CLINICAL_READ)
        number = parse_record_no(record_no)

        def work(connection: Connection) -> Timeline:
            whole = visits.every_of_patient(connection, known_patient(connection, number, self._desk).id)
            forms = forms_of(connection, whole)
            answers = {
                visit.number: filled_answers(visit, forms[visit.form_ref])[0]
                for visit in whole
                if not visit.void
            }
            return timeline_of(number, whole, forms, answers, self._desk.clock.zone)

        return self._desk.read_record("records.timeline", number, work)

    def _records(self, connection: Connection, record_no: RecordNo, number: int | None) -> tuple[Record, ...]:
        patient = known_patient(connection, record_no, self._desk)
        every = visits.every_of_patient(connection, patient.id)
        chosen = every if number is None else [numbered(every, number, record_no)]
        forms = forms_of(connection, chosen)
        return tuple(self._record(record_no, visit, forms[visit.form_ref]) for visit in chosen)

    def _record(self, record_no: RecordNo, visit: Visit, form: Questionnaire) -> Record:
        answers, findings = filled_answers(visit, form)
        subject = load_json(visit.subject)
        zone = self._desk.clock.zone
        return Record(
            record_no=record_no,
            number=visit.number,
            place=visit.place,
            visited_at=from_stored(visit.visited_at, zone),
            form=form,
            answers=answers,
            findings=findings,
            subject=subject if isinstance(subject, Mapping) else {},
            saved_at=from_stored(visit.saved_at, zone),
            saved_by=visit.saved_by,
            source=visit.source,
            signed=signed_of(record_no, visit, zone),
            carried=carried_in(form, response_of(visit, form)),
            version=visit.version,
            amended=corrected(visit.amendment, zone),
            void=corrected(visit.void, zone),
        )

    def _version(self, record_no: RecordNo, visit: Visit, form: Questionnaire, one: StoredVersion) -> Version:
        then, zone = as_of(visit, one), self._desk.clock.zone
        answers, findings = filled_answers(then, form)
        return Version(
            number=one.number,
            at=from_stored(one.saved_at, zone),
            by=one.saved_by,
            reason=one.reason,
            note=one.note,
            signed=signed_of(record_no, then, zone),
            lines=lines(form, answers, findings, carried_in(form, response_of(then, form))),
        )


def forms_of(connection: Connection, every: Iterable[Visit]) -> dict[str, Questionnaire]:
    """The forms of visits, as they were kept when first used."""
    return kept_forms(connection, (visit.form_ref for visit in every))


def kept_forms(connection: Connection, refs: Iterable[str]) -> dict[str, Questionnaire]:
    """The forms with these `url|version`, as they were kept when first used."""
    kept = visits.definitions(connection, refs)
    return {ref: _form_of(definition) for ref, definition in kept.items()}


@lru_cache(maxsize=32)
def _form_of(definition: str) -> Questionnaire:
    """A kept definition never changes, and reading one takes 20 ms."""
    return read_form(definition).questionnaire


def filled_answers(visit: Visit, form: Questionnaire) -> tuple[Mapping[str, object], tuple[Finding, ...]]:
    """The answers of a visit in the shape of the answers file, and its findings."""
    return from_response(form, response_of(visit, form))


def response_of(visit: Visit, form: Questionnaire) -> Mapping[str, object]:
    """The QuestionnaireResponse of a visit. Raises `Damaged` response_damaged for what is none."""
    response = load_json(visit.response)
    if not isinstance(response, Mapping):
        raise Damaged("response_damaged", form=form.ref)
    return response


def line_words(line: Line, words: Messages) -> str:
    """What one line answers, in words."""
    if line.kind in {LineKind.YES, LineKind.NO}:
        return words.text(f"visit.{line.kind}")
    return words.text("visit.carried", text=line.text, day=line.carried) if line.carried else line.text


def why_words(deed: str, reason: str, note: str, words: Messages) -> str:
    """Why a visit was amended (`amend`) or voided (`void`), with what was typed to it."""
    said = words.text(f"{deed}.reason.{reason}")
    return words.text("amend.because", reason=said, note=note) if note else said


def amended_words(number: int, amended: Corrected | Version, words: Messages) -> str:
    """第 2 版, when, by whom, and why."""
    why = why_words("amend", amended.reason, amended.note, words)
    return words.text("visit.amended", version=number, at=minute(amended.at), by=amended.by, why=why)


def void_words(void: Corrected, words: Messages) -> str:
    """已作废, when, by whom, and why."""
    why = why_words("void", void.reason, void.note, words)
    return words.text("visit.voided", at=minute(void.at), by=void.by, why=why)


def minute(at: datetime) -> str:
    """A moment as a record names it."""
    return f"{at:%Y-%m-%d %H:%M}"


def visit_label(place: int, words: Messages) -> str:
    """初诊, 第2诊, … and never 四诊, which means the four examinations; 已作废 for a visit that has no place."""
    if place == 0:
        return words.text("visit.void")
    return words.text("visit.first") if place == 1 else words.text("visit.later", place=place)
