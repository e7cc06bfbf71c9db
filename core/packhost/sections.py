"""What packs say to a model beforehand: their prompt sections, as one `<pack_rules>` block (spec/kernel.md §2.5).

The block is the same bytes whenever it is built of the same sections, on every machine: sections are ordered by number and then by code
point, lines end in one way, and what is not seen is not there. A section cannot end its own fence or open another's.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import PurePosixPath
from typing import Protocol

ORDER = 100
"""Of a section that gives none."""

ID = "section"

_FENCE = re.compile(
    r"[<\N{FULLWIDTH LESS-THAN SIGN}\N{SMALL LESS-THAN SIGN}](?=\s*/?\s*pack_(?:rules|section))",
    re.IGNORECASE,
)
_KEPT = frozenset("\n\t")
_UNSEEN = frozenset({"Cc", "Cf", "Zl", "Zp"})


@dataclass(frozen=True, slots=True)
class Section:
    """One section of one pack."""

    pack: str
    id: str
    content: str
    order: int = ORDER


class Returned(Protocol):
    """A section as a pack's code gives it (`core.packhost.api.PromptSection`)."""

    @property
    def id(self) -> str: ...

    @property
    def content(self) -> str: ...

    @property
    def order(self) -> int: ...


def of_file(pack: str, name: str, content: str) -> Section:
    """A file's section is called after the file."""
    return Section(pack, PurePosixPath(name).stem, content)


def of_code(pack: str, returned: Iterable[Returned]) -> Iterator[Section]:
    """The sections that code gave. One whose content is blank or no text is none; an order that is no number is the usual one."""
    for one in returned:
        content = getattr(one, "content", None)
        if isinstance(content, str) and _seen(content).strip():
            name, order = getattr(one, "id", None), getattr(one, "order", None)
            yield Section(
                pack,
                name if isinstance(name, str) and name.strip() else ID,
                content,
                order if isinstance(order, int) and not isinstance(order, bool) else ORDER,
            )


def block(sections: Iterable[Section]) -> str:
    """All sections as they reach the model; "" when there is none to tell."""
    told = [
        f'<pack_section pack="{_attribute(one.pack)}" id="{_attribute(one.id)}">\n{content}\n</pack_section>'
        for one in sorted(sections, key=lambda one: (one.order, f"{one.pack}/{one.id}"))
        if (content := _fenced(one.content))
    ]
    return "\n".join(("<pack_rules>", *told, "</pack_rules>")) if told else ""


def _attribute(text: str) -> str:
    return escape(" ".join(_seen(text).split()), quote=True)


def _fenced(content: str) -> str:
    return _FENCE.sub("&lt;", _seen(content)).strip()


def _seen(text: str) -> str:
    """Without what has no width, turns text around or controls a terminal; lines end in a line feed."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(mark for mark in lines if mark in _KEPT or unicodedata.category(mark) not in _UNSEEN)
