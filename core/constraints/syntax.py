"""Reads a pattern by JavaScript's grammar (no flags) into a tree, and writes the tree for RE2 with JavaScript's meaning.

Translated, since RE2 reads them otherwise: `.` stops at four line ends, `\\s` takes the blanks of Unicode (U+3000 among them), `$` and
`^` are the very ends of the text, `\\uXXXX`, `[\\b]`. Refused is what `core.constraints.differences` lists.

Known and left: JavaScript sees a sign beyond U+FFFF as two, so `^.$` does not fit 𠮷 there and does here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from core.constraints.differences import refused_at

Ranges: TypeAlias = tuple[tuple[int, int], ...]

MOST_REPEATS = 1000
"""RE2's own bound."""
DEEPEST = 30
"""Groups within groups."""
_TOP = 0x10FFFF
_HALVES = (0xD800, 0xDFFF)
_DIGITS: Ranges = ((0x30, 0x39),)
_WORD: Ranges = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
_BLANKS: Ranges = (
    *((0x09, 0x0D), (0x20, 0x20), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x2028, 0x2029)),
    *((0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000), (0xFEFF, 0xFEFF)),
)
_LINE_ENDS: Ranges = ((0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029))
_SETS = {"d": _DIGITS, "w": _WORD, "s": _BLANKS}
_SIGNS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "v": "\v"}


