"""Which kind of day it is in China: for prices that are lower on days off.

Statutory holidays come from the holiday library, which is kept up year by year. The weekend is told first: a Saturday on which people work for
a holiday elsewhere is a weekend to a provider's price list (spec/domain.md E1), and none to the library.
"""

from datetime import date
from enum import StrEnum

SATURDAY = 5


class DayKind(StrEnum):
    """What a calendar day is."""

    WORKDAY = "workday"
    WEEKEND = "weekend"
    HOLIDAY = "holiday"
    """A day off by statute, or one given for it, from Monday to Friday."""
    UNLISTED = "unlisted"
    """A weekday of a year whose holidays the library does not know. It is taken for a workday, and whoever shows the price says so."""


def kind_of(day: date) -> DayKind:
    # Imported here: it is needed for priced models alone.
    from chinese_calendar import is_holiday

    if day.weekday() >= SATURDAY:
        return DayKind.WEEKEND
    try:
        return DayKind.HOLIDAY if is_holiday(day) else DayKind.WORKDAY
    except NotImplementedError:
        return DayKind.UNLISTED
