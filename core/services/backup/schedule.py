"""Whether a backup is due now. Pure: whoever runs the clinic asks when it is idle and when it closes.

A backup is due once a calendar day, at the first quiet moment, and at the close when something was saved since the last. A time ahead
of now is not believed: a clock that was turned back postpones no backup.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

AGAIN_AFTER = timedelta(minutes=30)
"""After one that failed: so long until the next is tried by itself."""

OVERDUE = timedelta(days=3)
"""Without a verified backup for so long a red banner stays."""

OFF_DISK = timedelta(days=14)
"""The same for one that lies on another disk."""


class Occasion(StrEnum):
    """What the clinic is about. Before it is changed as a whole one is made whether it is due or not."""

    IDLE = "idle"
    CLOSE = "close"
    BEFORE_CHANGE = "before_change"


@dataclass(frozen=True, slots=True)
class Past:
    """What was done so far. `changed` says that something was saved since the last verified backup."""

    verified: datetime | None
    failed: datetime | None
    changed: bool


def is_due(occasion: Occasion, past: Past, now: datetime, *, daily: bool) -> bool:
    """Whether to make a backup now. `daily` is what the clinic chose."""
    if not daily:
        return False
    if occasion is Occasion.CLOSE:
        return past.changed
    if past.failed and timedelta() <= now - past.failed < AGAIN_AFTER:
        return False
    return past.verified is None or past.verified > now or past.verified.date() < now.date()


def is_old(last: datetime | None, since: datetime, now: datetime, limit: timedelta) -> bool:
    """Whether the last one, or, without any, the clinic itself, is older than it should be, or of a time that is not yet."""
    return not timedelta(days=-1) <= now - (last or since) <= limit
