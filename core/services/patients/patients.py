"""Patients: find, register, show, edit. Nobody is ever chosen among several, and nobody is registered twice by accident."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import date
from typing import TypeVar

from sqlalchemy import Connection

from core.base.birth import parse_birth
from core.base.clock import to_stored
from core.base.errors import Refused, UserError
from core.base.id_card import IdCard
from core.base.ids import RecordNo, parse_record_no
from core.base.names import name_key
from core.base.phone import normal_phone
from core.base.rights import Right
from core.base.text import compact, is_missing
from core.events.model import PatientEdited, PatientRegistered
from core.forms.exact_json import dump_json
from core.ledger.audit import Action
from core.services.at_work.desk import Change, Desk
from core.services.patients.given import Given, card_warnings, details_of, known_sex
from core.services.patients.history import Edit, FieldChange, History, changed_fields, history_of
from core.services.patients.typed import Typed, read_typed
from core.store import listing
from core.store import patients as store
from core.store.listing import Cursor, Filters, Page, Sort
from core.store.matching import SHORTEST_TAIL, Outcome, Query, Why, match, may_be, namesakes
from core.store.patients import Details, Patient
from core.store.search import search

__all__ = [
    "SEARCH",
    "Asked",
    "Candidate",
    "Cursor",
    "Edit",
    "FieldChange",
    "Filters",
    "Found",
    "Given",
    "History",
    "Outcome",
    "Page",
    "Patient",
    "Patients",
    "Registered",
    "Sort",
    "Typed",
    "Why",
    "known_patient",
    "read_typed",
]

T = TypeVar("T")

PAGE_ROWS = 200

EVERYONE = Filters()

SEARCH = "search"
"""Why someone is listed who was found by what was typed, and the reason when only such people were."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Who is looked for, as typed. `text` is the one box; the others are named fields. Empty means not given.

    The box is taken apart (`core.services.patients.typed`); where a named field says the same, all of the box is a name.
    """

    text: str = ""
    record_no: str = ""
    name: str = ""
    birth: str = ""
    sex: str = ""
    phone: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One person who may be meant, and why."""

    patient: Patient
    why: str


@dataclass(frozen=True, slots=True)
class Found:
    """The answer to who is meant. `patient` is set for exact alone; otherwise a person chooses among the candidates."""

    outcome: Outcome
    reason: str
    patient: Patient | None
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Registered:
    """A patient after registering or editing, what to look at about the id card, and whom the person resembles."""

    patient: Patient
    warnings: tuple[str, ...]
    alike: tuple[Candidate, ...]


