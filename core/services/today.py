"""Today: what a physician comes back to. Drafts to resume, the people seen lately, and the visits of this day."""

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from sqlalchemy import Connection

from core.base.clock import from_stored
from core.base.errors import UserError
from core.services.checking import check_content
from core.services.desk import Desk
from core.services.patients import Patient
from core.services.records import kept_forms
from core.store import drafts, listing
from core.store.drafts import Draft
from core.store.listing import DayVisit, Latest

RECENT = 8
"""Patients listed as recent."""

DRAFTS = 20
"""Drafts listed, the newest; what each one lacks takes 5 ms to find out. All of them are counted."""


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
class Overview:
    """The page of one calendar day of the clinic. `seen` counts people, `first_visits` visits, `drafts` all drafts there are."""

    day: date
    resumable: tuple[Resumable, ...]
    recent: tuple[Recent, ...]
    visits: tuple[SeenToday, ...]
    seen: int
    first_visits: int
    drafts: int


class Today:
    """What the first screen shows."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def overview(self) -> Overview:
        """The day as it stands, all of it from one consistent view. Drafts and recent people come newest first, visits in
        order of time.
        """
        zone = self._desk.clock.zone
        day = self._desk.clock.now().date()

        def work(connection: Connection) -> tuple[Overview, list[tuple[Patient, Draft]]]:
            visits = listing.of_day(connection, day, day + timedelta(days=1), zone)
            newest = drafts.newest(connection, DRAFTS, zone)
            overview = Overview(
                day=day,
                resumable=(),
                recent=tuple(map(self._recent, listing.latest(connection, zone, RECENT))),
                visits=self._seen(connection, visits),
                seen=len({visit.patient.id for visit in visits}),
                first_visits=sum(visit.place == 1 for visit in visits),
                drafts=drafts.count(connection),
            )
            return overview, newest

        overview, newest = self._desk.read(work)
        # Reading the drafts takes longer than finding them, and nobody's search waits for it here.
        resumable = tuple(self._resumable(patient, draft) for patient, draft in newest)
        return replace(overview, resumable=resumable)

    def _seen(self, connection: Connection, visits: list[DayVisit]) -> tuple[SeenToday, ...]:
        forms = kept_forms(connection, (visit.form_ref for visit in visits))
        return tuple(
            SeenToday(
                patient=visit.patient,
                number=visit.number,
                place=visit.place,
                visited_at=from_stored(visit.visited_at, self._desk.clock.zone),
                chief_complaint=visit.chief_complaint,
                form=forms[visit.form_ref].slug,
                title=forms[visit.form_ref].title,
                signed=visit.signed,
            )
            for visit in visits
        )

    def _recent(self, latest: Latest) -> Recent:
        return Recent(latest.patient, from_stored(latest.at, self._desk.clock.zone), latest.signed)

    def _resumable(self, patient: Patient, draft: Draft) -> Resumable:
        form = title = draft.form_url
        missing: int | None = None
        with suppress(UserError):
            questionnaire = self._desk.packs.form(draft.form_url).questionnaire
            checked = check_content(questionnaire, draft.content, self._desk.packs.vocabulary.direction)
            form, title, missing = questionnaire.slug, questionnaire.title, len(checked.gaps)
        saved_at = from_stored(draft.saved_at, self._desk.clock.zone)
        return Resumable(patient, form, title, saved_at, draft.saved_by, missing)
