"""The book of calls of models: each entered before it is made and settled once. Amounts come back exact, and what is no amount is never read as 0."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    and_,
    case,
    func,
    insert,
    literal,
    or_,
    select,
    type_coerce,
    update,
)

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

_PART = 10**9
"""Sums are made in two parts: SQLite gives up where a sum is no 64-bit number any more."""

_BOOKED = func.coalesce(calls.c.cost, calls.c.worst)
_KIND = {column: func.typeof(column) for column in (calls.c.cost, calls.c.worst)}
_GOOD = {"integer", "null"}
_BAD = or_(*(kind.not_in(sorted(_GOOD)) for kind in _KIND.values()))
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
    day: str
    """"" where days are not kept apart."""
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
    unmeasured: int
    """Calls of which the usage is not known: no count of tokens has theirs in it."""


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
            func.count(case((and_(_UNKNOWN, calls.c.outcome != open_), 1))),
            func.count(case((_UNPRICED, 1))),
            *_sums(_BOOKED),
            *_sums(case((calls.c.pack == pack, _BOOKED))),
        ).where(these)
    ).one()
    of_task = connection.execute(select(*_sums(_BOOKED)).where(_of_task(task))).one()
    return Sums(_both(*row[2:4]), _both(*row[4:6]), _both(*of_task), int(row[0]), int(row[1]))


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
    """Every call of one outcome gets another; nobody settles it any more. One that could cost nothing at the worst cost nothing."""
    cost = case((calls.c.worst == 0, 0), else_=calls.c.cost)
    connection.execute(update(calls).where(calls.c.outcome == before).values(outcome=outcome, cost=cost))


def days(connection: Connection) -> list[str]:
    """Every day that a call counts for, in order."""
    return list(connection.scalars(select(calls.c.day).distinct().order_by(calls.c.day)))


def together(
    connection: Connection,
    by: str,
    since: date | None,
    until: date | None,
    *,
    open_: str,
    left_out: Collection[str] = (),
    per_day: bool = False,
) -> list[Together]:
    """The calls of some days, those of a kind together, and with `per_day` each day of it apart; without those of some outcomes.

    One walk through the book. Raises `Damaged` calls_unreadable.
    """
    key = BY[by]
    day: ColumnElement[str] = calls.c.day if per_day else literal("")
    columns = (
        key,
        day,
        func.count(),
        func.coalesce(func.sum(calls.c.prompt), 0),
        func.coalesce(func.sum(calls.c.completion), 0),
        func.coalesce(func.sum(calls.c.hit), 0),
        func.coalesce(func.sum(case((calls.c.hit.is_not(None), calls.c.prompt))), 0),
        *_sums(calls.c.cost),
        *_sums(_BOOKED),
        func.count(calls.c.cost),
        *(
            func.sum(type_coerce(one, Integer))
            for one in (and_(_UNKNOWN, calls.c.outcome != open_), _UNPRICED)
        ),
        func.sum(type_coerce(calls.c.outcome == open_, Integer)),
        func.count() - func.count(calls.c.prompt),
        *(ends(kind) for kind in _KIND.values() for ends in (func.min, func.max)),
    )
    these: list[ColumnElement[bool]] = [calls.c.outcome.not_in(list(left_out))]
    # Without a bound nothing is said of days: the index of days leads to the rows one by one, which takes longer than all of them at once.
    these += [calls.c.day >= since.isoformat()] if since else []
    these += [calls.c.day <= until.isoformat()] if until else []
    groups = (key, day) if per_day else (key,)
    found = connection.execute(select(*columns).where(*these).group_by(*groups)).all()
    if not {kind for row in found for kind in row[16:]} <= _GOOD:
        raise Damaged("calls_unreadable")
    return [
        Together(
            str(row[0]),
            str(row[1]),
            calls=int(row[2]),
            prompt=int(row[3]),
            completion=int(row[4]),
            hit=int(row[5]),
            counted=int(row[6]),
            cost=_both(*row[7:9]),
            booked=_both(*row[9:11]),
            known=int(row[11]),
            unknown=int(row[12]),
            unpriced=int(row[13]),
            running=int(row[14]),
            unmeasured=int(row[15]),
        )
        for row in found
    ]


def amount(kept: int | None) -> Decimal:
    return Decimal(kept or 0).scaleb(-_UNIT)


def _sums(units: ColumnElement[int]) -> tuple[ColumnElement[int], ColumnElement[int]]:
    return func.sum(units // _PART), func.sum(units % _PART)


def _both(high: int | None, low: int | None) -> Decimal:
    return amount((high or 0) * _PART + (low or 0))


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
