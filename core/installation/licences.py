"""The licences of what the program is made of, as they lie in its folder: one text that a person can read from top to bottom.

A line of `═` stands before each part; under it its name and version, then its terms, a line of `─`, and its licence in full.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

LICENCES = "_internal/licences.txt"

_BEFORE, _BETWEEN = "═" * 100, "─" * 100


@dataclass(frozen=True, slots=True)
class Licence:
    """A part that comes with the program. A name has no blank at its end, a version none at all."""

    name: str
    version: str
    terms: str
    text: str


def write_licences(head: str, licences: Iterable[Licence]) -> str:
    """The text. Raises ValueError for a licence that cannot stand in it."""
    pieces = [head.strip("\n") + "\n"]
    for one in licences:
        told = f"{one.name}\n{one.version}\n{one.terms}"
        text = one.text.strip("\n")
        if told.count("\n") != 2 or _BEFORE in f"{told}{text}" or _BETWEEN in told or not text:  # noqa: PLR2004
            raise ValueError(one.name)
        pieces.append(f"{_BEFORE}\n{told}\n{_BETWEEN}\n{text}\n")
    return "\n".join(pieces)


def read_licences(text: str) -> tuple[Licence, ...]:
    """The parts of such a text. What is no part is left out."""
    found = []
    for piece in text.split(f"{_BEFORE}\n")[1:]:
        told, between, licence = piece.partition(f"\n{_BETWEEN}\n")
        lines = told.split("\n")
        if between and len(lines) == 3:  # noqa: PLR2004
            found.append(Licence(lines[0], lines[1], lines[2], licence.strip("\n")))
    return tuple(found)


def licences_of(folder: Path) -> tuple[str, tuple[Licence, ...]]:
    """What stands at the head of a program folder's text, and its parts. Raises OSError."""
    text = (folder / LICENCES).read_text(encoding="utf-8")
    return text.partition(_BEFORE)[0].strip("\n"), read_licences(text)
