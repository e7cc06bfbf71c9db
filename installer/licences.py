"""The licences of everything in the program's folder as one text beside it; a part whose licence cannot be given ends the build."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from core.installation.licences import Licence, write_licences
from installer.inventory import COMMON, Kind, Part

TEXTS = Path(__file__).parent / "texts"

IN_FULL: Mapping[str, tuple[str, ...]] = {
    "PySide6_Essentials": ("LGPL-3", "GPL-3"),
    "shiboken6": ("LGPL-3", "GPL-3"),
}
"""Packages whose makers ship no text, but name a licence that Debian has in full."""

BY_TERMS: Mapping[str, str] = {
    "chinesecalendar": "The package says MIT and names its author, but carries no text: the usual one is given.",
}
"""Packages whose makers ship no text at all, and why what is given in its place will do."""

_MENTIONED = re.compile(r"/usr/share/common-licenses/([A-Za-z][A-Za-z0-9.-]*[A-Za-z0-9])")


class Unlicensed(Exception):
    """Parts that come without a licence."""


def licences(parts: Iterable[Part], authors: Mapping[str, str]) -> tuple[Licence, ...]:
    """A licence for every part that is not ours, and after them those that Debian's texts refer to.

    `authors` are those of the packages. Raises `Unlicensed` naming every part without.
    """
    found, without, mentioned = [], [], set()
    for part in parts:
        if part.kind is Kind.OURS:
            continue
        text = _text(part, authors.get(part.name, ""))
        if not text:
            without.append(part.name)
            continue
        mentioned |= set(_MENTIONED.findall(text)) if part.kind is Kind.DEBIAN else set()
        terms = part.expression or part.terms or "–"
        found.append(Licence(part.name, part.version, " ".join(terms.split()), text))
    for name in sorted(mentioned):
        if (COMMON / name).is_file():
            found.append(Licence(name, "", "–", _common(name)))
        else:
            without.append(f"common-licenses/{name}")
    if without:
        raise Unlicensed(", ".join(sorted(without)))
    return tuple(found)


def licences_text(parts: Iterable[Part], authors: Mapping[str, str]) -> str:
    """The whole text. Raises `Unlicensed`, ValueError."""
    return write_licences((TEXTS / "head.txt").read_text(encoding="utf-8"), licences(parts, authors))


def _text(part: Part, author: str) -> str:
    if part.texts:
        return "\n\n".join(text.replace("\r\n", "\n").strip("\n") for text in part.texts)
    if part.name in IN_FULL:
        return "\n\n".join(map(_common, IN_FULL[part.name]))
    if part.name in BY_TERMS and part.terms.startswith("MIT") and author:
        return f"Copyright (c) {author}\n\n{(TEXTS / 'MIT.txt').read_text(encoding='utf-8')}"
    return ""


def _common(name: str) -> str:
    """A licence that Debian has in full; "" where it has not."""
    file = COMMON / name
    return file.read_text(encoding="utf-8").strip("\n") if file.is_file() else ""
