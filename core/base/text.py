"""Normal forms of text, and the one rule of what counts as no answer.

Text a person typed is kept byte for byte. The forms here are for comparing and finding only.
"""

import unicodedata

SENTINELS = frozenset(
    {
        *("null", "undefined", "n/a", "na", "not mentioned", "not provided", "not available", "not recorded"),
        *("unknown", "tbd"),
        *(
            "未提及",
            "未提供",
            "未采集",
            "未填写",
            "未记录",
            "未问",
            "不详",
            "未知",
            "待补充",
            "待采集",
            "待确认",
        ),
    }
)
"""Texts that say nothing was recorded (spec/kernel.md §4.5). 无, 否认, none, 0 and false are answers."""


def is_missing(text: str | None) -> bool:
    """Whether a text is no answer: absent, blank, or a sentinel whatever its case and surrounding blanks."""
    if text is None:
        return True
    bare = unicodedata.normalize("NFKC", text).strip()
    return not bare or bare.casefold() in SENTINELS


def is_visible(text: str) -> bool:
    """Whether a text shows anything: blanks, control characters and marks of no width are not seen.

    A rare character that this Unicode does not know, or that stands in the private area, may be a name.
    """
    kinds = {unicodedata.category(mark) for mark in text}
    return any(kind not in {"Cc", "Cf"} and kind[0] != "Z" for kind in kinds)


def compact(text: str) -> str:
    """NFKC with every blank removed: the identity of a symptom's term."""
    return "".join(unicodedata.normalize("NFKC", text).split())


_TURNS_TEXT_AROUND = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def one_line(text: str) -> str:
    """A text fit for one cell of a table: line breaks, control characters and marks of direction become blanks."""
    return "".join(
        " " if mark in _TURNS_TEXT_AROUND or unicodedata.category(mark) in {"Cc", "Zl", "Zp"} else mark
        for mark in text
    )
