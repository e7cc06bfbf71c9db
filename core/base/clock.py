"""Time. Every moment is aware; a day is a calendar date in the clinic's zone, never a slice of a UTC string."""

import time
from datetime import UTC, date, datetime, tzinfo
from typing import Protocol
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from core.base.errors import UserError


class Clock(Protocol):
    """Where the time comes from. Tests hand in a fixed one."""

    @property
    def zone(self) -> tzinfo: ...

    def now(self) -> datetime:
        """The present moment, aware, in the clinic's zone."""
        ...


class SystemClock:
    """The machine's clock, read in the clinic's zone."""

    def __init__(self, zone: tzinfo) -> None:
        self._zone = zone

    @property
    def zone(self) -> tzinfo:
        return self._zone

    def now(self) -> datetime:
        return datetime.now(self._zone)


def uptime_s() -> float:
    """Seconds this machine has been up, by its monotonic clock: one clock for all processes, begun anew at each start."""
    return time.monotonic()


def zone_named(name: str) -> tzinfo:
    """The zone with an IANA name such as Asia/Shanghai. Raises `UserError` unknown_zone."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise UserError("unknown_zone", zone=name) from error


def parse_moment(text: str, zone: tzinfo) -> datetime:
    """An ISO 8601 moment; one without an offset is read in `zone`. Raises `UserError` bad_time."""
    try:
        moment = datetime.fromisoformat(text.strip())
        aware = moment.replace(tzinfo=zone) if moment.tzinfo is None else moment.astimezone(zone)
        aware.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise UserError("bad_time", value=text) from error
    return aware


def to_stored(moment: datetime) -> str:
    """The form a moment is kept in: UTC, fixed width, so that text order is time order."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def from_stored(text: str, zone: tzinfo) -> datetime:
    """The reverse of `to_stored`, in the clinic's zone."""
    return datetime.fromisoformat(text).astimezone(zone)


def local_date(text: str, zone: tzinfo) -> date:
    """The calendar day, in the clinic's zone, of a stored moment."""
    return from_stored(text, zone).date()
