"""Mainland identity numbers: what a number says about sex and birth, and how far it can be believed.

Only the checksum and the date are hard errors; the region is not looked up, for retired codes stay valid (spec/domain.md
B3). A 15-digit number is legacy and is never turned into 18 digits. The rule of the 18-digit card for foreign residents
(2023, first digit 9) is not published to us, so such a number is neither valid nor wrong.
"""

import re
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from core.base.birth import Birth
from core.base.text import compact

OLDEST = 120
"""Years of age beyond which a number is suspect."""

_LENGTH, _LEGACY_LENGTH = 18, 15
_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_CHECK_MARKS = "10X98765432"


class Status(StrEnum):
    VALID = "valid"
    LEGACY = "legacy"
    SUSPECT = "suspect"
    NEEDS_RULE = "needs_rule"
    INVALID = "invalid"


class Reason(StrEnum):
    """Why a number has its status."""

    CHECKSUM_FITS = "checksum_fits"
    FIFTEEN_DIGITS = "fifteen_digits"
    DIGITS_LOST = "digits_lost"
    TOO_OLD = "too_old"
    FOREIGN_RESIDENT = "foreign_resident"
    SCIENTIFIC = "scientific"
    SHAPE = "shape"
    DATE = "date"
    FUTURE = "future"
    CHECKSUM = "checksum"


@dataclass(frozen=True)
class IdCard:
    """A number in its normal form and what is to be thought of it. `sex` is 男 or 女."""

    number: str
    status: Status
    reason: Reason
    sex: str | None = None
    birth: Birth | None = None


def check(text: str, today: date) -> IdCard:
    """Judge a number as typed or imported. Width, blanks and the case of X do not matter."""
    number = compact(text).upper()
    if re.fullmatch(r"\d(\.\d+)?E\+?\d+", number):
        return IdCard(number, Status.INVALID, Reason.SCIENTIFIC)
    if not re.fullmatch(r"[0-9]{15}|[0-9]{17}[0-9X]", number):
        return IdCard(number, Status.INVALID, Reason.SHAPE)
    legacy = len(number) == _LEGACY_LENGTH
    born = _day("19" + number[6:12] if legacy else number[6:14])
    if born is None:
        return IdCard(number, Status.INVALID, Reason.DATE)
    if born > today:
        return IdCard(number, Status.INVALID, Reason.FUTURE)
    return _judged(number, born, today, legacy=legacy)


def masked(number: str) -> str:
    """A number fit for the screen: 110105********002X, 610104******690. Anything of another length is hidden whole."""
    bare = compact(number).upper()
    shown = {_LENGTH: 4, _LEGACY_LENGTH: 3}.get(len(bare))
    if shown is None:
        return "*" * len(bare)
    return bare[:6] + "*" * (len(bare) - 6 - shown) + bare[-shown:]


def _judged(number: str, born: date, today: date, *, legacy: bool) -> IdCard:
    birth = Birth(born.isoformat())
    if not legacy and number[0] == "9":
        return IdCard(number, Status.NEEDS_RULE, Reason.FOREIGN_RESIDENT, None, birth)
    if not legacy and number[17] != _check_mark(number):
        # A spreadsheet keeps 15 digits of a number and puts noughts for the rest.
        lost = number.endswith("000")
        return IdCard(
            number, *((Status.SUSPECT, Reason.DIGITS_LOST) if lost else (Status.INVALID, Reason.CHECKSUM))
        )
    if today.year - born.year - ((today.month, today.day) < (born.month, born.day)) > OLDEST:
        return IdCard(number, Status.SUSPECT, Reason.TOO_OLD, None, birth)
    sex = "男" if int(number[14 if legacy else 16]) % 2 else "女"
    if legacy:
        return IdCard(number, Status.LEGACY, Reason.FIFTEEN_DIGITS, sex, birth)
    return IdCard(number, Status.VALID, Reason.CHECKSUM_FITS, sex, birth)


def _check_mark(number: str) -> str:
    weighted = sum(int(digit) * weight for digit, weight in zip(number, _WEIGHTS, strict=False))
    return _CHECK_MARKS[weighted % 11]


def _day(digits: str) -> date | None:
    try:
        return date(int(digits[:4]), int(digits[4:6]), int(digits[6:]))
    except ValueError:
        return None
