"""Records: the visits of a patient as they were saved, each read with the very form it was filled in with."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache

from sqlalchemy import Connection

from core.base.clock import from_stored
from core.base.errors import Damaged, UserError
from core.base.ids import RecordNo, parse_record_no
from core.base.messages import Messages
from core.forms.answers import carried_in, from_response
from core.forms.carried_from import CarriedFrom
from core.forms.exact_json import load_json
from core.forms.findings import Finding
from core.forms.layout import Line, lines
from core.forms.questionnaire import Questionnaire
from core.packhost.host import read_form
from core.services.desk import Desk
from core.services.patients import known_patient
from core.services.signing import Signed, signed_of
from core.services.timeline import Timeline, timeline_of
from core.store import visits
from core.store.visits import Visit


@dataclass(frozen=True, slots=True)
class Record:
    """One saved visit. `place` counts visits in order of time; `subject` is the patient as registered when it was saved.

    `carried` are the answers taken over from an earlier visit, by linkId. `signed` is None until the visit is signed.
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

    @property
    def lines(self) -> tuple[Line, ...]:
        """The record as it is printed."""
        return lines(self.form, self.answers, self.findings, self.carried)


@dataclass(frozen=True, slots=True)
class Context:
    """What a physician sees before writing: which visit this will be, and the record before it, if there is one."""

    next_place: int
    last: Record | None


class Records:
    """Reading what was saved."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def of_patient(self, record_no: str, visit: int | None = None) -> tuple[Record, ...]:
        """The visits of a patient in order of time, or one by number. Raises `UserError` unknown_record_no, unknown_visit."""
        number = parse_record_no(record_no)
        return self._desk.read_record(
            "records.of_patient", number, lambda connection: self._records(connection, number, visit), visit
        )

    def context(self, record_no: RecordNo) -> Context:
        """The visit to come and the record before it. Raises `UserError` unknown_record_no."""

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
        number = parse_record_no(record_no)

        def work(connection: Connection) -> Timeline:
            every = visits.of_patient(connection, known_patient(connection, number, self._desk).id)
            forms = forms_of(connection, every)
            answers = [filled_answers(visit, forms[visit.form_ref])[0] for visit in every]
            return timeline_of(number, every, forms, answers, self._desk.clock.zone)

        return self._desk.read_record("records.timeline", number, work)

    def _records(self, connection: Connection, record_no: RecordNo, number: int | None) -> tuple[Record, ...]:
        patient = known_patient(connection, record_no, self._desk)
        every = visits.of_patient(connection, patient.id)
        chosen = [visit for visit in every if number in {None, visit.number}]
        if number is not None and not chosen:
            raise UserError("unknown_visit", record_no=record_no, visit=number, visits=len(every))
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


def visit_label(place: int, words: Messages) -> str:
    """初诊, 第2诊, … and never 四诊, which means the four examinations."""
    return words.text("visit.first") if place == 1 else words.text("visit.later", place=place)
