"""The table of what is refused in a pattern, each with its reason: where RE2 and JavaScript's regular expressions part.

A pattern that loads means the same to both, so a pack from the origin keeps its meaning here and ours keep theirs there. What one
of them lacks, or reads otherwise, is refused by name. What only RE2 writes otherwise (`\\uXXXX`, `.`, `\\s`, `$`) is translated in
`core.constraints.syntax`, and not refused: it has one meaning, that of JavaScript without flags.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing refused: the code of its reason, how it is told, and a pattern that has it."""

    reason: str
    starts: str
    """What is met at a place of the pattern, as one of Python's expressions."""
    example: str


GROUPS: tuple[Difference, ...] = (
    Difference("lookaround", r"\(\?<?[=!]", "(?<=诊)断"),
    Difference("named_otherwise", r"\(\?P", "(?P<a>x)"),
    Difference("atomic", r"\(\?>", "(?>a)"),
    Difference("inline_flags", r"\(\?[A-Za-z^-]", "(?i)a"),
    Difference("group_unknown", r"\(\?(?!:|<[A-Za-z_])", "(?#a)b"),
)
"""Ways to open a group. JavaScript has no `(?P`, RE2 no lookaround; flags are one's only or mean another thing."""

ESCAPES: tuple[Difference, ...] = (
    Difference("not_boundary", r"\\B", r"\Ba"),
    Difference("octal", r"\\0", r"\012"),
    Difference("backreference", r"\\(?:[1-9]|k)", r"(a)\1"),
    Difference("property", r"\\[pP]", r"\p{Han}"),
    Difference("text_anchor", r"\\[AzZG]", r"\Aa"),
    Difference("quoted", r"\\[QE]", r"\Qa+\E"),
    Difference("any_byte", r"\\[CXR]", r"\C"),
    Difference("braced_escape", r"\\[xu]\{", r"\x{4e00}"),
    Difference("control_escape", r"\\c", r"\cA"),
    Difference("hex_escape", r"\\x(?![0-9A-Fa-f]{2})", r"\xg0"),
    Difference("unicode_escape", r"\\u(?![0-9A-Fa-f]{4})", r"\u12"),
    Difference("surrogate", r"\\u[dD][89A-Fa-f]", r"\ud83d"),
    Difference("unknown_escape", r"\\[A-Za-z](?<![dDwWsSbBtnrfvxu])", r"\h"),
    Difference("trailing_backslash", r"\\$", "a\\"),
)
"""Escapes. JavaScript without flags reads an unknown one as the letter itself, RE2 as an error or as
something else; RE2's `\\B` also fits within a sign, between its bytes."""

IN_CLASS: tuple[Difference, ...] = (
    Difference("posix_class", r"\[[:.=]", "[[:alpha:]]"),
    Difference("astral_class", "[\U00010000-\U0010ffff]", "[\U00020bb7]"),
)
"""Within `[…]`. JavaScript without flags sees a sign beyond U+FFFF as two halves and would take either."""

OTHERS: Mapping[str, str] = {
    "possessive": "a++",
    "nothing_to_repeat": "*a",
    "repeat_bound": "a{1001}",
    "repeat_order": "a{3,2}",
    "brace": "a{,3}",
    "class_empty": "[]a]",
    "class_open": "[a",
    "class_order": "[z-a]",
    "class_range": r"[\d-z]",
    "astral_repeated": "\U00020bb7+",
    "group_open": "(",
    "group_close": "a)",
    "group_twice": "(?<a>x)(?<a>y)",
    "nested_repeat": "(a+)+",
    "overlapping_repeat": "(a|aa)+",
    "too_large": ".{0,1000}",
    "too_deep": "(" * 31 + ")" * 31,
    "too_long": "a" * 501,
    "empty": "",
    "unseen": "有\u200b效",
}
"""What the reader of patterns finds by itself, and a pattern that has it."""

_COMPILED = {
    table: [(difference.reason, re.compile(difference.starts)) for difference in differences]
    for table, differences in (("group", GROUPS), ("escape", ESCAPES), ("class", IN_CLASS))
}


def refused_at(table: str, text: str, place: int) -> str | None:
    """The reason why what stands at a place is refused; None when it is not. `table` is `group`, `escape` or `class`."""
    return next((reason for reason, starts in _COMPILED[table] if starts.match(text, place)), None)
