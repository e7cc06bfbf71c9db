"""A domain's terms: for suggesting while a person types, and for knowing which way a count counts.

A suggestion is only that. Nothing here turns an alias into a term, splits one, or merges two.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from core.base.text import compact
from core.forms.findings import MoreIs


class CountUnit(BaseModel):
    """A unit a symptom is counted in, and whether more of it is worse or better."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    unit: str = Field(min_length=1)
    more_is: MoreIs


class Term(BaseModel):
    """One symptom of the vocabulary. `pinyin` has a blank between syllables; `caution` is shown beside the suggestion."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    term: str = Field(min_length=1)
    aliases: tuple[str, ...] = ()
    pinyin: str = Field(pattern=r"^[a-z]+( [a-z]+)*$")
    counts: tuple[CountUnit, ...] = ()
    caution: str = ""


class Axis(BaseModel):
    """One vocabulary file: the terms of one axis, and how far they were reviewed."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    status: str
    axis: str = Field(min_length=1)
    title: str = Field(min_length=1)
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A term offered for what was typed. `alias` is the everyday word that led to it, when one did."""

    term: str
    axis: str
    alias: str
    caution: str


class Vocabulary:
    """The terms of all mounted packs."""

    def __init__(self, axes: Iterable[Axis] = ()) -> None:
        self._axes = tuple(axes)
        self._directions = {
            (compact(term.term), compact(count.unit)): count.more_is
            for _, term in self.readings()
            for count in term.counts
        }

    def direction(self, term: str, unit: str) -> MoreIs | None:
        """Whether more of a symptom's count is worse or better; None when the vocabulary does not say."""
        return self._directions.get((compact(term), compact(unit)))

    def suggest(self, typed: str, limit: int = 8) -> tuple[Suggestion, ...]:
        """Terms for what was typed, Chinese, pinyin or initials: exact, then prefix, then pinyin, then contains."""
        wanted = compact(typed).casefold()
        if not wanted:
            return ()
        ranked: list[tuple[int, int, Suggestion]] = []
        for place, (axis, term) in enumerate(self.readings()):
            best = min(_ranks(term, wanted), default=None)
            if best is not None:
                ranked.append(
                    (best[0], place, Suggestion(term.term, axis.axis, alias=best[1], caution=term.caution))
                )
        ranked.sort(key=lambda entry: entry[:2])
        return tuple(suggestion for _, _, suggestion in ranked[:limit])

    def readings(self) -> Iterator[tuple[Axis, Term]]:
        """Every term with its axis, in the packs' order."""
        return ((axis, term) for axis in self._axes for term in axis.terms)


def _ranks(term: Term, wanted: str) -> Iterator[tuple[int, str]]:
    """Each way the term fits, as a rank (small is better) and the alias it fits by."""
    for alias in ("", *term.aliases):
        written = compact(alias or term.term).casefold()
        later = 1 if alias else 0
        if written == wanted:
            yield later, alias
        elif written.startswith(wanted):
            yield 2 + later, alias
        elif wanted in written:
            yield 6 + later, alias
    syllables = term.pinyin.split()
    if "".join(syllables).startswith(wanted) or "".join(part[0] for part in syllables).startswith(wanted):
        yield 4, ""
