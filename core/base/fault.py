"""What may be told of an exception without a word of a patient: the types, and the places in our own source.

The text of an exception and the values of variables never enter it. Pure: it reads no file and shows nothing.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import cast

import core

OURS = ("core", "desktop", "packs")
MOST_FRAMES = 40
MOST_CAUSES = 8

_ROOT = Path(core.__file__ or "").resolve().parents[1]
_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.]{0,99}")


@dataclass(frozen=True, slots=True)
class Cause:
    """One exception of the chain: its type, and the places of ours it passed, the outermost first."""

    kind: str
    places: tuple[str, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """As it is told: the type, then a place a line."""
        return (self.kind, *(f"  {place}" for place in self.places))


def causes_of(error: BaseException, trace: TracebackType | None = None) -> tuple[Cause, ...]:
    """An exception with what caused it, the newest first. `trace` stands in for a traceback that it does not carry."""
    return tuple(
        Cause(_kind(link), tuple(_places(link.__traceback__ or (trace if link is error else None))))
        for link in _chain(error)
    )


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The exception, the members of a group, and what each was raised from."""
    seen: set[int] = set()
    waiting = [error]
    while waiting and len(seen) < MOST_CAUSES:
        link = waiting.pop(0)
        if id(link) in seen:
            continue
        seen.add(id(link))
        yield link
        if isinstance(link, BaseExceptionGroup):
            waiting += cast("tuple[BaseException, ...]", link.exceptions)
        before = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
        if before is not None:
            waiting.append(before)


def _kind(error: BaseException) -> str:
    """The type's name. One that is no plain name was made up at run time and may say anything."""
    kind = type(error)
    name = f"{kind.__module__}.{kind.__qualname__}".removeprefix("builtins.")
    return name if _PLAIN_NAME.fullmatch(name) else "?"


def _places(trace: TracebackType | None) -> Iterator[str]:
    """Our own places a traceback passes, the innermost `MOST_FRAMES` of them."""
    found: list[str] = []
    while trace is not None:
        place = _ours(Path(trace.tb_frame.f_code.co_filename))
        if place:
            found.append(f"{place}:{trace.tb_lineno}")
        trace = trace.tb_next
    yield from found[-MOST_FRAMES:]


def _ours(file: Path) -> str | None:
    """The place of a source file in our tree, None for anything else: a path elsewhere may hold a person's name."""
    try:
        inside = file.relative_to(_ROOT) if file.is_absolute() else file
    except ValueError:
        return None
    return inside.as_posix() if inside.parts and inside.parts[0] in OURS else None
