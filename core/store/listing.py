"""Lists over all patients: the table of everyone page by page, who came last, the visits of a day, the drafts.

A page begins after the last row of the page before and is read from an index in the order it is shown in, so the thousandth
page costs what the first does. Void visits are on none of these lists. A filter that few people pass is answered from those few instead, as walking past everyone
else would take long; both ways give the same rows.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, tzinfo
from enum import StrEnum

from sqlalchemy import ColumnElement, Connection, Row, func, literal, select, true, tuple_

from core.base.clock import to_stored
from core.store.patients import Patient, of_row
from core.store.schema import drafts, patients, signatures, visits
from core.store.search import search
from core.store.visits import is_signed

FEW = 500
"""Patients that are looked up one by one rather than met on the way through an index: about 10 ms."""

EVERYONE = 10_000_000
"""More patients than there are: a search that leaves nobody out."""


class Sort(StrEnum):
    """What the table can be sorted by. Equals come in order of record number."""

    NAME = "name"
    RECORD_NO = "record_no"
    LAST_VISIT = "last_visit"
    REGISTERED = "registered"


@dataclass(frozen=True, slots=True)
class Filters:
    """Who is listed: all that is given must fit. `text` finds as the one box does; `seen_since` is a day of the clinic's."""

    text: str = ""
    sex: str = ""
    seen_since: date | None = None
    has_draft: bool = False


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where a page ended. It belongs to the sort and direction it was made with."""

    sort: Sort
    descending: bool
    key: str
    id: int


@dataclass(frozen=True, slots=True)
class Page:
    """Some rows of the table; `next` is where to go on, None at the end."""

    rows: tuple[Patient, ...]
    next: Cursor | None


@dataclass(frozen=True, slots=True)
class Latest:
    """A patient who came or was registered lately. `signed` is whether the last visit is; None when there is none."""

    patient: Patient
    at: str
    signed: bool | None


@dataclass(frozen=True, slots=True)
class DayVisit:
    """One visit of a day. `place` counts the patient's visits in order of time."""

    patient: Patient
    number: int
    place: int
    visited_at: str
    form_ref: str
    chief_complaint: str
    signed: bool


_ORDER: dict[Sort, ColumnElement[str]] = {
    Sort.NAME: patients.c.name_order,
    # A record number is its row's own, and as text P1000 would come before P999.
    Sort.RECORD_NO: literal(""),
    Sort.LAST_VISIT: patients.c.last_visited_at,
    Sort.REGISTERED: patients.c.created_at,
}


def page(
    connection: Connection,
    zone: tzinfo,
    *,
    sort: Sort,
    descending: bool,
    after: Cursor | None,
    limit: int,
    filters: Filters,
) -> Page:
    """At most `limit` patients that pass the filters, from the beginning or after a cursor.

    Raises ValueError for a limit below 1 and for a cursor of another order: both are faults of the caller.
    """
    if limit < 1 or (after is not None and (after.sort, after.descending) != (sort, descending)):
        raise ValueError("a page needs a limit and a cursor of its own order")
    key, number = _ORDER[sort], patients.c.id
    query = select(patients, key.label("order_key")).where(*_passing(connection, filters, zone))
    columns = [number] if sort is Sort.RECORD_NO else [key, number]
    query = query.order_by(*(column.desc() if descending else column for column in columns))
    rows: list[Row[tuple[object, ...]]] = []
    for stretch in _beyond(after, key):
        if len(rows) <= limit:
            rows += connection.execute(query.where(stretch).limit(limit + 1 - len(rows))).all()
    shown = rows[:limit]
    goes_on = len(rows) > limit
    return Page(
        tuple(of_row(row, zone) for row in shown),
        Cursor(sort, descending, shown[-1].order_key, shown[-1].id) if goes_on else None,
    )


def count(connection: Connection, zone: tzinfo, filters: Filters) -> int:
    """How many patients pass the filters."""
    query = select(func.count()).select_from(patients).where(*_passing(connection, filters, zone))
    return int(connection.scalar(query) or 0)


def latest(connection: Connection, zone: tzinfo, limit: int) -> list[Latest]:
    """Those who came or were registered last, the latest first."""
    found = {}
    for moment in (patients.c.last_visited_at, patients.c.created_at):
        query = select(patients).order_by(moment.desc(), patients.c.id.desc()).limit(limit)
        found.update({row.id: row for row in connection.execute(query)})
    moments = {row.id: max(row.last_visited_at, row.created_at) for row in found.values()}
    newest = sorted(found, key=lambda row_id: (moments[row_id], row_id), reverse=True)[:limit]
    signed = _last_signed(connection, newest)
    return [Latest(of_row(found[row_id], zone), moments[row_id], signed.get(row_id)) for row_id in newest]


