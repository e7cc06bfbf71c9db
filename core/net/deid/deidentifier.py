"""Takes what tells who somebody is out of what leaves for a model outside, and says what it took.

Three layers: whom the clinic knows, numbers and words by rule, names by their cues. It fails closed: when the first layer cannot be asked,
or anything at all goes wrong, nothing leaves. The table that leads back stays with the caller (`core.net.deid.placeholders`).

What is medicine stays: names the packs know, doses, values, the days of visits, ages below 90.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from typing import Any, Generic, TypeVar

from core.base.errors import ClinicError, Refused
from core.base.ids import RecordNo
from core.base.names import HAN
from core.net.deid import addresses, marked, numbers
from core.net.deid.folded import Folded, plain, tight
from core.net.deid.known import Identity, Index, KnownIdentities
from core.net.deid.personal import any_of, personal
from core.net.deid.persons import Persons
from core.net.deid.placeholders import Placeholders, look_alikes
from core.net.deid.span import Kind, Layer, Span, merged

T = TypeVar("T")

ROUNDS = 4
"""A text is looked at again with what was found blotted out, until nothing more is found."""

_BLOT = "\ufffc"
_LATIN_NAME = 4
"""Letters. A shorter name of somebody who is not being treated needs a cue: Li, An."""


@dataclass(frozen=True, slots=True)
class Replaced:
    """One piece that was taken out: as it was written, what stands for it, of which kind, by which layer and rule, and in which text of a
    nested value. For the screen of whoever may see the text itself; never for a log.
    """

    written: str
    placeholder: str
    kind: Kind
    layer: Layer
    rule: str
    start: int
    where: tuple[str | int, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Stripped(Generic[T]):
    """What may leave, and what was taken out of it."""

    value: T
    replaced: tuple[Replaced, ...]
    placeholders: Placeholders


class Deidentifier:
    """Made once in an open clinic. May be used from any thread."""

    def __init__(
        self, known: KnownIdentities, today: Callable[[], date], no_persons: Iterable[str] = ()
    ) -> None:
        """`no_persons` are the names the mounted packs know that are nobody's."""
        self._known, self._today = known, today
        self._persons = Persons(no_persons)

    def strip(self, value: T, placeholders: Placeholders, about: RecordNo | None = None) -> Stripped[T]:
        """A text, or a nested value of texts and numbers, without what tells who somebody is. `about` is whose record is open.

        Raises `Refused` deid_unavailable when the clinic's people cannot be asked for, deid_failed when anything else goes wrong.
        """
        try:
            everybody, near = self._asked(about)
            work = _Work(self._persons, self._today(), everybody, near, placeholders)
            done = work.value(value, (), "")
        except ClinicError:
            raise
        except Exception as error:
            raise Refused("deid_failed") from error
        return Stripped(done, tuple(work.replaced), placeholders)

    def preview(
        self, value: T, placeholders: Placeholders | None = None, about: RecordNo | None = None
    ) -> Stripped[T]:
        """What `strip` would do, without a trace: the table given is only read. Raises as `strip` does."""
        return self.strip(value, placeholders.copy() if placeholders else Placeholders(), about)

    def _asked(self, about: RecordNo | None) -> tuple[Index, Index]:
        try:
            everybody = self._known.everybody()
            near = Index(self._familiar(self._known.around(about)) if about is not None else ())
        except Exception as error:
            raise Refused("deid_unavailable") from error
        return everybody, near

    def _familiar(self, people: Iterable[Identity]) -> Iterator[Identity]:
        """Those a text is about are also called by their given name alone."""
        for one in people:
            given = (self._persons.given(name) for name in one.names)
            yield replace(one, names=(*one.names, *filter(None, given)))


