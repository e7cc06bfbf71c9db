"""Whom the clinic knows: an index of names and numbers, and the port it is had by.

A text is held against the index and not the other way round, so a call costs what its text is long, whether ten people are known or
a hundred thousand. The index is made once and added to; nothing is taken out of it, for a former name is a name too.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from core.base.errors import UserError
from core.base.ids import RecordNo, ordinal_of
from core.base.phone import EXTENSION, main_number, normal_phone
from core.base.text import compact
from core.net.deid.folded import Folded, name_form
from core.net.deid.span import Kind


@dataclass(frozen=True, slots=True, repr=False)
class Identity:
    """What is known of one person, as it is kept. `kind` is one of `core.net.deid.span.NAMES`: what the name's placeholder says."""

    kind: Kind
    names: tuple[str, ...] = ()
    numbers: tuple[tuple[Kind, str], ...] = ()
    """Telephones, cards, and whatever else is digits."""
    record_no: RecordNo | None = None
    addresses: tuple[str, ...] = ()
    births: tuple[str, ...] = ()
    """YYYY-MM-DD. A year or a month alone tells nobody apart."""


class KnownIdentities(Protocol):
    """The clinic's people. Whatever is raised here, no text leaves."""

    def everybody(self) -> "Index":
        """All patients and operators there are now, whatever they were called before."""
        ...

    def around(self, record_no: RecordNo) -> Iterable[Identity]:
        """The patient with this number and those who are known to belong to them."""
        ...


class Terms:
    """Words, found the longest first, in a text in its tight form."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = frozenset(filter(None, map(name_form, words)))
        self._longest = max(map(len, self._words), default=0)

    def __contains__(self, word: str) -> bool:
        return word in self._words

    def begins(self, text: str, at: int) -> int:
        """The length of the longest word that stands at a place of a tight text; 0 for none."""
        longest = min(self._longest, len(text) - at)
        return next((length for length in range(longest, 0, -1) if text[at : at + length] in self._words), 0)

    def cover(self, text: str, start: int, end: int) -> bool:
        """Whether a piece of a tight text lies in, or reaches into, a longer word."""
        for first in range(max(0, start - self._longest + 1), end):
            for length in range(end - start + 1, min(self._longest, len(text) - first) + 1):
                if first + length > start and text[first : first + length] in self._words:
                    return True
        return False


class Index:
    """Names and numbers of many people, to be looked up at every place of a text. One adds at a time; meanwhile anybody may look up, which
    changes nothing.
    """

    def __init__(self, people: Iterable[Identity] = ()) -> None:
        self._names: dict[str, Kind] = {}
        self._lengths: dict[str, tuple[int, ...]] = {}
        self._numbers: dict[str, Kind] = {}
        self._records: dict[int, Kind] = {}
        self._dates: set[str] = set()
        self.add(people)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"<Index of {len(self._names)} names>"

    def add(self, people: Iterable[Identity]) -> None:
        """Know these too. Of two people of one name the kind first given stays."""
        for one in people:
            for name in one.names:
                self._add_name(name_form(name), one.kind)
            for address in one.addresses:
                self._add_name(name_form(address), Kind.ADDRESS)
            for kind, number in one.numbers:
                digits = digits_of(number)
                self._numbers.setdefault(digits, kind)
                if part := _part_of(kind, digits):
                    self._numbers.setdefault(part, kind)
            if one.record_no is not None:
                self._records[ordinal_of(one.record_no)] = Kind.RECORD_NO
            self._dates.update(date for date in one.births if len(date) == 10)  # noqa: PLR2004 - a whole day
        signs = "".join(map(re.escape, self._lengths))
        self._firsts = re.compile(f"[{signs}]" if signs else "(?!)")

    def names_in(self, tight: Folded) -> Iterator[tuple[int, int, Kind]]:
        """Where names stand in a tight text, the longest at each place. Latin ones only as whole words."""
        text = tight.text
        for found in self._firsts.finditer(text):
            at = found.start()
            for length in self._lengths[text[at]]:
                kind = self._names.get(text[at : at + length])
                if kind is not None:
                    yield at, at + length, kind
                    break

    def number(self, digits: str) -> Kind | None:
        """Whose number these digits are; None when nobody's."""
        return self._numbers.get(digits)

    def has_record(self, number: int) -> bool:
        return number in self._records

    def has_birth(self, day: str) -> bool:
        """Whether somebody was born on this day, YYYY-MM-DD."""
        return day in self._dates

    def _add_name(self, name: str, kind: Kind) -> None:
        if len(name) < 2:  # noqa: PLR2004 - one sign alone stands everywhere
            return
        self._names.setdefault(name, kind)
        lengths = self._lengths.get(name[0], ())
        if len(name) not in lengths:
            self._lengths[name[0]] = tuple(sorted((*lengths, len(name)), reverse=True))


_LOCAL = re.compile(r"0(?:10|2[0-9])([2-9][0-9]{7})|0[3-9][0-9]{2}([2-9][0-9]{6,7})")
_CARD = 18


def _part_of(kind: Kind, digits: str) -> str | None:
    """As much of a number as says all: a card without its last sign, a telephone as it is dialled within its own place."""
    if kind is Kind.ID_CARD and len(digits) == _CARD:
        return digits[:-1]
    local = _LOCAL.fullmatch(digits) if kind is Kind.PHONE else None
    return None if local is None else local[1] or local[2]


def digits_of(number: str) -> str:
    """A telephone or a card as it is looked up: without +86, extension and whatever parts the digits."""
    if number.isascii() and number.isdecimal() and not number.startswith(("0086", "86")):
        return number
    try:
        return main_number(normal_phone(number)).removeprefix("+")
    except UserError:
        return re.sub(r"[^0-9X]", "", compact(number).upper().partition(EXTENSION)[0])
