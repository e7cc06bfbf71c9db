"""A clock that stands still until a test moves it."""

from datetime import datetime, timedelta, tzinfo

from core.base.clock import zone_named

ZONE = zone_named("Asia/Shanghai")
NOON = datetime(2026, 11, 29, 12, 0, tzinfo=ZONE)
"""A Sunday; late enough that every date in the shared cases lies before it."""


class FixedClock:
    """The time a test says it is."""

    def __init__(self, at: datetime = NOON) -> None:
        self._at = at

    @property
    def zone(self) -> tzinfo:
        return ZONE

    def now(self) -> datetime:
        return self._at

    def advance(self, **by: float) -> datetime:
        """Move on by days, hours, minutes …; returns the new moment."""
        self._at += timedelta(**by)
        return self._at
