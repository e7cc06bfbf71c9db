"""Reads a narrative for the symptoms it names, as offers a physician may take over. Deterministic, and offline.

It would rather offer nothing than a wrong thing: what may be of another time, of another person, of a plan or in doubt is passed
over, and a symptom said both there and not there only counts as it is said of now. Grade, time and count are taken where they are
plainly said of the symptom; none is worked out. The text itself is never changed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from core.base.text import compact
from core.forms.findings import Count, Status
from core.packhost.cues import Cues
from core.packhost.lexicon import Lexicon, Role
from core.packhost.sentence import Mention, Sentence, split
from core.packhost.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Offer:
    """A symptom recognised in a text. `written` are the words for it, from `start` to `end`; `quote` is the clause they stand in.

    `meant` are the terms the words may mean: one, which is `term`, or several, and then `term` is the words as they stand.
    """

    term: str
    field: str
    status: Status
    written: str
    start: int
    end: int
    quote: str
    meant: tuple[str, ...]
    caution: str = ""
    grade: int | None = None
    count: Count | None = None
    since: str = ""


class Narrative:
    """The reader. Made once from all mounted packs."""

    def __init__(self, vocabulary: Vocabulary, cues: Sequence[Cues] = ()) -> None:
        self._lexicon = Lexicon(vocabulary.readings(), cues)

    def read(self, text: str) -> tuple[Offer, ...]:
        """The symptoms of a text in its order, each once. A word with several meanings yields to a term that is one of them."""
        named: dict[tuple[str, ...], list[Mention]] = {}
        for sentence in split(tuple(self._lexicon.cut(text)), Role.STOP):
            if not any(Role.TERM in word.roles for word in sentence):
                continue
            for mention in Sentence(text).read(sentence):
                named.setdefault(mention.meant, []).append(mention)
        plain = {meant[0] for meant in named if len(meant) == 1}
        settled = (
            _settle(every) for meant, every in named.items() if len(meant) == 1 or not plain & {*meant}
        )
        return tuple(offer for offer in settled if offer)


def _settle(mentions: Sequence[Mention]) -> Offer | None:
    """One offer of all places that name a symptom. Where they differ, the last decides, if it alone is said of now."""
    last = mentions[-1]
    agreeing = [one for one in mentions if one.status is last.status]
    differing = [one for one in mentions if one.status is not last.status]
    if differing and (not last.is_now or any(one.is_now for one in differing)):
        return None
    first = agreeing[0]
    fields = {axis.axis for axis, _ in first.readings}
    return Offer(
        term=first.meant[0] if len(first.meant) == 1 else compact(first.written),
        field=fields.pop() if len(fields) == 1 else "",
        status=first.status,
        written=first.written,
        start=first.word.start,
        end=first.word.end,
        quote=first.quote,
        meant=first.meant,
        caution="\n".join(term.caution for _, term in first.readings if term.caution),
        grade=next((one.grade for one in agreeing if one.grade), None),
        count=next((one.count for one in agreeing if one.count), None),
        since=next((one.since for one in agreeing if one.since), ""),
    )
