"""Patterns of constraints: the common subset of RE2 and JavaScript, carried out by RE2 in linear time.

A pattern is looked for anywhere in a text, with its case, as JavaScript without flags does. It is read once when a pack is loaded,
and refused there with a reason; nothing that loads is ever too slow: the size of its program and of a text are bounded.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from core.base.text import UNSEEN
from core.constraints.backtracking import standstill
from core.constraints.folding import fold_sign
from core.constraints.syntax import Edge, Group, Node, Ranges, Repeat, Signs, Unfit, read_pattern

LONGEST_PATTERN = 500
LARGEST_PROGRAM = 2_000
"""RE2's own measure. Together with the longest text it bounds a search by about a second."""
LONGEST_TEXT = 100_000
"""Signs. A longer text counts as one that fits: nobody looked through it."""

Span = tuple[int, int]


class _Program(Protocol):
    """What is used of `re2`, which is loaded with the first pattern."""

    def search(self, text: str, pos: int | None = None) -> "_Match | None": ...


class _Match(Protocol):
    def span(self) -> Span: ...


@dataclass(frozen=True, slots=True)
class Pattern:
    """One pattern, ready. `folded` is the same for texts in the form of `core.constraints.folding`."""

    written: str
    tree: Group
    """How it was read, for making up a text that it fits."""
    _exact: _Program
    _folded: _Program

    def search(self, text: str, start: int = 0) -> Span | None:
        """Where it first fits at or behind a place."""
        return _search(self._exact, text, start)

    def search_folded(self, text: str, start: int = 0) -> Span | None:
        """The same in a folded text."""
        return _search(self._folded, text, start)


def compile_pattern(written: object) -> Pattern:
    """Read a pattern. Raises `Unfit` with the reason: not_text, empty, too_long, or one of the table of differences."""
    if not isinstance(written, str):
        raise Unfit("not_text")
    if not written:
        raise Unfit("empty")
    if len(written.encode("utf-16-le", "surrogatepass")) > 2 * LONGEST_PATTERN:
        raise Unfit("too_long")
    if UNSEEN.search(written):
        raise Unfit("unseen")
    return _compiled(written)


@lru_cache(maxsize=512)
def _compiled(written: str) -> Pattern:
    tree = read_pattern(written)
    reason = standstill(tree)
    if reason is not None:
        raise Unfit(reason)
    return Pattern(written, tree, _program(_write(tree, folds=False)), _program(_write(tree, folds=True)))


def example_of(node: Node) -> str:
    """The shortest text a tree fits, as far as its edges allow."""
    match node:
        case Signs():
            return node.letter or "".join(map(chr, _seen(node.ranges)))[:1]
        case Edge():
            return ""
        case Repeat():
            return example_of(node.node) * node.least
        case Group():
            return min(("".join(map(example_of, branch)) for branch in node.branches), key=len)


def _seen(ranges: Ranges) -> Iterator[int]:
    """Signs of the ranges that a person can read, one of each kind."""
    for wanted in "a1好 ":
        if any(first <= ord(wanted) <= last for first, last in ranges):
            yield ord(wanted)
    yield from (first for first, _ in ranges[:1])


def _program(written: str) -> _Program:
    import re2

    options = re2.Options()
    options.log_errors = False
    try:
        program = re2.compile(written, options)
    except re2.error as error:
        raise Unfit("too_large") from error
    if program.programsize > LARGEST_PROGRAM:
        raise Unfit("too_large")
    return program


def _search(program: _Program, text: str, start: int) -> Span | None:
    found = program.search(text, start)
    return None if found is None else found.span()


def _write(node: Node, *, folds: bool) -> str:
    match node:
        case Signs():
            return _write_signs(node, folds=folds)
        case Edge():
            return node.written
        case Repeat():
            most = "" if node.most is None else str(node.most)
            return f"(?:{_write(node.node, folds=folds)}){{{node.least},{most}}}{'?' if node.is_lazy else ''}"
        case Group():
            branches = ("".join(_write(inner, folds=folds) for inner in branch) for branch in node.branches)
            return f"(?:{'|'.join(branches)})"


def _write_signs(signs: Signs, *, folds: bool) -> str:
    if signs.letter:
        # A sign that folding drops stays: no folded text has it, and the pattern must not come to fit everything.
        letters = (fold_sign(signs.letter) if folds else "") or signs.letter
        return "".join(map(_escaped, letters))
    ranges = signs.ranges
    if folds:
        # A class keeps what was written, and takes the folded shapes of what is named one by one.
        ranges += tuple(
            (ord(folded), ord(folded))
            for first, last in signs.ranges
            if first == last
            for folded in fold_sign(chr(first))
        )
    inside = "".join(f"{_escaped(chr(first))}-{_escaped(chr(last))}" for first, last in ranges)
    return f"[{inside}]" if inside else r"[^\x{0}-\x{10ffff}]"


def _escaped(sign: str) -> str:
    return f"\\x{{{ord(sign):x}}}"
