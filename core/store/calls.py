"""The book of calls of models: each entered before it is made and settled once. Amounts come back exact, and what is no amount is never read as 0."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sqlalchemy import ColumnElement, Connection, and_, case, func, insert, or_, select, update

from core.base.errors import Damaged
from core.store.schema import calls

_UNIT = 12
"""Amounts are kept in 10⁻¹² yuan: a price with six decimals, for one of a million tokens."""

BY: Mapping[str, ColumnElement[str]] = {
    "pack": calls.c.pack,
    "tool": calls.c.tool,
    "purpose": calls.c.purpose,
    "model": calls.c.model,
    "session": calls.c.session,
    "day": calls.c.day,
}
"""What calls are put together by. A call that was answered by another model than was asked is with the one asked."""

_BOOKED = func.coalesce(calls.c.cost, calls.c.worst)
_KIND = {column: func.typeof(column) for column in (calls.c.cost, calls.c.worst)}
_BAD = or_(*(kind.not_in(["integer", "null"]) for kind in _KIND.values()))
"""SQLite adds text as 0."""


_UNPRICED = and_(calls.c.cost.is_(None), calls.c.worst.is_(None))
_UNKNOWN = and_(calls.c.cost.is_(None), calls.c.worst.is_not(None))


@dataclass(frozen=True, slots=True)
class Sums:
    """What is booked: all, of one pack, of one task whatever the day; and how many calls no such sum says everything about."""

    total: Decimal
    pack: Decimal
    task: Decimal
    unknown: int
    unpriced: int


@dataclass(frozen=True, slots=True)
class Together:
    """The calls of one kind. `cost` is the sum of the known ones, `booked` has the worst of those of which the usage is not known.

    `hit` is of `counted` tokens of prompts: those of calls whose provider told of its cache.
    """

    key: str
    calls: int
    prompt: int
    completion: int
    hit: int
    counted: int
    cost: Decimal
    booked: Decimal
    known: int
    unknown: int
    unpriced: int
    running: int


def newest_day(connection: Connection, until: date) -> date | None:
    """The last day up to one that a call counts for. Raises `Damaged` calls_unreadable."""
    found = connection.scalar(select(func.max(calls.c.day)).where(calls.c.day <= until.isoformat()))
    return None if found is None else _day(found)


def spent(connection: Connection, since: date, pack: str, task: str, open_: str) -> Sums:
    """What is booked on a day and on later ones. Raises `Damaged` calls_unreadable."""
    these = calls.c.day >= since.isoformat()
    _refuse_bad(connection, or_(these, _of_task(task)))
    row = connection.execute(
        select(
            func.sum(_BOOKED),
            func.sum(case((calls.c.pack == pack, _BOOKED))),
            func.count(case((and_(_UNKNOWN, calls.c.outcome != open_), 1))),
            func.count(case((_UNPRICED, 1))),
        ).where(these)
    ).one()
    of_task = connection.scalar(select(func.sum(_BOOKED)).where(_of_task(task)))
    return Sums(amount(row[0]), amount(row[1]), amount(of_task), int(row[2]), int(row[3]))


def enter(connection: Connection, values: Mapping[str, object], worst: Decimal | None) -> int:
    """A call that is about to be made; its number."""
    number = connection.scalar(
        insert(calls)
        .values(**values, worst=_kept(worst), answered_by="", truncated=False)
        .returning(calls.c.id)
    )
    return int(number or 0)


def settle(connection: Connection, number: int, values: Mapping[str, object], cost: Decimal | None) -> None:
    """How a call ended. Raises RuntimeError for one that was settled or is not there."""
    done = connection.execute(
        update(calls)
        .where(calls.c.id == number, calls.c.settled_at.is_(None))
        .values(**values, cost=_kept(cost))
    )
    if done.rowcount != 1:
        raise RuntimeError("A call is settled once")


def has(connection: Connection, outcome: str) -> bool:
    """Whether there are calls of an outcome."""
    return connection.scalar(select(calls.c.id).where(calls.c.outcome == outcome).limit(1)) is not None


def end(connection: Connection, before: str, outcome: str) -> None:
    """Every call of one outcome gets another; nobody settles it any more."""
    connection.execute(update(calls).where(calls.c.outcome == before).values(outcome=outcome))


def together(
    connection: Connection,
    by: str | None,
    since: date | None,
    until: date | None,
    *,
    open_: str,
    left_out: Collection[str] = (),
) -> list[Together]:
    """The calls of some days, those of a kind together, or all; without those of some outcomes. Raises `Damaged` calls_unreadable."""
    these = and_(
        calls.c.day >= (since or date.min).isoformat(),
        calls.c.day <= (until or date.max).isoformat(),
        calls.c.outcome.not_in(list(left_out)),
    )
    _refuse_bad(connection, these)
    key = BY[by] if by else None
    columns = (
        func.count(),
        func.coalesce(func.sum(calls.c.prompt), 0),
        func.coalesce(func.sum(calls.c.completion), 0),
        func.coalesce(func.sum(calls.c.hit), 0),
        func.coalesce(func.sum(case((calls.c.hit.is_not(None), calls.c.prompt))), 0),
        func.sum(calls.c.cost),
        func.sum(_BOOKED),
        func.count(calls.c.cost),
        func.count(case((and_(_UNKNOWN, calls.c.outcome != open_), 1))),
        func.count(case((_UNPRICED, 1))),
        func.count(case((calls.c.outcome == open_, 1))),
    )
    query = select(*columns) if key is None else select(*columns, key).group_by(key)
    return [
        Together(
            "" if key is None else str(row[11]),
            calls=int(row[0]),
            prompt=int(row[1]),
            completion=int(row[2]),
            hit=int(row[3]),
            counted=int(row[4]),
            cost=amount(row[5]),
            booked=amount(row[6]),
            known=int(row[7]),
            unknown=int(row[8]),
            unpriced=int(row[9]),
            running=int(row[10]),
        )
        for row in connection.execute(query.where(these))
    ]


def amount(kept: int | None) -> Decimal:
    return Decimal(kept or 0).scaleb(-_UNIT)


def _kept(value: Decimal | None) -> int | None:
    """Raises ValueError for an amount finer than what is kept: it is never rounded."""
    if value is None:
        return None
    units = value.scaleb(_UNIT)
    if units != units.to_integral_value():
        raise ValueError("finer than 10⁻¹² yuan")
    return int(units)


def _of_task(task: str) -> ColumnElement[bool]:
    return and_(calls.c.task != "", calls.c.task == task)


def _refuse_bad(connection: Connection, these: ColumnElement[bool]) -> None:
    if connection.scalar(select(func.count()).where(these, _BAD)):
        raise Damaged("calls_unreadable")


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise Damaged("calls_unreadable") from error