class _Work:
    """One value on its way out."""

    def __init__(
        self, persons: Persons, today: date, everybody: Index, near: Index, placeholders: Placeholders
    ) -> None:
        self._persons, self._today = persons, today
        self._everybody, self._near = everybody, near
        self._placeholders = placeholders
        self.replaced: list[Replaced] = []

    def value(self, value: Any, where: tuple[str | int, ...], key: str) -> Any:
        """`key` is what a value is called where it stands: the cue it would have in a text."""
        match value:
            case str():
                return self._text(value, where, key)
            case bool() | None:
                return value
            case Mapping():
                return {
                    self.value(name, where, ""): self.value(inner, (*where, str(name)), str(name))
                    for name, inner in value.items()
                }
            case list():
                return [self.value(inner, (*where, number), key) for number, inner in enumerate(value)]
            case tuple():
                return tuple(self.value(inner, (*where, number), key) for number, inner in enumerate(value))
            case _:
                return self._number(value, where, key)

    def _number(self, value: Any, where: tuple[str | int, ...], key: str) -> Any:
        """A number stays what it is unless it is somebody's as a whole."""
        written = str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
        whole = [span for span in self._spans(f"{key}：{written}") if span.end == len(key) + 1 + len(written)]
        if not whole:
            return value
        placeholder = self._placeholders.of(whole[0].kind, value)
        self._note(whole[0], written, placeholder, 0, where)
        return placeholder

    def _text(self, text: str, where: tuple[str | int, ...], key: str) -> str:
        cue = f"{key}：" if key else ""
        is_json = _is_json(text)
        pieces, done = [], len(cue)
        whole = cue + text
        for span in self._spans(whole):
            start = max(span.start, len(cue))
            if span.end <= start:
                continue
            written = whole[start : span.end]
            number = _number_of_json(whole, start, span.end) if is_json else None
            placeholder = self._placeholders.of(span.kind, written if number is None else number)
            pieces += [whole[done:start], placeholder if number is None else f'"{placeholder}"']
            self._note(span, written, placeholder, start - len(cue), where)
            done = span.end
        return "".join((*pieces, whole[done:]))

    def _note(
        self, span: Span, written: str, placeholder: str, start: int, where: tuple[str | int, ...]
    ) -> None:
        self.replaced.append(Replaced(written, placeholder, span.kind, span.layer, span.rule, start, where))

    def _spans(self, text: str) -> list[Span]:
        """Everything that has to go. Looked for until nothing is found in what is left."""
        found: list[Span] = []
        left = text
        for number in range(ROUNDS):
            more = list(self._found(left) if number == 0 else self._found_names(left))
            if not more:
                return merged(found)
            found += more
            left = _blotted(left, more)
        raise Refused("deid_failed")

    def _found(self, text: str) -> Iterator[Span]:
        for start, end in look_alikes(text):
            yield Span(start, end, Kind.TEXT, Layer.RULE, "looks_like_placeholder")
        folded = plain(text)
        yield from self._found_names(text)
        for start, end, kind, rule, is_known in numbers.numbers_in(folded.text, self._today, self._number_of):
            layer = Layer.KNOWN if is_known else Layer.RULE
            yield Span(*folded.origin(start, end), kind, layer, rule)
        rules = (
            *marked.marked_in(folded.text, self._has_record, self._near.has_birth),
            *addresses.addresses_in(folded.text),
        )
        for start, end, kind, rule in rules:
            layer = Layer.KNOWN if rule.startswith("known") else Layer.RULE
            yield Span(*folded.origin(start, end), kind, layer, rule)
        for start, end, kind, rule in self._persons.names_in(folded.text):
            yield Span(*folded.origin(start, end), kind, Layer.NAME, rule)

    def _found_names(self, text: str) -> Iterator[Span]:
        names = tight(text)
        for start, end, kind in self._near.names_in(names):
            begins, ends = names.origin(start, end)
            if not names.text[start].isascii() or _is_whole(text, begins, ends):
                yield Span(begins, ends, kind, Layer.KNOWN, "known_near")
        for start, end, kind in self._everybody.names_in(names):
            begins, ends = names.origin(start, end)
            whole = not names.text[start].isascii() or _is_whole(text, begins, ends)
            if whole and (not self._is_doubtful(names.text, start, end) or self._is_cued(names, start, end)):
                yield Span(begins, ends, kind, Layer.KNOWN, "known")

    def _number_of(self, digits: str) -> Kind | None:
        return self._near.number(digits) or self._everybody.number(digits)

    def _has_record(self, number: int) -> bool:
        return self._near.has_record(number) or self._everybody.has_record(number)

    def _is_doubtful(self, text: str, start: int, end: int) -> bool:
        """Whether a name of somebody who is not being treated is also a word here: 高兴, 杜仲, 张力 within 肌张力."""
        name = text[start:end]
        if name.isascii():
            return len(name) < _LATIN_NAME or name.isdecimal()
        persons = self._persons
        return (
            name in persons.words
            or name in persons.terms
            or persons.terms.cover(text, start, end)
            or persons.words.cover(text, start, end)
        )

    @staticmethod
    def _is_cued(names: Folded, start: int, end: int) -> bool:
        before, behind = _cues()
        return bool(before.search(names.text, max(0, start - 12), start) or behind.match(names.text, end))


def _blotted(text: str, spans: Iterable[Span]) -> str:
    """The text with pieces made unreadable, each place where it was."""
    pieces, done = [], 0
    for span in merged(spans):
        pieces += [text[done : span.start], _BLOT * (span.end - span.start)]
        done = span.end
    return "".join((*pieces, text[done:]))


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether a name in Latin letters is a word of its own in the text as written."""
    before, after = text[start - 1 : start], text[end : end + 1]
    return not (before.isascii() and before.isalnum()) and not (after.isascii() and after.isalnum())


def _is_json(text: str) -> bool:
    """Whether a text is a document: what takes a number's place in it has to be in quotation marks."""
    if text.strip()[:1] not in {"{", "["}:
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _number_of_json(text: str, start: int, end: int) -> int | None:
    """The number of a document that a piece is, as a whole; None when it stands within a text."""
    before, after = text[:start].rstrip()[-1:], text[end:].lstrip()[:1]
    if (
        before in {":", ",", "["}
        and after in {",", "}", "]"}
        and re.fullmatch(r"-?[1-9][0-9]*", text[start:end])
    ):
        return int(text[start:end])
    return None


@cache
def _cues() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What stands before a name, or behind it, in a tight text."""
    cues = personal()["cues"]
    words = (
        *cues["name_labels"],
        *cues["loose_labels"],
        *cues["role_labels"],
        *cues["patients"],
        *cues["called"],
        *cues["is"],
        *cues["kin"],
    )
    before = re.compile(rf"{any_of(words)}[:：是为(]{{0,2}}$")
    behind = re.compile(
        rf"{any_of((*cues['honorifics'], *cues['acts']))}|[,，、(]?(?:[男女](?![{HAN}])|[0-9]{{1,3}}岁|1[3-9][0-9]{{9}})"
    )
    return before, behind


__all__ = ["Deidentifier", "Identity", "Replaced", "Stripped"]
