"""Prices an admin set, in the store. Rows are only added: each stays as it was entered, with by whom and when."""

from dataclasses import dataclass

from sqlalchemy import Connection, insert, select

from core.store.schema import price_overrides as table


@dataclass(frozen=True, slots=True)
class Kept:
    """One of them: amounts as digits, moments as stored."""

    number: int
    model: str
    since: str
    hit: str | None
    miss: str | None
    output: str | None
    peak_hit: str | None
    peak_miss: str | None
    peak_output: str | None
    entered_at: str
    entered_by: str


def every(connection: Connection) -> list[Kept]:
    """All there ever were, in the order they were entered."""
    return [
        Kept(
            number=row.id,
            model=row.model,
            since=row.since,
            hit=row.hit,
            miss=row.miss,
            output=row.output,
            peak_hit=row.peak_hit,
            peak_miss=row.peak_miss,
            peak_output=row.peak_output,
            entered_at=row.entered_at,
            entered_by=row.entered_by,
        )
        for row in connection.execute(select(table).order_by(table.c.id))
    ]


def add(connection: Connection, **values: str | None) -> int:
    """One more; its number."""
    return int(connection.scalar(insert(table).values(**values).returning(table.c.id)) or 0)
