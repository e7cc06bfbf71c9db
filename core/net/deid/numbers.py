"""Numbers that are a person's: cards of identity, telephones, bank cards, found in runs of digits however they are split.

A run is cut into windows: first what a checksum or a date vouches for, then telephones by their shape. Digits may be Chinese (幺三八),
full-width, or parted by blanks, hyphens and line ends. What stands before (电话, 条码) and behind (单位, mg) decides where the shape does not.
Sources: `core.base.id_card` (GB 11643), spec/security.md §4.3.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import pairwise

from core.base.id_card import Reason, Status, check
from core.net.deid.folded import plain
from core.net.deid.personal import any_of, personal
from core.net.deid.span import Kind

CARD, OLD_CARD, MOBILE = 18, 15, 11
"""Digits."""

_LEAST_BANK_CARD = 15
_CENTURIES = frozenset({"18", "19", "20"})
_OLD_CARD_SHAPES = {(OLD_CARD,), (6, 6, 3)}

_CHINESE = "〇○零一二三四五六七八九幺两壹贰叁肆伍陆柒捌玖"
_VALUES = str.maketrans(_CHINESE, "00012345678912123456789")
_BETWEEN = r"[\s\-‐‑‒–—―−().·,、]"
_RUN = re.compile(
    rf"[0-9{_CHINESE}](?:{_BETWEEN}{{0,8}}[0-9{_CHINESE}]){{6,}}(?:[\s\-]{{0,2}}[xX](?![A-Za-z]))?"
)
_PARTED = re.compile(
    rf"[0-9{_CHINESE}](?:[\s\-‐‑‒–—―−().·,、/_~*|:;<>&]{{0,8}}[0-9{_CHINESE}]){{10,}}(?:[\s\-]{{0,2}}[xX](?![A-Za-z]))?"
)
"""Also by signs that part numbers from each other. Only what is known is looked for in it."""
_EXTENSION = re.compile(r"\s{0,2}(?:转|分机号?|[eE][xX][tT]\.?|[xX]|#|-)\s{0,2}[0-9]{1,6}(?![0-9])")
_MOBILE = re.compile(r"1[3-9][0-9]{9}")
_ROW_OF_MOBILES = re.compile(r"(?:1[3-9][0-9]{9})+")
_LANDLINE = re.compile(r"0(?:10|2[0-9])[2-9][0-9]{7}|0[3-9][0-9]{2}[2-9][0-9]{6,7}")
_MOBILE_SHAPES = {
    (11,),
    (3, 4, 4),
    (3, 8),
    (7, 4),
    (4, 3, 4),
    (3, 3, 5),
    (1,) * 11,
    (4, 4, 3),
    (5, 6),
    (3, 5, 3),
}
_PROVINCES = frozenset(
    map(
        str,
        (
            *range(11, 16),
            *range(21, 24),
            *range(31, 38),
            *range(41, 47),
            *range(50, 55),
            *range(61, 66),
            71,
            81,
            82,
            91,
        ),
    )
)
_ISSUERS = re.compile(r"62|4|5[1-5]|3[47]|9[59]")
_CUE_TAIL = r"(?:号码|号)?\s{0,3}(?:[:=(\"'\[]|是|为|就是|改为|改成){0,3}\s{0,3}(?:\+|嗯|啊|,){0,2}\s{0,3}$"
_LOOK_BACK = 24

Found = tuple[int, int, Kind, str]


@dataclass(frozen=True)
class Run:
    """The digits of one run and the place of each in the text. A group is what stands together, in one script."""

    text: str
    digits: str
    at: Sequence[int]
    firsts: tuple[int, ...]
    """Where groups begin, in order."""
    starts: frozenset[int]
    ends: frozenset[int]

    def sizes(self, first: int, last: int) -> tuple[int, ...]:
        """The lengths of the groups from one digit up to another."""
        cuts = [first, *(cut for cut in range(first + 1, last) if cut in self.starts), last]
        return tuple(after - before for before, after in pairwise(cuts))

    def group(self, number: int) -> int:
        """The length of the group a digit is in."""
        place = bisect_right(self.firsts, number)
        end = self.firsts[place] if place < len(self.firsts) else len(self.digits)
        return end - self.firsts[place - 1]

    def place(self, first: int, last: int) -> tuple[int, int]:
        return self.at[first], self.at[last - 1] + 1

    def is_decimal(self, first: int) -> bool:
        """Whether these are the digits behind a decimal point."""
        at = self.at[first]
        return at > 1 and self.text[at - 1] == "." and self.text[at - 2].isdigit()

    def is_announced(self, first: int, kind: str) -> bool:
        """Whether the words right before say that such a number follows."""
        at = self.at[first]
        return _cues(kind).search(self.text, max(0, at - _LOOK_BACK), at) is not None

    def is_thing(self, first: int) -> bool:
        """Whether the words right before say that a number of a thing follows."""
        return self.is_announced(first, "things")

    def is_amount(self, last: int) -> bool:
        """Whether a unit follows."""
        return _units().match(self.text, self.at[last - 1] + 1) is not None

    def is_chinese(self, first: int, last: int) -> bool:
        return any(not self.text[at].isascii() for at in self.at[first:last])


def runs(text: str, pattern: re.Pattern[str] = _RUN) -> Iterator[Run]:
    """Every run of seven digits and more."""
    for found in pattern.finditer(text):
        at = [place for place in range(*found.span()) if text[place] in _DIGITS or text[place] in "xX"]
        digits = "".join(text[place] for place in at).translate(_VALUES).upper()
        firsts = [0]
        if at[-1] - at[0] != len(at) - 1 or not found[0].isascii():
            firsts += [
                number
                for number in range(1, len(at))
                if at[number] != at[number - 1] + 1
                or text[at[number]].isascii() != text[at[number - 1]].isascii()
            ]
        yield Run(text, digits, at, tuple(firsts), frozenset(firsts), frozenset((*firsts[1:], len(at))))


def numbers_in(
    text: str, today: date, known: Callable[[str], Kind | None]
) -> Iterator[tuple[int, int, Kind, str, bool]]:
    """Every number of a person in a text in its plain form: where, of which kind, by which rule, and whether the clinic knows it.

    `known` tells of digits (a telephone without +86, a card with its X) whose they are.
    """
    for run in runs(text):
        taken = bytearray(len(run.digits))
        for first, last, kind, rule in _of_run(run, taken, today, known):
            start, end = run.place(first, last)
            if kind is Kind.PHONE:
                start, end = _with_prefix(text, start), _with_extension(text, end)
            yield start, end, kind, rule, rule == "known"
    for run in runs(text, _PARTED):
        for first, last, kind, rule in _known(known)(run):
            if last - first >= _LONG:
                yield *run.place(first, last), kind, rule, True


def luhn(digits: str) -> bool:
    """The checksum of bank cards (ISO/IEC 7812)."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if place % 2 else 1)
        total += value - 9 if value > 9 else value  # noqa: PLR2004 - the sum of its two digits
    return total % 10 == 0


