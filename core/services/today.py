"""Today: what a physician comes back to. Drafts to resume, the people seen lately, and the visits of this day."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import TypeVar

from sqlalchemy import Connection

from core.base.clock import from_stored
from core.base.errors import UserError
from core.base.rights import Right
from core.forms.exact_json import UnreadableJson, load_json
from core.forms.questionnaire import Role
from core.services.at_work.desk import Desk, covered
from core.services.patients.patients import Patient
from core.services.visits.checking import check_content
from core.services.visits.records import kept_forms
from core.store import drafts, listing
from core.store.drafts import Draft
from core.store.listing import DayVisit

T = TypeVar("T")

RECENT = 8
"""Patients listed as recent."""

LOOK_BACK = timedelta(days=30)
"""How far back an unsigned visit is still brought up: a clinic that does not sign is not reproached for years."""

UNSIGNED = 3
"""Unsigned visits of earlier days that are named; all of them are counted."""

DRAFTS = 20
"""Drafts listed, the newest; what each one lacks takes 5 ms to find out. All of them are counted."""


DAY_DRAFTS = 200
"""Drafts looked through for those of the day: more than anybody leaves open in one."""


@dataclass(frozen=True, slots=True)
class Resumable:
    """A draft to go on with. `form` and `title` are the url when no mounted pack brings the form any more.

    `missing` counts the required items without an answer; None when the form is not there to say.
    """

    patient: Patient
    form: str
    title: str
    saved_at: datetime
    saved_by: str
    missing: int | None


@dataclass(frozen=True, slots=True)
class Recent:
    """Someone seen or registered lately, and when. `signed` says whether the last visit is; None without a visit."""

    patient: Patient
    at: datetime
    signed: bool | None


@dataclass(frozen=True, slots=True)
class SeenToday:
    """A visit of this day. `place` labels it 初诊 or 第N诊; `number` is what a record is asked for by."""

    patient: Patient
    number: int
    place: int
    visited_at: datetime
    chief_complaint: str
    form: str
    title: str
    signed: bool


@dataclass(frozen=True, slots=True)
class Unsigned:
    """A visit of an earlier day that nobody signed."""

    patient: Patient
    visited_at: datetime


@dataclass(frozen=True, slots=True)
class Overview:
    """The page of one calendar day of the clinic. `seen` counts people, `first_visits` visits, `drafts` all drafts there are.

    `unsigned` names the newest unsigned visits of the days before, `unsigned_before` counts them.
    """

    day: date
    resumable: tuple[Resumable, ...]
    recent: tuple[Recent, ...]
    visits: tuple[SeenToday, ...]
    seen: int
    first_visits: int
    drafts: int
    unsigned: tuple[Unsigned, ...] = ()
    unsigned_before: int = 0


class Standing(StrEnum):
    """How far the record of somebody of the day is."""

    DRAFT = "draft"
    SAVED = "saved"
    SIGNED = "signed"


@dataclass(frozen=True, slots=True)
class OfTheDay:
    """Somebody looked after today, by what was done last: a draft typed, or a visit saved. `place` is the visit's in time."""

    patient: Patient
    at: datetime
    place: int
    chief_complaint: str
    standing: Standing


@dataclass(frozen=True, slots=True)
class DayList:
    """Everyone of one calendar day, once each, in order of time; and who came lately but not on it, the latest first."""

    day: date
    people: tuple[OfTheDay, ...]
    recent: tuple[Recent, ...]


