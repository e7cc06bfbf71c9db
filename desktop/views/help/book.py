"""Which documents the help consists of, and how they and their pictures are read from what is installed."""

import re
from enum import StrEnum
from importlib import resources

from core.base.messages import LANGUAGES

PICTURES = "pictures"

_SHOWN = re.compile(rf"!\[[^\]]*\]\(({PICTURES}/[^)]+)\)")
_PICTURE = re.compile(rf"{PICTURES}/[a-z0-9-]+\.png")


class Book(StrEnum):
    """A document, by its name without the language."""

    PHYSICIAN = "physician"
    ADMIN = "admin"

    def file(self, language: str) -> str:
        """Its file in a language: the first language has the plain name."""
        return f"{self.value}.md" if language == LANGUAGES[0] else f"{self.value}.{language}.md"

    def text(self, language: str) -> str:
        """What it says. Raises OSError."""
        return (resources.files("docs") / self.file(language)).read_text(encoding="utf-8")


def book_of(link: str) -> Book | None:
    """Which document a link in one of them leads to, in whatever language; None for any other."""
    names = {book.file(language): book for book in Book for language in LANGUAGES}
    return names.get(link.partition("#")[0])


def pictures_of(text: str) -> set[str]:
    """The places of the pictures a document shows."""
    return set(_SHOWN.findall(text))


def picture(place: str) -> bytes | None:
    """A picture that a document shows, by its place beside it; None for whatever lies elsewhere."""
    if not _PICTURE.fullmatch(place):
        return None
    try:
        return (resources.files("docs") / place).read_bytes()
    except OSError:
        return None
