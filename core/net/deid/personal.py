"""How what belongs to a person is announced in a text: labels, forms of address, surnames, and the words that are none. Data of
`resources/people/personal.toml`.
"""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import Any

from core.base.names import HAN, compound_surnames

ONE = f"[{HAN}]"
"""One Chinese character."""


@cache
def personal() -> dict[str, Any]:
    """The tables."""
    return tomllib.loads(
        (resources.files("resources") / "people" / "personal.toml").read_text(encoding="utf-8")
    )


@cache
def everyday() -> frozenset[str]:
    """Words that begin like a surname and are said of anything."""
    return frozenset(word for word in personal()["words"]["everyday"].split() if len(word) > 1)


@cache
def sure_surnames() -> frozenset[str]:
    """Single surnames that are hardly ever another word."""
    return frozenset("".join(personal()["surnames"]["common"].split()))


@cache
def all_surnames() -> frozenset[str]:
    """Every surname of one character."""
    return sure_surnames() | frozenset("".join(personal()["surnames"]["weak"].split()))


@cache
def addressed_surnames() -> frozenset[str]:
    """Surnames of one character that are one right before a form of address."""
    return sure_surnames() | frozenset(personal()["surnames"]["addressed"])


@cache
def compounds() -> frozenset[str]:
    """Surnames of two characters, but for those that are numerals or directions."""
    return frozenset(one for one in compound_surnames() if one[0] not in "第左")


def any_of(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest first."""
    return "(?:" + "|".join(sorted(map(re.escape, words), key=len, reverse=True)) + ")"
