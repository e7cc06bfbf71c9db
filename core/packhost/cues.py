"""The small words that decide how a symptom in a running text is meant: denied, gone, of another time, of another person.

They are data of a pack, one file beside its terms. Reading with them is `core.packhost.narrative`'s.
"""

from collections.abc import Iterable
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Words = tuple[Annotated[str, Field(min_length=1)], ...]


class GradeWords(BaseModel):
    """Words that plainly are a grade, when they stand right before the term or right after it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    grade: int = Field(ge=1, le=3)
    before: Words = ()
    after: Words = ()


class Per(BaseModel):
    """How a time that something is counted in is said: 次/夜 is meant by 一夜…次, by 每晚…次 and by …次/晚."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    unit: str = Field(min_length=1)
    said: Words


class Durations(BaseModel):
    """How a time since is written: number, unit, and what may follow. After `not_before` the same words mean something else."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    units: Words = ()
    ends: Words = ()
    lately: Words = ()
    since: Words = ()
    ago: Words = ()
    not_before: Words = ()


class Cues(BaseModel):
    """One vocabulary file of cues. What is not told apart by them is not offered."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    status: str
    cues: str = Field(min_length=1)
    title: str = Field(min_length=1)

    denies_all: Words = ()
    """Denies every term joined to the first: 无发热、咳嗽."""
    denies_next: Words = ()
    """Denies the term right behind it, and leaves open what is joined to that: 不发热."""
    denies_within: Words = ()
    within: Words = ()
    """The last sign of a term that a denial may stand before: 胀 lets 两胁不胀 deny 两胁胀."""
    gone: Words = ()
    gone_at_end: Words = ()
    """Said behind a term: it was there and is not. The second kind only where the clause ends."""
    breaks: Words = ()
    """But, still: no denial and no doubt reaches past it."""
    there: Words = ()
    """Says that something is there: no denial reaches past it."""
    begins: Words = ()
    """Says that something began: the time named before it is the time since."""
    links: Words = ()
    """With: joins terms, unless they are denied."""
    joins: Words = ()
    alternatives: Words = ()
    doubts: Words = ()
    """What follows in the clause is not told for sure: treated, possible, hardly."""
    doubts_before: Words = ()
    """What stands before is not told for sure: normal, relieved."""
    elsewhere: Words = ()
    """To the end of the sentence another time or no time is spoken of: before, a diagnosis, advice."""
    others: Words = ()
    """To the end of the sentence another person is spoken of, unless one of `tellers` follows."""
    tellers: Words = ()
    now: Words = ()
    """Back to the patient and to today."""
    other_times: Words = ()
    past_before: Words = ()
    and_so_on: Words = ()
    grades: tuple[GradeWords, ...] = ()
    passing: Words = ()
    """May stand between a cue and a term and changes nothing."""
    no_cue: Words = ()
    """Words that hold the signs of a cue or of a term and are neither."""
    unread: Words = ()
    """Words of the vocabulary that say too little within a text; they are for searching only."""
    durations: Durations = Durations()
    counted: Words = ()
    per: tuple[Per, ...] = ()


def joined(files: Iterable[Cues], name: str) -> tuple[str, ...]:
    """The words of one list in all files."""
    return tuple(word for cues in files for word in getattr(cues, name))
