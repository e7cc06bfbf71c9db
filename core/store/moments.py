"""What the store says about the time: the moments its rows carry, against a clock that may have been set wrongly."""

from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from core.store.schema import audit, visits

LOOKED_AT = 1000
"""Newest rows of the trail that are looked at: a clock that was set back and worked with is noticed for so long."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """Visits after a moment: how many, and which is the first of them."""

    count: int
    patient_id: int
    visit: int
    at: str


def latest_row(connection: Connection) -> str:
    """The latest moment among the newest rows of the trail, by number; empty when there is none."""
    newest = select(audit.c.at).order_by(audit.c.seq.desc()).limit(LOOKED_AT).subquery()
    return connection.scalar(select(func.max(newest.c.at))) or ""


def visits_after(connection: Connection, moment: str) -> Ahead | None:
    """The visits that are dated after a stored moment; None when there is none."""
    later = visits.c.visited_at > moment
    first = connection.execute(
        select(visits.c.patient_id, visits.c.number, visits.c.visited_at)
        .where(later)
        .order_by(visits.c.visited_at)
        .limit(1)
    ).first()
    if first is None:
        return None
    count = connection.scalar(select(func.count()).select_from(visits).where(later)) or 0
    return Ahead(count, first.patient_id, first.number, first.visited_at)
