"""Normal forms of text, and the one rule of what counts as no answer.

Text a person typed is kept byte for byte. The forms here are for comparing and finding only.
"""

import re
import unicodedata
from collections.abc import Container

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


UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""A sign that shows nothing and has no width: joiners, marks of direction, selectors, fillers (Unicode's default ignorables)."""


def is_missing(text: str | None, others: Container[str] = ()) -> bool:
    """Whether a text is no answer: absent, blank, or a sentinel whatever its case, surrounding blanks and unseen marks.

    `others` are further texts that are none, each as `answer_key` gives it.
    """
    if text is None:
        return True
    bare = answer_key(text)
    return not bare or bare in SENTINELS or bare in others


def answer_key(text: str) -> str:
    """The form in which an answer is held against the sentinels."""
    return UNSEEN.sub("", unicodedata.normalize("NFKC", text)).strip().casefold()


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
