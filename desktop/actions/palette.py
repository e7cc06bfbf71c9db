"""Finds actions by what is typed: Chinese, English, or the pinyin of the Chinese words, whole or by initials.

Ranked: the whole name, its beginning, its initials, anywhere in it; within a rank as in the catalogue. Qt-free. The
dictionary of pinyin is loaded by the first letters typed, or before by `warm`, which any thread may call.
"""

import unicodedata
from collections.abc import Sequence
from functools import cache

from core.base.messages import LANGUAGES, Messages
from core.base.names import pinyin_key, readings
from desktop.actions.catalog import CATALOG, Fact, Spec

CHINESE = "zh_CN"

SHORTEST_INSIDE = 3
"""Letters it takes to look inside a word: fewer are initials, and would be found in every other name."""


def find(typed: str, facts: frozenset[Fact] | None = None) -> tuple[Spec, ...]:
    """The actions that fit, the best first; all of them when nothing is typed. With `facts`, only those that can be done."""
    offered = [spec for spec in CATALOG if facts is None or spec.enabled_when(facts)]
    wanted = _folded(typed)
    if not wanted:
        return tuple(offered)
    ranked = [(rank, spec) for spec in offered if (rank := _rank(wanted, spec)) is not None]
    return tuple(spec for _, spec in sorted(ranked, key=_by_rank))


def warm() -> None:
    """Load the dictionary of pinyin and read every action's name."""
    for spec in CATALOG:
        _sounds(spec)


def _by_rank(entry: tuple[int, Spec]) -> int:
    return entry[0]


def _rank(wanted: str, spec: Spec) -> int | None:
    names = _names(spec)
    ranks = [_of_name(wanted, name) for name in names]
    ranks += [1 for name in names if any(word.startswith(wanted) for word in name.split()[1:])]
    letters = pinyin_key(wanted)
    if letters and letters == wanted.replace(" ", ""):
        whole, initials = _sounds(spec)
        ranks += [2 for name in initials if name.startswith(letters)]
        ranks += [rank for name in whole if (rank := _of_name(letters, name)) is not None]
    found = [rank for rank in ranks if rank is not None]
    return min(found) if found else None


def _of_name(wanted: str, name: str) -> int | None:
    if name == wanted:
        return 0
    if name.startswith(wanted):
        return 1
    return 3 if wanted in name and (len(wanted) >= SHORTEST_INSIDE or not wanted.isascii()) else None


@cache
def _names(spec: Spec) -> Sequence[str]:
    return tuple(_folded(spec.text(_messages(language))) for language in LANGUAGES)


@cache
def _sounds(spec: Spec) -> tuple[Sequence[str], Sequence[str]]:
    """The Chinese name as it is read: run together, and by initials."""
    ways = readings(spec.text(_messages(CHINESE)))
    whole = tuple(dict.fromkeys("".join(way) for way in ways))
    initials = tuple(dict.fromkeys("".join(sound[:1] for sound in way) for way in ways))
    return whole, initials


@cache
def _messages(language: str) -> Messages:
    return Messages(language)


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
