"""Where a pattern fits in a text: as it was written, in its folded forms, and in what a rendering of it would show. Each is a hit."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from core.constraints.folding import Folded, fold, fold_rendered
from core.constraints.patterns import Pattern, Span


def fits(pattern: Pattern, text: str) -> bool:
    """Whether it fits anywhere."""
    folded, rendered = fold(text), fold_rendered(text)
    return (
        pattern.search(folded.written) is not None
        or _in_folded(pattern, folded)
        or (rendered is not None and _in_folded(pattern, rendered))
    )


def _in_folded(pattern: Pattern, folded: Folded) -> bool:
    return any(pattern.search_folded(text) is not None for text in {folded.dense, folded.plain})


@dataclass(frozen=True, slots=True)
class Place:
    """Where a pattern fits: in the text as written, and in the plain one; None where the words are written so as to hide."""

    written: Span
    plain: Span | None
    text: str


def places(pattern: Pattern, folded: Folded, rendered: Folded | None) -> Iterator[Place]:
    """Every place where the pattern fits, once."""
    known: set[Span] = set()
    for place in _all_places(pattern, folded, rendered):
        if place.written not in known:
            known.add(place.written)
            yield place


def _all_places(pattern: Pattern, folded: Folded, rendered: Folded | None) -> Iterator[Place]:
    for plain, length in _folded_places(pattern, folded):
        written = folded.written_span(*plain)
        is_hidden = written[1] - written[0] != length
        yield Place(written, None if is_hidden else plain, folded.plain[slice(*plain)])
    for start, end in _each(folded.written, pattern.search):
        yield Place((start, end), folded.plain_span(start, end), folded.written[start:end])
    if rendered is not None:
        for plain, _ in _folded_places(pattern, rendered):
            yield Place(rendered.written_span(*plain), None, rendered.plain[slice(*plain)])


def _folded_places(pattern: Pattern, folded: Folded) -> Iterator[tuple[Span, int]]:
    """Places in the plain text, and how long each is without what stands within its words."""
    for start, end in _each(folded.dense, pattern.search_folded):
        yield folded.span_of_dense(start, end), end - start
    if folded.plain != folded.dense:
        yield from ((span, span[1] - span[0]) for span in _each(folded.plain, pattern.search_folded))


def _each(text: str, search: Callable[[str, int], Span | None]) -> Iterator[Span]:
    """Every place, those that begin within another one included: a long one that is excused must not cover a short one that is not."""
    at = 0
    while at <= len(text):
        found = search(text, at)
        if found is None:
            return
        yield found
        at = found[0] + 1
