"""One box, several things in it: what a person typed to say who is meant, taken apart into number, name, birth, sex and phone.

A part is taken out only where it can be nothing else. Digits alone may be a number without its P, the end of a phone or a
year, so they stay text to search for; four digits beside a name are a year when they can be one, else the end of a phone.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from core.base.birth import parse_birth
from core.base.errors import UserError
from core.base.ids import RecordNo, looks_like_record_no
from core.base.phone import normal_phone

SEXES = frozenset({"男", "女"})
WHOLE_PHONE = 7
"""Digits. A shorter number typed alone need not be that of a phone."""
TAIL = 4
"""Digits. The end of a phone beside a name has at least these."""

_GAPS = re.compile(r"[\s,，、;；]+")
_NUMBER_THEN_NAME = re.compile(r"([Pp][0-9]{1,9})([^\x00-\x7f].*)")
_NAME_THEN_DIGITS = re.compile(r"([^\x00-\x7f]{2,})([0-9]{4,}\S*)")
_DIGITS = re.compile(r"[0-9]+")


@dataclass(frozen=True, slots=True)
class Typed:
    """What stands in the box; empty means not typed. `name` is as typed: a name, its pinyin, or what nothing else explains."""

    record_no: RecordNo | None = None
    name: str = ""
    birth: str = ""
    sex: str = ""
    phone: str = ""

    @property
    def new_name(self) -> str:
        """The name somebody new would have: none when what is left is pinyin, or has digits in it."""
        return "" if self.name.isascii() or any(mark.isdigit() for mark in self.name) else self.name


def read_typed(text: str, today: date) -> Typed:
    """Take apart what was typed. Without a name, a number or a whole phone in it, all of it is name."""
    typed = Typed()
    name: list[str] = []
    parts = list(_parts(text))
    for part in parts:
        read = _with(typed, part, today, is_alone=len(parts) == 1)
        if read is None:
            name.append(part)
        else:
            typed = read
    if typed.record_no or name or len(typed.phone) >= WHOLE_PHONE:
        # A name alone is left byte for byte.
        return replace(typed, name=text.strip() if typed == Typed() else " ".join(name))
    return Typed(name=text.strip())


def _parts(text: str) -> Iterator[str]:
    """The pieces between blanks and commas, and the two of P001李四 and 王芳1985."""
    for piece in _GAPS.split(unicodedata.normalize("NFKC", text).strip()):
        glued = _NUMBER_THEN_NAME.fullmatch(piece) or _NAME_THEN_DIGITS.fullmatch(piece)
        if glued and not _is_age(piece):
            yield from glued.groups()
        elif piece:
            yield piece


def _with(typed: Typed, part: str, today: date, *, is_alone: bool) -> Typed | None:
    """What is known with one more part, or None when the part is no more than a piece of a name."""
    number = looks_like_record_no(part)
    if number is not None:
        return None if typed.record_no else replace(typed, record_no=number)
    if part in SEXES and not is_alone and not typed.sex:
        return replace(typed, sex=part)
    if not typed.birth and not is_alone and _is_birth(part, today):
        return replace(typed, birth=part)
    if not typed.phone and _is_phone(part, WHOLE_PHONE if is_alone else TAIL):
        return None if is_alone and _is_birth(part, today) else replace(typed, phone=part)
    return None


def _is_birth(part: str, today: date) -> bool:
    try:
        parse_birth(part, today)
    except UserError:
        return False
    return any(mark.isdigit() for mark in part) or "岁" in part


def _is_phone(part: str, fewest: int) -> bool:
    if sum(mark.isdigit() for mark in part) < fewest:
        return False
    if len(part) == TAIL and _DIGITS.fullmatch(part):
        return True
    try:
        normal_phone(part)
    except UserError:
        return False
    return True


def _is_age(piece: str) -> bool:
    return piece.endswith(("岁", "月", "天"))