class Unfit(ValueError):
    """The pattern is refused; `reason` is a code of the table of differences."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Signs:
    """One sign out of some. `letter` is set where it is one written literally."""

    ranges: Ranges
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """A place, not a sign: `^`, `$`, `\\b` as RE2 writes them."""

    written: str


@dataclass(frozen=True, slots=True)
class Group:
    """Alternatives, each a sequence."""

    branches: tuple[tuple["Node", ...], ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """A node again and again; `most` is None without an end."""

    node: "Node"
    least: int
    most: int | None
    is_lazy: bool


Node: TypeAlias = Signs | Edge | Group | Repeat


def read_pattern(text: str) -> Group:
    """The tree of a pattern. Raises `Unfit`."""
    return _Reader(text).read()


def complement(ranges: Ranges) -> Ranges:
    """Every sign that is not among these. Halves of signs are none: no text has them once it is looked through."""
    return tuple(_gaps(sorted((*ranges, _HALVES))))


def _gaps(ranges: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    at = 0
    for first, last in ranges:
        if at < first:
            yield at, first - 1
        at = max(at, last + 1)
    if at <= _TOP:
        yield at, _TOP


class _Reader:
    """Recursive descent over the text of one pattern."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0
        self._names: set[str] = set()
        self._depth = 0

    def read(self) -> Group:
        tree = self._alternatives()
        if self._at < len(self._text):
            raise Unfit("group_close")
        return tree

    def _next(self) -> str:
        return self._text[self._at : self._at + 1]

    def _take(self, signs: str) -> bool:
        if self._text.startswith(signs, self._at):
            self._at += len(signs)
            return True
        return False

    def _refuse(self, table: str) -> None:
        reason = refused_at(table, self._text, self._at)
        if reason is not None:
            raise Unfit(reason)

    def _alternatives(self) -> Group:
        branches = [self._sequence()]
        while self._take("|"):
            branches.append(self._sequence())
        return Group(tuple(branches))

    def _sequence(self) -> tuple[Node, ...]:
        nodes: list[Node] = []
        while self._next() and self._next() not in "|)":
            nodes.append(self._repeated(self._atom()))
        return tuple(nodes)

    def _atom(self) -> Node:
        sign = self._next()
        match sign:
            case "(":
                return self._group()
            case "[":
                return self._class()
            case "\\":
                return self._escape()
            case "*" | "+" | "?":
                raise Unfit("nothing_to_repeat")
            case "{":
                raise Unfit("brace")
            case _:
                return self._sign(sign)

    def _sign(self, sign: str) -> Node:
        self._at += 1
        match sign:
            case "^":
                return Edge(r"\A")
            case "$":
                return Edge(r"\z")
            case ".":
                return Signs(complement(_LINE_ENDS))
            case _:
                return _letter(sign)

    def _group(self) -> Group:
        self._refuse("group")
        if self._take("(?<"):
            self._name()
        elif not self._take("(?:"):
            self._at += 1
        self._depth += 1
        if self._depth > DEEPEST:
            raise Unfit("too_deep")
        tree = self._alternatives()
        if not self._take(")"):
            raise Unfit("group_open")
        self._depth -= 1
        return tree

    def _name(self) -> None:
        name, found, _ = self._text[self._at :].partition(">")
        if not found or not (name.isidentifier() and name.isascii()):
            raise Unfit("group_unknown")
        if name in self._names:
            raise Unfit("group_twice")
        self._names.add(name)
        self._at += len(name) + 1

    def _escape(self) -> Node:
        self._refuse("escape")
        letter = self._text[self._at + 1]
        if letter == "b":
            self._at += 2
            return Edge(r"\b")
        return self._escaped_signs()

    def _escaped_signs(self) -> Signs:
        letter = self._text[self._at + 1]
        self._at += 2
        if letter.lower() in _SETS:
            ranges = _SETS[letter.lower()]
            return Signs(complement(ranges) if letter.isupper() else ranges)
        if letter in _SIGNS:
            return _letter(_SIGNS[letter])
        if letter in "xu":
            length = 2 if letter == "x" else 4
            digits = self._text[self._at : self._at + length]
            self._at += length
            return _letter(chr(int(digits, 16)))
        return _letter(letter)

    def _class(self) -> Signs:
        self._at += 1
        is_negated = self._take("^")
        if self._next() == "]":
            raise Unfit("class_empty")
        ranges: list[tuple[int, int]] = []
        while not self._take("]"):
            first = self._member()
            if self._text.startswith("-", self._at) and self._text[self._at + 1 : self._at + 2] != "]":
                self._at += 1
                last = self._member()
                if not (first.letter and last.letter):
                    raise Unfit("class_range")
                if first.letter > last.letter:
                    raise Unfit("class_order")
                ranges.append((ord(first.letter), ord(last.letter)))
            else:
                ranges.extend(first.ranges)
        taken = tuple(ranges)
        return Signs(complement(taken) if is_negated else taken)

    def _member(self) -> Signs:
        """One sign of a class, or a set of them."""
        if not self._next():
            raise Unfit("class_open")
        self._refuse("class")
        if self._text.startswith(r"\b", self._at):
            self._at += 2
            return _letter("\b")
        if self._next() == "\\":
            self._refuse("escape")
            return self._escaped_signs()
        self._at += 1
        return _letter(self._text[self._at - 1])

    def _repeated(self, node: Node) -> Node:
        bounds = self._bounds()
        if bounds is None:
            return node
        if isinstance(node, Edge):
            raise Unfit("nothing_to_repeat")
        if isinstance(node, Signs) and node.letter > "\uffff":
            raise Unfit("astral_repeated")
        is_lazy = self._take("?")
        if self._next() == "+":
            raise Unfit("possessive")
        if self._next() and self._next() in "*?{":
            raise Unfit("nothing_to_repeat")
        return Repeat(node, *bounds, is_lazy)

    def _bounds(self) -> tuple[int, int | None] | None:
        for sign, bounds in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self._take(sign):
                return bounds
        if not self._take("{"):
            return None
        inside, closed, _ = self._text[self._at :].partition("}")
        least, comma, most = inside.partition(",")
        if not closed or not _is_number(least) or (most and not _is_number(most)):
            raise Unfit("brace")
        self._at += len(inside) + 1
        low = int(least)
        high = (int(most) if most else None) if comma else low
        if max(low, high or 0) > MOST_REPEATS:
            raise Unfit("repeat_bound")
        if high is not None and high < low:
            raise Unfit("repeat_order")
        return low, high


def _is_number(digits: str) -> bool:
    # Longer ones are beyond every bound, and Python refuses to read the longest.
    return digits.isascii() and digits.isdigit() and len(digits) <= 9  # noqa: PLR2004


def _letter(sign: str) -> Signs:
    if "\ud800" <= sign <= "\udfff":
        raise Unfit("surrogate")
    return Signs(((ord(sign), ord(sign)),), sign)
