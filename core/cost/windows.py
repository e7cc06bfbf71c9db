"""The hours in which a provider is dear: on workdays, by its own clock. A window begins with its first instant and ends before its last."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta, tzinfo
from enum import StrEnum

from core.cost.holidays import DayKind, kind_of


class Window(StrEnum):
    """When a price holds."""

    PEAK = "peak"
    OFF_PEAK = "off_peak"
    FLAT = "flat"
    """All day, every day."""


@dataclass(frozen=True, slots=True)
class PeakHours:
    """`hours` are parts of a day in `zone`; `weekends_too` are stretches of time in which Saturday and Sunday had them, too."""

    zone: tzinfo
    hours: tuple[tuple[time, time], ...]
    weekends_too: tuple[tuple[datetime, datetime], ...] = ()

    def at(self, moment: datetime) -> tuple[Window, DayKind]:
        """Which window a moment lies in, and what kind of day decided it. Raises ValueError for a moment without a zone."""
        if moment.tzinfo is None:
            raise ValueError("a moment has a zone")
        local = moment.astimezone(self.zone)
        kind = kind_of(local.date())
        is_off = kind is DayKind.HOLIDAY or (kind is DayKind.WEEKEND and not self._counts_weekends(moment))
        is_in_hours = any(start <= local.time() < end for start, end in self.hours)
        return (Window.PEAK if is_in_hours and not is_off else Window.OFF_PEAK), kind

    def bounds(self, moment: datetime, days: int) -> Iterator[datetime]:
        """Every instant at which a window can begin or end, in some days from the day of a moment on, in order."""
        first = moment.astimezone(self.zone).date()
        for number in range(days):
            day = first + timedelta(days=number)
            for start, end in self.hours:
                yield datetime.combine(day, start, self.zone)
                yield datetime.combine(day, end, self.zone)

    def _counts_weekends(self, moment: datetime) -> bool:
        return any(since <= moment < until for since, until in self.weekends_too)
