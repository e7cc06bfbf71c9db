"""When a person was born, as exactly as it is known: a year, a month or a day, and whether it was worked out from an age.

It refuses to guess a century: 85 and 八五年 are asked back. Lunar dates are not read; they are asked back too.
"""

import re
from calendar import monthrange
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from core.base.errors import UserError
from core.base.text import compact

OLDEST = 130
"""Years. Nobody is older; such a birth is a slip of the pen."""

MONTHS_SHOWN_BELOW = 6
"""Years of age. A small child's age is given with its months."""

_SHAPE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")
_DATED = re.compile(r"(\d{4})(?:[-–./年](\d{1,2})(?:[-–./月](\d{1,2})[日号]?|月)?|年)?")
_EIGHT_DIGITS = re.compile(r"(\d{4})(\d{2})(\d{2})")
_CENTURY_MISSING = re.compile(r"\d{1,3}(?:[-–./年]\d{1,2}(?:[-–./月]\d{1,2}[日号]?|月)?|年)?")
_AGE = re.compile(
    r"(?=\d)(?:(?P<years>\d{1,3})周?岁)?(?:(?P<months>\d{1,3})(?:个月龄?|月龄))?(?:(?P<days>\d{1,3})(?:天|日龄|天龄))?"
)
_ABOUT = re.compile(r"^(?:大?约|大概)|(?:左右|上下)$")
_FILLER = re.compile(r"(?:出生|生人?|的|大)+$")
_DIGITS = str.maketrans("〇○零一二两三四五六七八九", "0001223456789")


@dataclass(frozen=True)
class Birth:
    """`text` is 1985, 1985-03 or 1985-03-02; `estimated` says that it was worked out from an age."""

    text: str
    estimated: bool = False

    def __post_init__(self) -> None:
        if not _SHAPE.fullmatch(self.text):
            raise ValueError(self.text)

    @property
    def year(self) -> int:
        return int(self.text[:4])


class Agreement(StrEnum):
    """What two births say about being one person's."""

    SAME = "same"
    CLOSE = "close"
    DIFFERENT = "different"


def parse_birth(text: str, today: date) -> Birth:
    """Read a birth or an age (35岁, 1岁8个月, 15天) as a person types it. An age gives an estimated birth.

    Raises `UserError` birth_two_digit_year, birth_unreadable, birth_impossible, birth_in_future or birth_too_long_ago.
    """
    bare, doubts = _ABOUT.subn("", _FILLER.sub("", _with_digits(compact(text))))
    if _CENTURY_MISSING.fullmatch(bare):
        raise UserError("birth_two_digit_year", value=text)
    if dated := _DATED.fullmatch(bare) or _EIGHT_DIGITS.fullmatch(bare):
        found = "-".join(part.zfill(2) for part in dated.groups() if part)
        birth = Birth(found, estimated=doubts > 0)
    elif aged := _AGE.fullmatch(bare):
        birth = _before(today, aged.groupdict())
    else:
        raise UserError("birth_unreadable", value=text)
    _demand_possible(birth, text, today)
    return birth


def agree(one: Birth, other: Birth) -> Agreement:
    """Compare at the coarser precision. An estimate may be a year off."""
    length = min(len(one.text), len(other.text))
    if one.text[:length] == other.text[:length]:
        return Agreement.SAME
    if (one.estimated or other.estimated) and abs(one.year - other.year) <= 1:
        return Agreement.CLOSE
    return Agreement.DIFFERENT


def age_text(birth: Birth, on: date) -> str:
    """The age on a day, in Chinese: 35岁, 1岁8个月, 3个月9天, 15天; with 约 when estimated or known to the year only.

    What cannot be said is not said: a year or month that has just begun gives 不满1岁 or 不满1个月, never 0岁.
    """
    if birth.text > on.isoformat()[: len(birth.text)]:
        return "出生前"
    year, *finer = (int(part) for part in birth.text.split("-"))
    if not finer:
        return f"约{on.year - year}岁" if on.year > year else "不满1岁"
    months = (on.year - year) * 12 + on.month - finer[0]
    days = 0
    if len(finer) > 1:
        months -= on.day < finer[1]
        days = (on - _months_later(date(year, *finer), months)).days
    elif months == 0:
        return "不满1个月"
    return ("约" if birth.estimated else "") + _spoken(months, days)


def _with_digits(text: str) -> str:
    """八五年 as 85年, 三十五岁 as 35岁."""
    return re.sub(r"(\d?)十(\d?)", lambda ten: f"{ten[1] or 1}{ten[2] or 0}", text.translate(_DIGITS))


def _before(today: date, age: Mapping[str, str | None]) -> Birth:
    """The birth that an age on this day implies, no finer than the age itself."""
    years, months, days = (int(age[unit] or 0) for unit in ("years", "months", "days"))
    back = years * 12 + months
    if back > OLDEST * 12 + 11:
        return Birth("0001", estimated=True)
    born = (_months_later(today, -back) - timedelta(days=days)).isoformat()
    length = 10 if age["days"] else 7 if age["months"] else 4
    return Birth(born[:length], estimated=True)


def _demand_possible(birth: Birth, typed: str, today: date) -> None:
    try:
        date.fromisoformat((birth.text + "-01-01")[:10])
    except ValueError as error:
        raise UserError("birth_impossible", value=typed) from error
    if birth.text > today.isoformat()[: len(birth.text)]:
        raise UserError("birth_in_future", value=typed)
    if birth.year < today.year - OLDEST:
        raise UserError("birth_too_long_ago", value=typed)


def _months_later(day: date, months: int) -> date:
    """The same day of another month, or that month's last day."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _spoken(months: int, days: int) -> str:
    years, over = divmod(months, 12)
    if years >= MONTHS_SHOWN_BELOW or (years and not over):
        return f"{years}岁"
    if years:
        return f"{years}岁{over}个月"
    if months:
        return f"{months}个月{days}天" if days else f"{months}个月"
    return f"{days}天"
