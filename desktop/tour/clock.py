"""The clinic's clock on a tour: it stands still until it is moved."""

from datetime import datetime, timedelta, tzinfo


class TourClock:
    """The time the tour says it is, in the zone of the moment it was made with."""

    def __init__(self, at: datetime) -> None:
        if at.tzinfo is None:
            raise ValueError("A clock needs a zone")
        self._zone, self._at = at.tzinfo, at

    @property
    def zone(self) -> tzinfo:
        return self._zone

    def now(self) -> datetime:
        return self._at

    def advance(self, by: timedelta) -> None:
        """Move on."""
        self._at += by
