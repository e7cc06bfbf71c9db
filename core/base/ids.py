"""Record numbers: P and a number, shown with at least three digits. P1, p001 and Ｐ００１ are one number."""

import re
import unicodedata
from typing import NewType

from core.base.errors import UserError

RecordNo = NewType("RecordNo", str)

_SHAPE = re.compile(r"P([0-9]{1,9})")


def record_no_of(number: int) -> RecordNo:
    """The record number with a given ordinal: 1 is P001, 1000 is P1000. Padding is a minimum, not a width."""
    return RecordNo(f"P{number:03d}")


def ordinal_of(record_no: RecordNo) -> int:
    """The number behind a record number."""
    return int(record_no[1:])


def parse_record_no(text: str) -> RecordNo:
    """Read a record number as a person types it. Raises `UserError` bad_record_no for anything else."""
    found = looks_like_record_no(text)
    if found is None:
        raise UserError("bad_record_no", value=text)
    return found


def looks_like_record_no(text: str) -> RecordNo | None:
    """The record number a text stands for, or None. Blanks around it, letter case and width do not matter."""
    match = _SHAPE.fullmatch(unicodedata.normalize("NFKC", text).strip().upper())
    if match is None or int(match[1]) == 0:
        return None
    return record_no_of(int(match[1]))