def _of_run(run: Run, taken: bytearray, today: date, known: Callable[[str], Kind | None]) -> Iterator[Found]:
    for rule in (
        _known(known),
        _cards(today),
        _old_cards(today),
        _mobiles,
        _bank_cards,
        _landlines,
        _announced,
    ):
        for first, last, kind, name in rule(run):
            if not any(taken[first:last]):
                taken[first:last] = b"\1" * (last - first)
                yield first, last, kind, name


Rule = Callable[[Run], Iterator[Found]]
_LENGTHS = (18, 17, 15, 13, 12, 11, 10, 9, 8, 7)
_TWO_NUMBERS = CARD + 7
"""Digits that may be a card and a telephone written without anything between them. In fewer a card is looked for as a whole only."""

_LONG = 11
"""Digits. So many that are known are no coincidence, wherever they stand in a longer number."""


def _known(known: Callable[[str], Kind | None]) -> Rule:
    def rule(run: Run) -> Iterator[Found]:
        for length in _LENGTHS:
            anywhere = length >= _LONG
            for first in range(len(run.digits) - length + 1) if anywhere else run.firsts:
                last = first + length
                if not anywhere and last not in run.ends:
                    continue
                kind = known(run.digits[first:last])
                if kind is not None:
                    yield first, last, kind, "known"

    return rule


def _whole(run: Run, length: int) -> Iterator[tuple[int, int]]:
    """Places where a number of so many digits may stand: from the beginning of a group to the end of one."""
    return ((first, first + length) for first in run.firsts if first + length in run.ends)


def _cards(today: date) -> Rule:
    def rule(run: Run) -> Iterator[Found]:
        long = (first for first in run.firsts if run.group(first) >= _TWO_NUMBERS)
        inner = (at for first in long for at in range(first, first + run.group(first) - CARD + 1))
        for first in (*(first for first, _ in _whole(run, CARD)), *inner):
            number = run.digits[first : first + CARD]
            if number[6:8] not in _CENTURIES or not number[:-1].isdecimal():
                continue
            judged = check(number, today)
            sure = judged.status is Status.VALID or judged.reason is Reason.TOO_OLD
            # What is called a card is one, also of the kind whose rule is not published, and with its end lost.
            if sure or (judged.status is not Status.INVALID and run.is_announced(first, "id_card")):
                yield first, first + CARD, Kind.ID_CARD, "id_card_18"

    return rule


