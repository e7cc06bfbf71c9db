"""What amendments changed: the lines of the versions of a record, laid over each other by their place in the form.

Pure, and the one source for the screen, the paper and the command line. Both wordings stay whole; what differs within a text is
told in phrases, for showing only.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import pairwise

from core.forms.layout import Line, LineKind, Place

_SILENT = frozenset({LineKind.HEADING, LineKind.NOTE})
_SHORT = 2
"""Characters between two changes that are shown as changed with them: scattered single characters cannot be read."""

_LONG = 250_000
"""Pairs of characters beyond which clauses are compared, and pairs of clauses beyond which the texts are told whole."""

_CLAUSES = re.compile(r"[^，。；、！？,.;!?\n]*[，。；、！？,.;!?\n]?")
_WHOLE = re.compile(r"[A-Za-z]+|[0-9]+(?:\.[0-9]+)*|.", re.DOTALL)
_JOINERS = frozenset("\u200d\ufe0e\ufe0f")


class Kind(StrEnum):
    """What became of an answer."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


class Part(StrEnum):
    """What became of a part of a text."""

    SAME = "same"
    GONE = "gone"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text. Those that are not new make up the old text, those that are not gone the new one."""

    part: Part
    text: str


@dataclass(frozen=True, slots=True)
class Past:
    """What stood in a place until a version, counted from 0, said otherwise. `line` is None for nothing."""

    line: Line | None
    until: int


@dataclass(frozen=True, slots=True)
class Told:
    """One place of a record: what stands there, None for nothing, and what stood there before, the oldest first."""

    now: Line | None
    past: tuple[Past, ...] = ()
    path: tuple[str, ...] = ()
    """The labels above it and its own, from the outermost."""

    @property
    def line(self) -> Line:
        """The line as it stands, or as it last stood."""
        lines = (self.now, *(past.line for past in reversed(self.past)))
        return next(line for line in lines if line is not None)

    @property
    def before(self) -> Line | None:
        """What stood there last, None for nothing."""
        return self.past[-1].line if self.past else self.now

    @property
    def kind(self) -> Kind | None:
        """What became of the answer, None where it never was another."""
        if not self.past or self.line.kind in _SILENT:
            return None
        if _said(self.before) is None:
            return Kind.ADDED
        return Kind.REMOVED if _said(self.now) is None else Kind.CHANGED


def laid_over(*versions: Sequence[Line]) -> tuple[Told, ...]:
    """The last of these records with what stood there in the ones before; what is no more stands where it stood."""
    order: list[Place] = []
    for lines in versions:
        order = _merged(order, [line.place for line in lines])
    standing = [{line.place: line for line in lines} for lines in versions]
    every = [_told([lines.get(place) for lines in standing]) for place in order]
    return tuple(_with_paths(_without_hollow([told for told in every if told])))


def difference(*versions: Sequence[Line]) -> tuple[Told, ...]:
    """Only the answers that are not what they were, in the order of the form. None for records that say the same."""
    return tuple(told for told in laid_over(*versions) if told.kind is not None)


def pieces(before: str, after: str) -> tuple[Piece, ...]:
    """The two texts in one, by phrases."""
    old, new = _characters(before), _characters(after)
    if len(old) * len(new) > _LONG:
        old, new = _CLAUSES.findall(before), _CLAUSES.findall(after)
    if len(old) * len(new) > _LONG:
        return tuple(_joined([(Part.GONE, before), (Part.NEW, after)]))
    parts: list[tuple[Part, str]] = []
    for tag, old_from, old_to, new_from, new_to in SequenceMatcher(None, old, new, False).get_opcodes():
        gone, come = "".join(old[old_from:old_to]), "".join(new[new_from:new_to])
        is_between = old_from > 0 and old_to < len(old)
        if tag == "equal" and not (is_between and old_to - old_from < _SHORT):
            parts.append((Part.SAME, gone))
        else:
            parts += [(Part.GONE, gone), (Part.NEW, come)]
    return tuple(_joined(parts))


def replaced(before: str, after: str) -> tuple[Piece, ...]:
    """The two texts in one, as they can be read: by phrases where most of the old one stays, else all of it and then the new one."""
    found = pieces(before, after)
    stays = sum(len(piece.text) for piece in found if piece.part is Part.SAME)
    if 2 * stays >= len(before):
        return found
    return tuple(_joined([(Part.GONE, before), (Part.NEW, after)]))


def _joined(parts: Sequence[tuple[Part, str]]) -> Iterator[Piece]:
    """Between two parts that stayed, first all that went, then all that came."""
    gone = come = ""
    for part, text in (*parts, (Part.SAME, "")):
        if part is Part.GONE:
            gone += text
        elif part is Part.NEW:
            come += text
        else:
            yield from (
                Piece(kind, words)
                for kind, words in ((Part.GONE, gone), (Part.NEW, come), (Part.SAME, text))
                if words
            )
            gone = come = ""


def _said(line: Line | None) -> tuple[object, ...] | None:
    """What a line answers, None for nothing: headings answer nothing, nor does an empty line."""
    if line is None or line.kind in _SILENT or (line.kind is LineKind.ANSWER and not line.text):
        return None
    return line.kind, line.text, line.carried


def _merged(old: Sequence[Place], new: Sequence[Place]) -> list[Place]:
    """The places in the new order, those that are no more where they stood."""
    here, merged = set(new), list[Place]()
    for tag, old_from, old_to, new_from, new_to in SequenceMatcher(None, old, new, False).get_opcodes():
        if tag != "equal":
            merged += [place for place in old[old_from:old_to] if place not in here]
        merged += new[new_from:new_to]
    return merged


def _told(standing: Sequence[Line | None]) -> Told | None:
    """What one place says through the versions; None when it says nothing now and never did."""
    now, past = standing[-1], list[Past]()
    for version, (line, after) in enumerate(pairwise(standing), start=1):
        if _said(line) != _said(after):
            past.append(Past(line, version))
    if now is None and not past:
        was = next((line for line in reversed(standing) if line is not None), None)
        # A heading that is no more may have something under it that is no more.
        return Told(None, (Past(was, len(standing)),)) if was and was.kind is LineKind.HEADING else None
    return Told(now, tuple(past))


def _without_hollow(every: list[Told]) -> Iterator[Told]:
    """Without the headings that are no more with nothing under them."""
    kept: list[Told] = []
    for told in reversed(every):
        is_gone = told.now is None and told.line.kind is LineKind.HEADING
        has_more = kept and kept[-1].now is None and kept[-1].line.level > told.line.level
        if not is_gone or has_more:
            kept.append(told)
    yield from reversed(kept)


def _with_paths(every: Iterator[Told]) -> Iterator[Told]:
    above: list[Line] = []
    for told in every:
        line = told.line
        while above and above[-1].level >= line.level:
            above.pop()
        above.append(line)
        yield replace(told, path=tuple(map(_label, above)))


def _label(line: Line) -> str:
    return line.label if line.row is None else f"{line.label} {line.row}"


def _characters(text: str) -> list[str]:
    """Characters as they are seen: marks stay with what they are on; words and numbers in Latin letters and digits stay whole."""
    found: list[str] = []
    for part in _WHOLE.findall(text):
        is_on = unicodedata.category(part[0])[0] == "M" or part in _JOINERS
        if found and (is_on or found[-1][-1] == "\u200d"):
            found[-1] += part
        else:
            found.append(part)
    return found
