"""Cuts a running text into the words a pack knows: terms of the vocabulary, cues, times and counts; what is between is a gap.

The longest word wins wherever words overlap, so that 不能平卧 is a symptom before 不 can deny anything, and 不但 denies nothing.
A text is folded sign by sign (NFKC) for comparing, so every place in it stays the place in the text as written.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import IntEnum, auto
from typing import NamedTuple

from core.base.text import compact
from core.packhost.cues import Cues, joined
from core.packhost.vocabulary import Axis, Term

Reading = tuple[Axis, Term]
"""A term that a word may mean."""


class Role(IntEnum):
    """What a word does in a sentence; the cues are described in `core.packhost.cues`. A number, for sets that are asked often."""

    TERM = auto()
    DENIES_ALL = auto()
    DENIES_NEXT = auto()
    GONE = auto()
    GONE_AT_END = auto()
    BREAKS = auto()
    THERE = auto()
    BEGINS = auto()
    LINKS = auto()
    JOINS = auto()
    ALTERNATIVES = auto()
    DOUBTS = auto()
    DOUBTS_BEFORE = auto()
    ELSEWHERE = auto()
    OTHERS = auto()
    TELLERS = auto()
    NOW = auto()
    OTHER_TIMES = auto()
    PAST_BEFORE = auto()
    AND_SO_ON = auto()
    PASSING = auto()
    NO_CUE = auto()
    GRADE_BEFORE = auto()
    GRADE_AFTER = auto()
    DURATION = auto()
    LATELY = auto()
    AGO = auto()
    COUNT = auto()
    GAP = auto()
    PAUSE = auto()
    STOP = auto()


_LISTS = tuple(role for role in Role if role.name.lower() in Cues.model_fields)
_STOPS = r"[。;!?\n\r\x0b\x0c\u2028\u2029]|(?<![0-9])\.|\.(?![0-9])"
_PAUSES = "[,:()\\[\\]{}<>《》【】“”\"‘’'…—]"
_PIECE = re.compile(rf"(?P<STOP>{_STOPS})|(?P<PAUSE>{_PAUSES})|(?P<GAP>(?:(?!{_STOPS}|{_PAUSES}|\s).)+)")


@dataclass(frozen=True, slots=True)
class Told:
    """What a word of the lexicon says beside its roles."""

    roles: frozenset[Role]
    readings: tuple[Reading, ...] = ()
    denied: bool = False
    grade: int | None = None


class Word(NamedTuple):
    """A piece of the text, from `start` to `end`. A count has its `unit`, and its `number` unless it names a range."""

    start: int
    end: int
    told: Told
    roles: frozenset[Role]
    number: Decimal | None = None
    unit: str = ""


def _word(start: int, end: int, told: Told) -> Word:
    return Word(start, end, told, told.roles)


@dataclass
class _Entry:
    roles: set[Role] = field(default_factory=set)
    readings: tuple[Reading, ...] = ()
    denied: bool = False
    grade: int | None = None


class _Fold(dict[int, str]):
    """Each sign in its normal form, where that is one sign."""

    def __missing__(self, sign: int) -> str:
        plain = unicodedata.normalize("NFKC", chr(sign))
        self[sign] = plain if len(plain) == 1 else chr(sign)
        return self[sign]


class Lexicon:
    """All words of the mounted packs, ready for cutting. Made once: it holds every term, alias and cue."""

    def __init__(self, readings: Iterable[Reading], cues: Sequence[Cues]) -> None:
        self._fold = _Fold()
        entries: dict[str, _Entry] = {}
        for role in _LISTS:
            for word in joined(cues, role.name.lower()):
                entries.setdefault(self.fold(word), _Entry()).roles.add(role)
        for grading in (grading for one in cues for grading in one.grades):
            for role, words in ((Role.GRADE_BEFORE, grading.before), (Role.GRADE_AFTER, grading.after)):
                for word in words:
                    entry = entries.setdefault(self.fold(word), _Entry())
                    entry.roles.add(role)
                    entry.grade = grading.grade
        for word, meant in _meanings(readings, joined(cues, "unread")).items():
            entries[word] = _Entry({Role.TERM}, meant)
            for denied in _denied_forms(word, joined(cues, "within"), joined(cues, "denies_within")):
                entries.setdefault(denied, _Entry({Role.TERM}, meant, denied=True))
        self._words = {
            word: Told(frozenset(entry.roles), entry.readings, entry.denied, entry.grade)
            for word, entry in entries.items()
        }
        lengths: dict[str, set[int]] = {}
        for word in self._words:
            lengths.setdefault(word[0], set()).add(len(word))
        self._lengths = {first: tuple(sorted(found)) for first, found in lengths.items()}
        self._amounts = tuple(_Amounts(one) for one in cues)

    def fold(self, text: str) -> str:
        """The text for comparing, as long as it was."""
        return text.translate(self._fold)

    def cut(self, text: str) -> Iterator[Word]:
        """Every piece of the text in order, gaps and punctuation included; blanks are left out."""
        folded = self.fold(text)
        found = [*(word for amounts in self._amounts for word in amounts.find(folded)), *self._known(folded)]
        # Stable: of two as long the first comes first, and a time before a word.
        found.sort(key=lambda word: word.start - word.end)
        taken = bytearray(len(folded))
        kept = []
        for word in found:
            start, end = word.start, word.end
            # Those before were as long or longer: what they share with this one holds one of its ends.
            if not taken[start] and not taken[end - 1]:
                taken[start:end] = b"\1" * (end - start)
                kept.append(word)
        kept.sort(key=lambda word: word.start)
        at = 0
        for word in kept:
            if at < word.start:
                yield from _between(folded, at, word.start)
            yield word
            at = word.end
        yield from _between(folded, at, len(folded))

    def _known(self, folded: str) -> Iterator[Word]:
        told_of, lengths_of, size = self._words.get, self._lengths.get, len(folded)
        for start, first in enumerate(folded):
            for length in lengths_of(first, ()):
                end = start + length
                told = told_of(folded[start:end])
                if told is not None and end <= size:
                    yield Word(start, end, told, told.roles)


def _meanings(readings: Iterable[Reading], unread: Sequence[str]) -> dict[str, tuple[Reading, ...]]:
    """Each term and alias with the terms it may mean. A word that is a term itself means that one."""
    left_out = {compact(word) for word in unread}
    every = tuple(readings)
    meant: dict[str, tuple[Reading, ...]] = {compact(term.term): ((axis, term),) for axis, term in every}
    own = frozenset(meant)
    for axis, term in every:
        for alias in (compact(alias) for alias in term.aliases):
            if alias not in own and alias not in left_out:
                meant[alias] = (*meant.get(alias, ()), (axis, term))
    return {word: found for word, found in meant.items() if word not in left_out}


def _denied_forms(word: str, within: Sequence[str], denials: Sequence[str]) -> Iterator[str]:
    """两胁不胀 for 两胁胀: a denial before the last part of the word."""
    for part in within:
        if word.endswith(part) and len(word) > len(part):
            for denial in denials:
                yield word[: -len(part)] + denial + part


_PIECES = {role.name: Told(frozenset({role})) for role in (Role.GAP, Role.PAUSE, Role.STOP)}


def _between(folded: str, start: int, end: int) -> Iterator[Word]:
    """What lies between known words: punctuation, and anything else as gaps."""
    for match in _PIECE.finditer(folded, start, end):
        yield _word(*match.span(), _PIECES[match.lastgroup or ""])


_ONES = {sign: value for value, sign in enumerate("一二三四五六七八九", start=1)} | {"两": 2}
_NUMERAL = "(?:[一二两三四五六七八九十百几数]{1,4}|多|半)"
_TENS = re.compile("([一二三四五六七八九]?)十([一二三四五六七八九]?)")


def _number(written: str) -> Decimal | None:
    """The one number written; None for a range such as 三四."""
    if written.isdecimal():
        return Decimal(written)
    if written in _ONES:
        return Decimal(_ONES[written])
    tens = _TENS.fullmatch(written)
    if tens:
        return Decimal(10 * _ONES.get(tens[1], 1) + _ONES.get(tens[2], 0))
    return None


class _Amounts:
    """Finds times since and counts, as one file of cues writes them."""

    def __init__(self, cues: Cues) -> None:
        spoken = cues.durations
        amount = (
            rf"(?:[0-9]{{1,3}}(?:\.[0-9])?\+?(?:[-~至][0-9]{{1,3}})?|{_NUMERAL})(?:余|多|来)?个?(?:半|多|余)?"
        )
        length = rf"(?<![0-9一二两三四五六七八九十百第每\-~.]){amount}(?:{_any(spoken.units)})(?:{_any(spoken.ends)})?"
        self._since = re.compile(
            rf"(?P<lately>{_any(spoken.lately)})?{length}"
            rf"(?:(?P<ago>{_any(spoken.ago)})|(?P<since>{_any(spoken.since)})"
            rf"|(?!{_any(spoken.not_before)}|[0-9]+{_any(cues.counted)}))"
        )
        self._pers = {said: per.unit for per in cues.per for said in per.said}
        self._count = re.compile(
            rf"(?P<per>{_any(self._pers)})?(?:约|各|有|行)?(?<![0-9第\-~至余多几数.])(?P<number>[0-9]{{1,2}}|[一二两三四五六七八九十]{{1,3}})"
            rf"(?P<counted>{_any(cues.counted)})(?:/(?P<slash>{_any(self._pers)}))?(?![一二两三四五六七八九0-9多余])"
        )
        self._reads = bool(spoken.units), bool(cues.counted)

    def find(self, folded: str) -> Iterator[Word]:
        """The times and counts in a folded text."""
        if self._reads[0]:
            for match in self._since.finditer(folded):
                role = Role.AGO if match["ago"] else Role.DURATION
                if match["since"] or (match["lately"] and not match["ago"]):
                    role = Role.LATELY
                yield _word(*match.span(), Told(frozenset({role})))
        if self._reads[1]:
            for match in self._count.finditer(folded):
                said = match["per"] or match["slash"]
                unit = f"{match['counted']}/{self._pers[said]}" if said else match["counted"]
                told = Told(frozenset({Role.COUNT}))
                yield Word(*match.span(), told, told.roles, _number(match["number"]), unit)


def _any(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest first; for none it fits nothing."""
    return "(?:" + ("|".join(sorted(map(re.escape, words), key=len, reverse=True)) or "(?!)") + ")"