class Today:
    """What the first screen and the list beside the form show."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def overview(self) -> Overview:
        """The day as it stands, all of it from one consistent view. Drafts and recent people come newest first, visits in
        order of time. A role that may not write sees no drafts, and nothing to sign.
        """
        self._desk.require(Right.DEMOGRAPHICS)
        writes = self._desk.may(Right.CLINICAL_WRITE)
        zone = self._desk.clock.zone
        day = self._desk.clock.now().date()

        def work(connection: Connection) -> tuple[Overview, list[tuple[Patient, Draft]]]:
            visits = listing.of_day(connection, day, day + timedelta(days=1), zone)
            newest = drafts.newest(connection, DRAFTS, zone) if writes else []
            before, named = (
                listing.unsigned(connection, day - LOOK_BACK, day, zone, UNSIGNED) if writes else (0, [])
            )
            overview = Overview(
                day=day,
                resumable=(),
                recent=self._recent(connection),
                visits=self._seen(connection, visits),
                seen=len({visit.patient.id for visit in visits}),
                first_visits=sum(visit.place == 1 for visit in visits),
                drafts=drafts.count(connection) if writes else 0,
                unsigned=tuple(
                    Unsigned(patient, from_stored(at, zone))
                    for patient, at in self._shown_with(connection, named)
                ),
                unsigned_before=before,
            )
            return overview, self._shown_with(connection, newest)

        overview, newest = self._desk.read(work)
        # Reading the drafts takes longer than finding them, and nobody's search waits for it here.
        resumable = tuple(self._resumable(patient, draft) for patient, draft in newest)
        return replace(overview, resumable=resumable)

    def people(self) -> DayList:
        """Who was looked after today. A draft counts on the day it was last typed at."""
        self._desk.require(Right.DEMOGRAPHICS)
        zone = self._desk.clock.zone
        day = self._desk.clock.now().date()

        def work(connection: Connection) -> DayList:
            found: dict[int, OfTheDay] = {}
            seen = listing.of_day(connection, day, day + timedelta(days=1), zone)
            newest = list(drafts.newest(connection, DAY_DRAFTS, zone))
            closed = self._desk.closed(
                connection, [*(one.patient for one in seen), *(one for one, _ in newest)]
            )
            for visit in seen:
                at = from_stored(visit.visited_at, zone)
                standing = Standing.SIGNED if visit.signed else Standing.SAVED
                complaint = "" if visit.patient.record_no in closed else visit.chief_complaint
                found[visit.patient.id] = OfTheDay(visit.patient, at, visit.place, complaint, standing)
            typed: set[int] = set()
            for whom, draft in newest:
                at = from_stored(draft.saved_at, zone)
                if at.date() != day:
                    break
                if whom.id not in typed:
                    typed.add(whom.id)
                    complaint = "" if whom.record_no in closed else self._complaint(draft)
                    found[whom.id] = OfTheDay(whom, at, whom.visits + 1, complaint, Standing.DRAFT)
            people = sorted(found.values(), key=lambda one: (one.at, one.patient.id))
            return DayList(
                day=day,
                people=tuple(replace(one, patient=covered(one.patient, closed)) for one in people),
                recent=tuple(one for one in self._recent(connection) if one.patient.id not in found),
            )

        return self._desk.read(work)

    def _complaint(self, draft: Draft) -> str:
        """The chief complaint a draft holds so far; "" when it holds none that can be read."""
        with suppress(UserError, UnreadableJson):
            written = load_json(draft.content)
            answers = written.get("answers") if isinstance(written, Mapping) else None
            items = self._desk.packs.form(draft.form_url).questionnaire.by_role(Role.CHIEF_COMPLAINT)
            said = [answers.get(item.link_id) for item in items] if isinstance(answers, Mapping) else []
            return next((one for one in said if isinstance(one, str)), "")
        return ""

    def _seen(self, connection: Connection, visits: list[DayVisit]) -> tuple[SeenToday, ...]:
        forms = kept_forms(connection, (visit.form_ref for visit in visits))
        closed = self._desk.closed(connection, [visit.patient for visit in visits])
        return tuple(
            SeenToday(
                patient=covered(visit.patient, closed),
                number=visit.number,
                place=visit.place,
                visited_at=from_stored(visit.visited_at, self._desk.clock.zone),
                chief_complaint="" if visit.patient.record_no in closed else visit.chief_complaint,
                form=forms[visit.form_ref].slug,
                title=forms[visit.form_ref].title,
                signed=visit.signed,
            )
            for visit in visits
        )

    def _shown_with(self, connection: Connection, found: list[tuple[Patient, T]]) -> list[tuple[Patient, T]]:
        shown = self._desk.shown(connection, [patient for patient, _ in found])
        return [(patient, what) for patient, (_, what) in zip(shown, found, strict=True)]

    def _recent(self, connection: Connection) -> tuple[Recent, ...]:
        zone = self._desk.clock.zone
        latest = [(one.patient, one) for one in listing.latest(connection, zone, RECENT)]
        return tuple(
            Recent(patient, from_stored(one.at, zone), one.signed)
            for patient, one in self._shown_with(connection, latest)
        )

    def _resumable(self, patient: Patient, draft: Draft) -> Resumable:
        form = title = draft.form_url
        missing: int | None = None
        with suppress(UserError):
            questionnaire = self._desk.packs.form(draft.form_url).questionnaire
            checked = check_content(questionnaire, draft.content, self._desk.packs.vocabulary.direction)
            form, title, missing = questionnaire.slug, questionnaire.title, len(checked.gaps)
        saved_at = from_stored(draft.saved_at, self._desk.clock.zone)
        return Resumable(patient, form, title, saved_at, draft.saved_by, missing)
