"""When words that fit a wording rule are not said by whoever wrote the text: somebody else's words, denied, or of another time.

The words that show it are data of the constraint (`unless`), so nothing here knows a domain. In doubt there is no excuse: it needs its
cue, near enough, with nothing between that ends it, and words written so as to hide are never excused.

    {"id": "said", "before": ["患者诉"], "reach": "sentence", "ends": ["，疗效"], "notAfter": [], "quotes": true}

* `before`: cues that stand before the words. `dates` N: a written date at least N days ago is a cue, too, and a nearer one an end.
* `reach`: how far a cue reaches: `next` (right before, only `between` words and quotation marks between), `clause`, `sentence`.
* `ends`: words between a cue and the words that end its reach; one that begins with a pause ends it at the head of a clause only.
* `goesOn`: with `sentence`, a pause ends the reach but before one of these: 患者诉头痛减轻，睡眠好转 is still said, ，本方有效 is not.
* `notAfter`: right behind such a word a cue is none (较 before 以前). With `next`, a cue right behind another is none: 不是没有 denies nothing.
* `quotes`: a cue right before a quotation reaches all of it, over every stop, and nothing behind it. A quotation without a cue excuses
  nothing: anybody can put a conclusion in quotation marks.
* `after`: cues right behind the words, `between` words between. `whole`: longer words that hold them and mean another thing.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cached_property, lru_cache

from core.constraints.dates import dates_in
from core.constraints.folding import Folded, is_han

_STOP = re.compile(r"[。!?;\n\r\x0b\x0c\x85\u2028\u2029]|(?<![0-9])\.|\.(?![0-9])|…|\.\.")
_PAUSE = re.compile(r"[,、:()\[\]{}【】—]")
_BETWEEN_CLAUSES = re.compile(r"[\s,、:()\[\]{}【】—]+")
_COLON = re.compile(r"[:\s]*")
_QUOTES = {"“": "”", "‘": "’", "「": "」", "『": "』", '"': '"'}
_QUOTE_MARKS = frozenset("".join((*_QUOTES, *_QUOTES.values())))
_FARTHEST = 500
"""Signs. A cue farther before the words reaches nothing, which also bounds the work."""
_LEADS_IN = re.compile(r"[:,\s]*")


class Reach(StrEnum):
    """How far a cue reaches."""

    NEXT = "next"
    CLAUSE = "clause"
    SENTENCE = "sentence"


@dataclass(frozen=True, slots=True)
class Excuse:
    """One way to be excused. All words are folded."""

    name: str
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()
    between: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    not_after: tuple[str, ...] = ()
    goes_on: tuple[str, ...] = ()
    reach: Reach = Reach.NEXT
    quotes: bool = False
    dates: int | None = None


@dataclass(frozen=True)
class Passage:
    """A folded text that is looked through for cues, with the day on which it is."""

    folded: Folded
    today: date | None = None

    @property
    def text(self) -> str:
        return self.folded.plain

    @cached_property
    def quotations(self) -> tuple[tuple[int, int], ...]:
        """From behind each opening mark to its closing mark, in the order in which they end; one that is not closed is none."""
        open_marks: list[int] = []
        found: list[tuple[int, int]] = []
        for at, sign in enumerate(self.text):
            if open_marks and sign == _QUOTES[self.text[open_marks[-1]]]:
                found.append((open_marks.pop() + 1, at))
            elif sign in _QUOTES:
                open_marks.append(at)
        return tuple(found)

    @cached_property
    def _ends(self) -> tuple[int, ...]:
        return tuple(end for _, end in self.quotations)

    @cached_property
    def _by_start(self) -> Mapping[int, tuple[int, int]]:
        return {start: (start, end) for start, end in self.quotations}

    def excuse(self, start: int, end: int, excuses: Sequence[Excuse]) -> str | None:
        """The name of what excuses a part of the plain text; None when nothing does."""
        return next((one.name for one in excuses if self._applies(one, start, end)), None)

    def _applies(self, one: Excuse, start: int, end: int) -> bool:
        return (
            any(self._holds(word, start, end) for word in one.whole)
            or self._followed(one, end)
            or any(
                self._reaches(one, cue, start, end) and not self._undone(one, cue[0])
                for cue in self._cues(one, start)
            )
        )

    def _holds(self, word: str, start: int, end: int) -> bool:
        longest = len(word) - (end - start)
        first = max(0, start - longest)
        return longest > 0 and any(self.text.startswith(word, at) for at in range(first, start + 1))

    def _followed(self, one: Excuse, end: int) -> bool:
        return any(self.text.startswith(one.after, at) for at in self._past_fillers(one, end))

    def _past_fillers(self, one: Excuse, at: int) -> Iterator[int]:
        """Every place that only words between lead to."""
        reached, waiting, text = {at}, [at], self.text
        fillers = _by_length(one.between)
        while waiting:
            at = waiting.pop()
            yield at
            steps = [length for length, words in fillers if text[at : at + length] in words]
            if text[at : at + 1] in _QUOTE_MARKS:
                steps.append(1)
            for further in {at + step for step in steps} - reached:
                reached.add(further)
                waiting.append(further)

    def _cues(self, one: Excuse, start: int) -> Iterator[tuple[int, int]]:
        """Every cue before a place, from where to where."""
        first = max(0, start - _FARTHEST)
        for word in one.before:
            at = self.text.find(word, first, start)
            while 0 <= at <= start - len(word):
                yield at, at + len(word)
                at = self.text.find(word, at + 1, start)
        if one.dates is not None and self.today is not None:
            for dated in dates_in(self.text[first:start], self.today):
                if dated.days_ago >= one.dates:
                    yield first + dated.start, first + dated.end

    def _undone(self, one: Excuse, at: int) -> bool:
        """Whether what stands right before a cue makes it none."""
        before = self.text[:at]
        if before.endswith(one.not_after):
            return True
        if one.reach is not Reach.NEXT:
            return False
        longest = max(map(len, (*one.before, "")))
        return any(
            at in self._past_fillers(one, place + len(word))
            for place in range(max(0, at - 4 * longest), at)
            for word in one.before
            if self.text.startswith(word, place) and place + len(word) <= at
        )

    def _reaches(self, one: Excuse, cue: tuple[int, int], start: int, end: int) -> bool:
        if one.quotes:
            said = self._quotation_at(_past(_LEADS_IN, self.text, cue[1]))
            if said is not None:
                return said[0] <= start and end <= said[1]
        closed = self.quotations[bisect_right(self._ends, cue[0]) : bisect_right(self._ends, start)]
        if any(first <= cue[0] for first, _ in closed):
            return False
        between = self.text[cue[1] : start]
        if any(word in between for word in one.ends) or self._recent(one, cue[1], start):
            return False
        match one.reach:
            case Reach.NEXT:
                return start in self._past_fillers(one, cue[1])
            case Reach.CLAUSE:
                return not _STOP.search(between) and not _PAUSE.search(between)
            case Reach.SENTENCE:
                return not _STOP.search(between) and self._goes_on(one, cue[1], start)

    def _goes_on(self, one: Excuse, cue_end: int, start: int) -> bool:
        """Whether each clause from the cue to the words begins so that it still belongs to it."""
        if not one.goes_on:
            return True
        said = _past(_COLON, self.text, cue_end)
        gaps = _BETWEEN_CLAUSES.finditer(self.text, said, start)
        return all(
            self.text.startswith(one.goes_on, gap.end()) for gap in gaps if self._begins_clause(*gap.span())
        )

    def _begins_clause(self, start: int, end: int) -> bool:
        """Whether a gap is more than the blank about a number: it has a pause, or stands between two Chinese characters."""
        around = self.text[start - 1 : start] + self.text[end : end + 1]
        return bool(_PAUSE.search(self.text, start, end)) or all(map(is_han, around))

    def _quotation_at(self, mark: int) -> tuple[int, int] | None:
        """The quotation whose opening mark stands there."""
        return self._by_start.get(mark + 1)

    def _recent(self, one: Excuse, start: int, end: int) -> bool:
        """Whether a date between says that it is of now."""
        if one.dates is None or self.today is None:
            return False
        return any(dated.days_ago < one.dates for dated in dates_in(self.text[start:end], self.today))


@lru_cache
def _by_length(words: tuple[str, ...]) -> tuple[tuple[int, frozenset[str]], ...]:
    """Words by how long they are, so that a place is held against a few sets and not against each word."""
    return tuple(
        (length, frozenset(word for word in words if len(word) == length)) for length in {*map(len, words)}
    )


def _past(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at
