"""Passphrases that are guessed first are refused: short ones, and those made of what everybody thinks of.

Looked at offline, by what a passphrase is made of: pieces from a list (`resources/passphrases`), runs and repetitions, keyboard rows,
years, dates and mobile numbers, and names that stand near. Each piece counts no more than one other character does.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import resources
from itertools import chain, pairwise

from core.base.errors import UserError
from core.base.names import readings

SHORTEST = 10
"""Characters (spec/security.md §2.5)."""

ENOUGH = 12
"""What a passphrase must come to: a character or a piece counts 2, a digit 1."""

LOOKED_AT = 128
"""Characters. What comes after them makes nothing weaker."""

FEWEST_IN_A_RUN = 3

WILL_NOT_DO = frozenset(
    {
        *("empty_passphrase", "passphrase_short", "passphrase_common", "passphrase_of_names"),
        *("passphrase_taken", "passphrase_same"),
    }
)
"""Codes that say of a new passphrase that it will not do, with nothing changed: those of `refuse_weak`, and that somebody, or
its holder, has it already."""

_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "1234567890")
_DATES = re.compile(
    r"(?:19[3-9]|20[0-4])\d(?:[-./年]?(?:0?[1-9]|1[0-2])(?:[-./月]?(?:0?[1-9]|[12]\d|3[01])日?)?)?"
)
_MOBILE = re.compile(r"1[3-9]\d{9}")
_DIGIT_FOR = str.maketrans("@$013457!", "asoieastl")


def refuse_weak(passphrase: str, names: Iterable[str] = ()) -> None:
    """Refuse a passphrase that is soon guessed. `names` are the operator's and the clinic's.

    Raises `UserError` empty_passphrase, passphrase_short, passphrase_common, passphrase_of_names.
    """
    if not passphrase.strip():
        raise UserError("empty_passphrase")
    if len(unicodedata.normalize("NFC", passphrase)) < SHORTEST:
        raise UserError("passphrase_short", length=SHORTEST)
    if _worth(passphrase, frozenset()) < ENOUGH:
        raise UserError("passphrase_common")
    if _worth(passphrase, frozenset(chain.from_iterable(map(_pieces_of_name, names)))) < ENOUGH:
        raise UserError("passphrase_of_names")


def _worth(passphrase: str, names: frozenset[str]) -> int:
    """The least that a passphrase comes to, read as it is or with its digits and signs for letters."""
    text = "".join(unicodedata.normalize("NFKC", passphrase[:LOOKED_AT]).casefold().split())
    forms = {text, text.translate(_DIGIT_FOR)}
    return min(_least(_once(form), names) for form in forms)


def _least(text: str, names: frozenset[str]) -> int:
    """The cheapest way to put a text together."""
    known = _listed() | names
    longest = max(map(len, known))
    least = [0]
    for end in range(1, len(text) + 1):
        mark = text[end - 1]
        # The passphrase read with letters for digits is no cheaper by it: a digit in it stays one.
        best = least[-1] + (1 if mark.isdigit() else 2)
        for begin in range(max(0, end - longest), end):
            if text[begin:end] in known:
                best = min(best, least[begin] + 2)
        for begin in _beginnings(text, end):
            best = min(best, least[begin] + 2)
        least.append(best)
    return least[-1]


def _beginnings(text: str, end: int) -> Iterator[int]:
    """Where a run, a keyboard row, a date or a mobile number may begin that ends here."""
    begin = end - 1
    while begin > 0 and _goes_on(text, begin - 1, end):
        begin -= 1
    if end - begin >= FEWEST_IN_A_RUN:
        yield from range(begin, end - FEWEST_IN_A_RUN + 1)
    for length in range(4, 12):
        part = text[max(0, end - length) : end]
        if len(part) == length and (_DATES.fullmatch(part) or _MOBILE.fullmatch(part) or _is_row(part)):
            yield end - length


def _goes_on(text: str, begin: int, end: int) -> bool:
    """Whether a part is a run: 1234, dcba, aaaa."""
    part = text[begin:end]
    steps = {ord(later) - ord(earlier) for earlier, later in pairwise(part)}
    return steps in ({0}, {1}, {-1})


def _is_row(part: str) -> bool:
    return any(part in row or part[::-1] in row for row in _ROWS)


def _once(text: str) -> str:
    """A text without its repetitions: abcabcabc is abc, and one mark more that says so."""
    for length in range(1, len(text) // 2 + 1):
        block = text[:length]
        if (block * (len(text) // length + 1))[: len(text)] == text:
            return f"{block}\x00"
    return text


def _pieces_of_name(name: str) -> Iterator[str]:
    """A name, its words, its readings in pinyin, whole and by syllables, and their initials."""
    bare = "".join(unicodedata.normalize("NFKC", name).casefold().split())
    if bare:
        yield bare
        yield from unicodedata.normalize("NFKC", name).casefold().split()
    for place in range(len(bare) - 1):
        yield bare[place : place + 2]
    for reading in readings(name):
        yield from reading
        yield "".join(reading)
        yield "".join(reading[1:]) or bare
        yield "".join(syllable[0] for syllable in reading if syllable)


@lru_cache(maxsize=1)
def _listed() -> frozenset[str]:
    source = resources.files("resources") / "passphrases" / "pieces.tsv"
    return frozenset(
        line for line in source.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")
    )
