"""Dates and times ago as a text writes them, and how many days ago they lie at least."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

_WRITTEN = re.compile(
    r"(?<![0-9])(?P<year>(?:19|20)[0-9]{2})\s*"
    r"(?:年(?:\s*(?P<month>[0-9]{1,2})\s*月(?:\s*(?P<day>[0-9]{1,2})\s*[日号])?)?"
    r"|[-./](?P<m>[0-9]{1,2})(?:[-./](?P<d>[0-9]{1,2}))?(?![0-9]))"
)
_UNDATED = re.compile(r"(?<![0-9])[0-9]{1,2}\s*月\s*[0-9]{1,2}\s*[日号]|[〇零一二三四五六七八九]{4}\s*年")
"""A day without its year, and a year in Chinese signs: a date, and not known to be long ago."""
_AGO = re.compile(
    r"(?P<number>[0-9]{1,3}|[一二两三四五六七八九十]{1,3}|半|数|几)\s*[余多]?\s*个?\s*(?P<unit>年|月|周|星期|天|日)[余多半]?\s*(?:以|之)?前"
)
_DAYS = {"年": 365, "月": 30, "周": 7, "星期": 7, "天": 1, "日": 1}
_ONES = {sign: value for value, sign in enumerate("一二三四五六七八九", start=1)} | {"两": 2}


class Dated(NamedTuple):
    """A date in a text: where, and how many days ago at the least. 2021 年 is taken as its last day."""

    start: int
    end: int
    days_ago: float


def dates_in(text: str, today: date) -> Iterator[Dated]:
    """Every date and time ago in a text. One that does not exist, or is to come, is no time ago."""
    whole: list[tuple[int, int]] = []
    for match in _WRITTEN.finditer(text):
        whole.append(match.span())
        last = _last_day(int(match["year"]), match["month"] or match["m"], match["day"] or match["d"])
        yield Dated(*match.span(), (today - last).days if last else 0)
    for match in _UNDATED.finditer(text):
        if not any(start <= match.start() < end for start, end in whole):
            yield Dated(*match.span(), 0)
    for match in _AGO.finditer(text):
        yield Dated(*match.span(), _number(match["number"]) * _DAYS[match["unit"]])


def _last_day(year: int, month: str | None, day: str | None) -> date | None:
    """The last day that a date, whole or in part, can mean."""
    try:
        if month and day:
            return date(year, int(month), int(day))
        if month:
            first = date(year, int(month), 1)
            return (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
        return date(year, 12, 31)
    except ValueError:
        return None


def _number(written: str) -> float:
    """At least this many: 几 and 数 are two, 十余 is ten."""
    if written.isdecimal():
        return int(written)
    if written == "半":
        return 0.5
    if "十" in written:
        tens, _, ones = written.partition("十")
        return 10 * _ONES.get(tens, 1) + _ONES.get(ones, 0)
    return _ONES.get(written[0], 2)