def unsigned(
    connection: Connection, first: date, end: date, zone: tzinfo, limit: int
) -> tuple[int, list[tuple[Patient, str]]]:
    """How many visits from the beginning of one calendar day to that of another nobody signed, and the newest of them."""
    within = (
        visits.c.visited_at >= _beginning(first, zone),
        visits.c.visited_at < _beginning(end, zone),
        signatures.c.visit_id.is_(None),
        visits.c.voided.is_(False),
    )
    count = select(func.count()).select_from(visits.outerjoin(signatures, is_signed())).where(*within)
    newest = (
        select(patients, visits.c.visited_at)
        .select_from(visits.join(patients).outerjoin(signatures, is_signed()))
        .where(*within)
        .order_by(visits.c.visited_at.desc(), visits.c.id.desc())
        .limit(limit)
    )
    rows = connection.execute(newest)
    return int(connection.scalar(count) or 0), [(of_row(row, zone), row.visited_at) for row in rows]


def of_day(connection: Connection, day: date, next_day: date, zone: tzinfo) -> list[DayVisit]:
    """The visits from the beginning of one calendar day of the clinic to that of another, in order of time."""
    before = visits.alias("before")
    place = (
        select(func.count())
        .select_from(before)
        .where(
            before.c.patient_id == visits.c.patient_id,
            before.c.voided.is_(False),
            tuple_(before.c.visited_at, before.c.number) <= tuple_(visits.c.visited_at, visits.c.number),
        )
        .correlate(visits)
        .scalar_subquery()
    )
    rows = connection.execute(
        select(
            patients,
            visits.c.number,
            place.label("place"),
            visits.c.visited_at,
            visits.c.form_ref,
            visits.c.chief_complaint,
            signatures.c.visit_id.label("signature"),
        )
        .select_from(visits.join(patients).outerjoin(signatures, is_signed()))
        .where(
            visits.c.visited_at >= _beginning(day, zone),
            visits.c.visited_at < _beginning(next_day, zone),
            visits.c.voided.is_(False),
        )
        .order_by(visits.c.visited_at, visits.c.id)
    )
    return [
        DayVisit(
            patient=of_row(row, zone),
            number=row.number,
            place=row.place,
            visited_at=row.visited_at,
            form_ref=row.form_ref,
            chief_complaint=row.chief_complaint,
            signed=row.signature is not None,
        )
        for row in rows
    ]


def _beyond(after: Cursor | None, key: ColumnElement[str]) -> list[ColumnElement[bool]]:
    """What follows a cursor, in order: the rest of its equals, then the others.

    Two stretches, as SQLite uses an index for no more than the first column of (key, id) > (?, ?), and everyone who was
    registered in one moment would be walked through for each page.
    """
    if after is None:
        return [true()]
    further = patients.c.id < after.id if after.descending else patients.c.id > after.id
    if after.sort is Sort.RECORD_NO:
        return [further]
    return [(key == after.key) & further, key < after.key if after.descending else key > after.key]


def _passing(connection: Connection, filters: Filters, zone: tzinfo) -> list[ColumnElement[bool]]:
    """The conditions of the filters, the narrow ones as the few patients that pass them."""
    passing: list[ColumnElement[bool]] = []
    if filters.sex:
        passing.append(patients.c.sex == filters.sex)
    if filters.text:
        passing.append(_among(search(connection, filters.text, EVERYONE)))
    if filters.has_draft:
        passing.append(_among(connection.scalars(select(drafts.c.patient_id).distinct()).all()))
    if filters.seen_since is not None:
        seen = patients.c.last_visited_at >= _beginning(filters.seen_since, zone)
        found = connection.scalars(select(patients.c.id).where(seen).limit(FEW + 1)).all()
        passing.append(_among(found) if len(found) <= FEW else seen)
    return passing


def _among(ids: Sequence[int]) -> ColumnElement[bool]:
    """Being one of these. Only a few are looked up: the sum keeps the table's own index from being used for many.

    They are handed over as one JSON list, since to bind 10,000 values takes longer than to use them.
    """
    given = func.json_each(json.dumps(list(ids))).table_valued("value")
    number = patients.c.id if len(ids) <= FEW else patients.c.id + 0
    return number.in_(select(given.c.value))


def _last_signed(connection: Connection, ids: Sequence[int]) -> dict[int, bool]:
    """Whether the last visit is signed, by patient."""
    rows = connection.execute(
        select(visits.c.patient_id, signatures.c.visit_id.label("signature"))
        .select_from(visits.outerjoin(signatures, is_signed()))
        .where(visits.c.patient_id.in_(ids), visits.c.voided.is_(False))
        .order_by(visits.c.visited_at, visits.c.number)
    )
    return {row.patient_id: row.signature is not None for row in rows}


def _beginning(day: date, zone: tzinfo) -> str:
    """The stored moment a day of the clinic's calendar begins."""
    return to_stored(datetime.combine(day, time.min, zone))
