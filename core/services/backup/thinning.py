"""Which backups are kept: the newest of each of 7 days, 5 weeks and 12 months that have one, and the last 3 whatever their age. Pure.

Their order is that of the audit head in them, which only grows, never that of a clock. One whose time does not fit that order, or lies
ahead of now, was written under a wrong clock: it is kept and counts for nothing, so that a clock that jumps costs no backup. What was
not verified here, or cannot be read, is not ours to remove.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from datetime import date, datetime

DAYS, WEEKS, MONTHS, LAST = 7, 5, 12, 3


@dataclass(frozen=True, slots=True)
class Kept:
    """A verified backup, as thinning looks at it. `at` is in the clinic's zone."""

    name: str
    seq: int
    at: datetime


def superfluous(backups: Iterable[Kept], now: datetime) -> tuple[str, ...]:
    """The names of those that may go, oldest first. What is left has none: one whose time did not fit may fit once another is gone."""
    left = list(backups)
    gone: list[Kept] = []
    while names := _superfluous(left, now):
        gone += [one for one in left if one.name in names]
        left = [one for one in left if one.name not in names]
    return tuple(one.name for one in sorted(gone, key=lambda one: one.seq))


def _superfluous(backups: Iterable[Kept], now: datetime) -> frozenset[str]:
    newest_first = sorted(backups, key=lambda one: one.seq, reverse=True)
    keep = {one.name for one in newest_first[:LAST]}
    in_order: list[Kept] = []
    earliest = now
    for one in newest_first:
        if one.at > earliest:
            keep.add(one.name)
            continue
        earliest = one.at
        in_order.append(one)
    for of, limit in ((_day, DAYS), (_week, WEEKS), (_month, MONTHS)):
        keep |= _newest_of_each(in_order, of, limit)
    return frozenset(one.name for one in newest_first if one.name not in keep)


def _newest_of_each(backups: list[Kept], of: Callable[[date], Hashable], limit: int) -> set[str]:
    found: dict[Hashable, str] = {}
    for one in backups:
        found.setdefault(of(one.at.date()), one.name)
    return set(list(found.values())[:limit])


def _day(day: date) -> Hashable:
    return day


def _week(day: date) -> Hashable:
    return day.isocalendar()[:2]


def _month(day: date) -> Hashable:
    return day.year, day.month