def _old_cards(today: date) -> Rule:
    def rule(run: Run) -> Iterator[Found]:
        for first, last in _whole(run, OLD_CARD):
            number = run.digits[first:last]
            if number[:2] not in _PROVINCES or check(number, today).status is not Status.LEGACY:
                continue
            shaped = run.sizes(first, last) in _OLD_CARD_SHAPES and not run.is_thing(first)
            if run.is_announced(first, "id_card") or (shaped and not run.is_amount(last)):
                yield first, last, Kind.ID_CARD, "id_card_15"

    return rule


def _mobiles(run: Run) -> Iterator[Found]:
    for first, in_row in _firsts_of_mobiles(run):
        last = first + MOBILE
        if not _MOBILE.fullmatch(run.digits, first, last) or run.is_decimal(first):
            continue
        if not in_row and last not in run.ends:
            continue
        if run.is_announced(first, "phone"):
            yield first, last, Kind.PHONE, "phone_mobile"
        elif not run.is_amount(last) and not run.is_thing(first):
            spoken = run.is_chinese(first, last)
            if spoken or in_row or run.sizes(first, last) in _MOBILE_SHAPES:
                yield first, last, Kind.PHONE, "phone_spoken" if spoken else "phone_mobile"


def _firsts_of_mobiles(run: Run) -> Iterator[tuple[int, bool]]:
    """The beginnings of groups, what follows a prefix or a card within one, and every eleventh digit of a row of nothing but mobiles."""
    for first in run.firsts:
        yield first, False
        length = run.group(first)
        for prefix in ("0086", "86", "017951", "12593"):
            if run.digits.startswith(prefix, first):
                yield first + len(prefix), False
        if length >= _TWO_NUMBERS:
            yield from ((first + OLD_CARD, False), (first + CARD, False))
        if length > MOBILE and _ROW_OF_MOBILES.fullmatch(run.digits, first, first + length):
            yield from ((at, True) for at in range(first, first + length, MOBILE))


def _bank_cards(run: Run) -> Iterator[Found]:
    for length in range(min(19, len(run.digits)), 11, -1):
        for first, last in _whole(run, length):
            number = run.digits[first:last]
            if not number.isdecimal():
                continue
            fits = length >= _LEAST_BANK_CARD and _ISSUERS.match(number) is not None and luhn(number)
            shaped = (
                set(run.sizes(first, last)[:-1]) <= {4}
                and not run.is_thing(first)
                and not run.is_amount(last)
            )
            if run.is_announced(first, "bank") or (fits and shaped):
                yield first, last, Kind.BANK_CARD, "bank_card"


def _landlines(run: Run) -> Iterator[Found]:
    for length in (12, 11):
        for first, last in _whole(run, length):
            if (
                not _LANDLINE.fullmatch(run.digits, first, last)
                or run.is_decimal(first)
                or run.is_amount(last)
            ):
                continue
            area, *parts = run.sizes(first, last)
            split = area == (3 if run.digits[first + 1] in "12" else 4) and 0 < len(parts) < 3  # noqa: PLR2004
            alone = not parts and not run.is_thing(first)
            if split or alone or run.is_announced(first, "phone"):
                yield first, last, Kind.PHONE, "phone_landline"


def _announced(run: Run) -> Iterator[Found]:
    """What is called a telephone and has the length of one."""
    for first in run.firsts:
        if run.is_announced(first, "phone") and not run.is_decimal(first):
            for length in range(12, 6, -1):
                last = first + length
                if last in run.ends and run.digits[first:last].isdecimal():
                    yield first, last, Kind.PHONE, "phone_cue"
                    break


def _with_prefix(text: str, start: int) -> int:
    before = re.search(
        r"(?:\(?(?:\+|00)\s{0,2}86\)?|(?<![0-9])86)[\s\-]{0,3}$", text[max(0, start - 9) : start]
    )
    return start - len(before[0]) if before else start


def _with_extension(text: str, end: int) -> int:
    found = _EXTENSION.match(text, end)
    return found.end() if found else end


_DIGITS = frozenset("0123456789" + _CHINESE)


@cache
def _cues(kind: str) -> re.Pattern[str]:
    cues = personal()["cues"]
    words = cues["amounts"]["things"] if kind == "things" else cues["numbers"][kind]
    return re.compile(any_of(words) + _CUE_TAIL)


@cache
def _units() -> re.Pattern[str]:
    return re.compile(r"(?:\.[0-9]+)?\s{0,2}" + any_of(personal()["cues"]["amounts"]["units"]))


def digits_written(written: str) -> str:
    """The digits of a number however it is written, without the prefix of the country: two spellings of one number share them."""
    text = plain(written).text.translate(_VALUES).upper()
    digits = "".join(sign for sign in text if sign.isdecimal() or sign == "X")
    return re.sub(r"^(?:00)?86(?=1[3-9][0-9]{9})", "", digits)