class Patients:
    """The clinic's patients."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def find(self, asked: Asked) -> Found:
        """Who is meant? Changes nothing, and leaves a row with a digest of what was typed. Raises `UserError` for a field that cannot be read: bad_record_no, bad_sex, birth_…"""
        self._desk.require(Right.DEMOGRAPHICS)
        query = self._query(asked)
        # Beside a number or a birth only the name is worth a search; digits alone stand in no field.
        typed = asked.text and (query.name or asked.text)
        return self._searched("patients.find", asked, lambda connection: self._find(connection, query, typed))

    def register(self, given: Given, override_reason: str = "") -> Registered:
        """Give a person the next record number.

        Raises `UserError` for a field that cannot be used, and `Refused` duplicate, naming the candidates, when someone of
        this name could be the same person and no `override_reason` says why not.
        """
        self._desk.require(Right.DEMOGRAPHICS)
        details, card = details_of(Details(name="", sex=""), given, self._today())

        def work(change: Change) -> tuple[RecordNo, tuple[Candidate, ...]]:
            alike = self._alike(change.connection, details, but=None)
            same = [candidate for candidate in alike if candidate.why is not Why.HOMOPHONE]
            if same and is_missing(override_reason):
                raise _duplicate(details, same)
            record_no = store.register(
                change.connection,
                details,
                at=to_stored(change.at),
                by=change.by,
                override_reason=override_reason.strip() or None,
            )
            change.trail.record(
                Action.PATIENT_ADD,
                record_no,
                after=store.as_json(details),
                fields=_filled(details),
                overridden=bool(same),
            )
            change.announce(PatientRegistered(record_no))
            return record_no, alike

        record_no, alike = self._desk.change(work)
        return Registered(self._shown(record_no), card_warnings(card, details), alike)

    def show(self, record_no: str) -> Patient:
        """The patient with a number. Raises `UserError` bad_record_no, unknown_record_no."""
        self._desk.require(Right.DEMOGRAPHICS)
        number = parse_record_no(record_no)
        return self._desk.read_record(
            "patients.show",
            number,
            lambda connection: known_patient(connection, number, self._desk),
            clinical=False,
        )

    def edit(self, record_no: str, given: Given) -> Registered:
        """Change what is registered; what stood before is kept, and saved records are not touched.

        Raises `UserError` for a field that cannot be used, unknown_record_no, nothing_to_change.
        """
        self._desk.require(Right.DEMOGRAPHICS)
        number = parse_record_no(record_no)

        def work(change: Change) -> tuple[Details, IdCard | None, tuple[Candidate, ...]]:
            patient = known_patient(change.connection, number, self._desk)
            details, card = details_of(patient.details, given, self._today())
            changed = changed_fields(patient.details, details)
            if not changed:
                raise UserError("nothing_to_change", record_no=number)
            store.change(change.connection, patient, details, at=to_stored(change.at), by=change.by)
            change.trail.record(
                Action.PATIENT_EDIT,
                number,
                before=store.as_json(patient.details),
                after=store.as_json(details),
                fields=changed,
            )
            change.announce(PatientEdited(number))
            return details, card, self._alike(change.connection, details, but=number)

        details, card, alike = self._desk.change(work)
        return Registered(self._shown(number), card_warnings(card, details), alike)

    def preview(self, record_no: str, given: Given) -> Registered:
        """What `edit` would make of it, and whom the person would then resemble. Nothing is written. Raises as `edit` does."""
        self._desk.require(Right.DEMOGRAPHICS)
        number = parse_record_no(record_no)

        def work(connection: Connection) -> Registered:
            patient = known_patient(connection, number, self._desk)
            details, card = details_of(patient.details, given, self._today())
            if not changed_fields(patient.details, details):
                raise UserError("nothing_to_change", record_no=number)
            alike = self._alike(connection, details, but=number)
            return Registered(replace(patient, details=details), card_warnings(card, details), alike)

        return self._desk.read_record("patients.preview", number, work, clinical=False)

    def history(self, record_no: str) -> History:
        """How a patient was registered and what each edit changed. Raises `UserError` bad_record_no, unknown_record_no."""
        self._desk.require(Right.DEMOGRAPHICS)
        number = parse_record_no(record_no)

        def work(connection: Connection) -> History:
            patient = known_patient(connection, number, self._desk)
            return history_of(connection, patient, self._desk.clock.zone)

        return self._desk.read_record("patients.history", number, work, clinical=False)

    def page(
        self,
        after: Cursor | None = None,
        limit: int = PAGE_ROWS,
        sort: Sort = Sort.NAME,
        *,
        descending: bool = False,
        filters: Filters = EVERYONE,
    ) -> Page:
        """At most `limit` patients of the table, from its beginning or after the `next` of the page before.

        The list itself leaves no row; one that is searched by a text does, with its first page.
        Raises `UserError` bad_sex; ValueError for a limit below 1 or a cursor of another sort or direction.
        """
        self._desk.require(Right.DEMOGRAPHICS)
        passing = _readable(filters)

        def work(connection: Connection) -> Page:
            found = listing.page(
                connection,
                self._desk.clock.zone,
                sort=sort,
                descending=descending,
                after=after,
                limit=limit,
                filters=passing,
            )
            return replace(found, rows=tuple(self._desk.shown(connection, found.rows)))

        if passing.text and after is None:
            return self._searched("patients.page", Asked(text=passing.text), work)
        return self._desk.read(work)

    def count(self, filters: Filters = EVERYONE) -> int:
        """How many patients pass the filters. Raises `UserError` bad_sex."""
        self._desk.require(Right.DEMOGRAPHICS)
        passing = _readable(filters)
        return self._desk.read(lambda connection: listing.count(connection, self._desk.clock.zone, passing))

    def _shown(self, record_no: RecordNo) -> Patient:
        """Somebody who was just changed: that row says who looked."""
        return self._desk.read(lambda connection: known_patient(connection, record_no, self._desk))

    def _searched(self, tool: str, asked: Asked, work: Callable[[Connection], T]) -> T:
        """A search, with its row: what was typed is not in it, only its digest. `tool` is the list it is shown in."""
        typed = self._desk.book.keys.digest(dump_json({"search": asdict(asked)}))
        return self._desk.read_told(work, Action.PATIENT_SEARCH, tool=tool, typed=typed)

    def _query(self, asked: Asked) -> Query:
        """What is asked, read."""
        if asked.text:
            if asked.name:
                raise UserError("text_and_name")
            typed = read_typed(asked.text, self._today())
            named = ("record_no", "birth", "sex", "phone")
            if any(getattr(asked, part) and getattr(typed, part) for part in named):
                typed = Typed(name=asked.text)
            parts = {part: getattr(asked, part) or getattr(typed, part) or "" for part in named}
            asked = Asked(name=typed.name, **parts)
        return Query(
            record_no=parse_record_no(asked.record_no) if asked.record_no else None,
            name=asked.name if asked.name and name_key(asked.name) else None,
            birth=parse_birth(asked.birth, self._today()) if asked.birth else None,
            sex=known_sex(asked.sex) if asked.sex else None,
            phone=_asked_phone(asked.phone) if asked.phone else None,
        )

    def _find(self, connection: Connection, query: Query, typed: str) -> Found:
        zone = self._desk.clock.zone
        fitting = self._desk.shown(connection, store.fitting(connection, query, zone))
        patients = {patient.record_no: patient for patient in fitting}
        decided = match(query, [patient.person for patient in patients.values()])
        candidates = [Candidate(patients[hit.person.record_no], hit.why) for hit in decided.hits]
        if typed:
            listed = {candidate.patient.id for candidate in candidates}
            others = [row_id for row_id in search(connection, typed) if row_id not in listed]
            candidates += [
                Candidate(patient, SEARCH)
                for patient in self._desk.shown(connection, store.by_ids(connection, others, zone))
                if may_be(query, patient.person)
            ]
            if decided.outcome in {Outcome.NEW, Outcome.INSUFFICIENT} and candidates:
                return Found(Outcome.NEAR, SEARCH, None, tuple(candidates))
        chosen = patients[decided.person.record_no] if decided.person else None
        return Found(decided.outcome, decided.reason, chosen, tuple(candidates))

    def _alike(self, connection: Connection, details: Details, but: RecordNo | None) -> tuple[Candidate, ...]:
        """Registered people who could be this person, then those whose name only sounds the same."""
        query = Query(None, details.name, details.birth, details.sex, None)
        patients = {
            patient.record_no: patient
            for patient in self._desk.shown(
                connection, store.fitting(connection, query, self._desk.clock.zone)
            )
            if patient.record_no != but
        }
        people = [patient.person for patient in patients.values()]
        hits = namesakes(query, people)
        listed = {hit.person.record_no for hit in hits}
        sounding = (hit for hit in match(query, people).hits if hit.why is Why.HOMOPHONE)
        hits += tuple(hit for hit in sounding if hit.person.record_no not in listed)
        return tuple(Candidate(patients[hit.person.record_no], hit.why) for hit in hits)

    def _today(self) -> date:
        return self._desk.clock.now().date()


def known_patient(connection: Connection, record_no: RecordNo, desk: Desk) -> Patient:
    """The patient with a number, for every service. Raises `UserError` unknown_record_no."""
    patient = store.by_record_no(connection, record_no, desk.clock.zone)
    if patient is None:
        raise UserError("unknown_record_no", record_no=record_no)
    return desk.shown(connection, [patient])[0]


def _duplicate(details: Details, same: Sequence[Candidate]) -> Refused:
    numbers = "、".join(candidate.patient.record_no for candidate in same)
    return Refused("duplicate", details={"candidates": same}, name=details.name, numbers=numbers)


def _asked_phone(typed: str) -> str:
    """A phone in its normal form, or the last four digits and more of one."""
    digits = compact(typed)
    return digits if digits.isdigit() and len(digits) == SHORTEST_TAIL else normal_phone(typed)


def _filled(details: Details) -> list[str]:
    return [field.name for field in fields(Details) if getattr(details, field.name) is not None]


def _readable(filters: Filters) -> Filters:
    """The filters in their normal form; a text of blanks alone is none."""
    sex = known_sex(filters.sex) if filters.sex else ""
    return replace(filters, sex=sex, text=filters.text if filters.text.strip() else "")
