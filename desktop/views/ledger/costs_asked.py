"""What the costs are asked, and what is read for it on a worker. The store adds up: a hundred thousand calls are a few lines here."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from pathlib import Path

from core.base.messages import Messages
from core.services.spending.facts import By, Line, Report, together
from desktop.bridge.clinic import Kernel

WEEK = 7
MOST_DAYS = 124
"""More days than these are shown month by month."""

_MONTH = len("2026-11")


class Period(StrEnum):
    """Which days are asked for, beside a month by its name."""

    TODAY = "today"
    WEEK = "week"
    MONTH = "month"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class CostsAsked:
    """`period` is a `Period` or a month such as 2026-10."""

    period: str = Period.MONTH
    by: By = By.PACK


@dataclass(frozen=True, slots=True)
class CostsRead:
    """The answer. `days` are lines of single days, or, of many, of months (`is_by_month`), without gaps; `months` are those with calls, the
    newest first. `since` and `until` are None where as far as there are calls.
    """

    asked: CostsAsked
    since: date | None
    until: date | None
    report: Report
    days: tuple[tuple[str, Line | None], ...] = ()
    is_by_month: bool = False
    months: tuple[str, ...] = ()
    titles: Mapping[str, str] = field(default_factory=dict)

    @property
    def has_calls(self) -> bool:
        return bool(self.report.lines)


def read(asked: CostsAsked, kernel: Kernel) -> CostsRead:
    """Raises `Refused` not_allowed; `Damaged` calls_unreadable."""
    day = kernel.spending.today().day
    since, until = bounds(asked.period, day)
    report, by_day = kernel.spending.reports(asked.by, since, until)
    months = tuple(sorted({f"{one:%Y-%m}" for one in kernel.spending.days()}, reverse=True))
    days = _each_day(by_day.lines, since, until, day)
    is_by_month = len(days) > MOST_DAYS
    return CostsRead(
        *(asked, since, until, report),
        days=_each_month(days) if is_by_month else days,
        is_by_month=is_by_month,
        months=months,
        titles=kernel.spending.titles(),
    )


def write(file: Path, asked: CostsAsked, messages: Messages, kernel: Kernel) -> Path:
    """Into a file for a spreadsheet. Raises as `core.services.spending.Spending.export`."""
    since, until = bounds(asked.period, kernel.spending.today().day)
    kernel.spending.export(file, asked.by, since, until, messages)
    return file


def bounds(period: str, day: date) -> tuple[date | None, date | None]:
    """The first and the last day; `day` is today's."""
    match period:
        case Period.TODAY:
            return day, day
        case Period.WEEK:
            return day - timedelta(days=WEEK - 1), day
        case Period.ALL:
            return None, None
        case _:
            first = day.replace(day=1) if period == Period.MONTH else date.fromisoformat(f"{period}-01")
            return first, (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)


def _each_day(
    lines: tuple[Line, ...], since: date | None, until: date | None, day: date
) -> tuple[tuple[str, Line | None], ...]:
    """Every day of the period up to today, also those without calls."""
    by_day = {line.key: line for line in lines}
    if not by_day:
        return ()
    first = since or date.fromisoformat(min(by_day))
    last = max(min(until or day, day), date.fromisoformat(max(by_day)))
    names = ((first + timedelta(days=number)).isoformat() for number in range((last - first).days + 1))
    return tuple((name, by_day.get(name)) for name in names)


def _each_month(days: tuple[tuple[str, Line | None], ...]) -> tuple[tuple[str, Line | None], ...]:
    found: dict[str, list[Line]] = {}
    for name, line in days:
        found.setdefault(name[:_MONTH], []).extend([line] if line else [])
    return tuple((month, together(lines) if lines else None) for month, lines in found.items())
