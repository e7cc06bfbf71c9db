"""What is known of a fault of this program, without a word of a patient.

A report names the types of the exceptions, the places in our own source, and versions. The text of an exception and the
values of variables never enter it. Pure: it reads no file and shows nothing.
"""

import platform
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import TracebackType
from typing import cast

import desktop

OURS = ("core", "desktop", "packs")
PACKAGES = ("mingdao-clinic", "PySide6-Essentials", "SQLAlchemy", "sqlcipher3", "pydantic", "alembic")
"""Whose versions are told. A package without metadata, as in a frozen build, is left out."""

MOST_FRAMES = 40
MOST_CAUSES = 8

_ROOT = Path(desktop.__file__ or "").resolve().parents[1]
_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.]{0,99}")


@dataclass(frozen=True, slots=True)
class Cause:
    """One exception of the chain: its type, and the places of ours it passed, the outermost first."""

    kind: str
    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CrashReport:
    """A fault. `origin` says where it surfaced: window, thread, unraisable, work or Qt. The newest exception stands first."""

    origin: str
    causes: tuple[Cause, ...]
    versions: tuple[str, ...]

    @property
    def text(self) -> str:
        """For a person to pass on."""
        lines = [f"origin: {self.origin}"]
        for cause in self.causes:
            lines += [cause.kind, *(f"  {place}" for place in cause.places)]
        return "\n".join([*lines, *self.versions])


def of_exception(origin: str, error: BaseException, trace: TracebackType | None = None) -> CrashReport:
    """The report of an exception with what caused it. `trace` stands in for a traceback that the exception does not carry."""
    causes = tuple(
        Cause(_kind(link), tuple(_places(link.__traceback__ or (trace if link is error else None))))
        for link in _chain(error)
    )
    return CrashReport(origin, causes, versions())


def of_qt(severity: str, message: str) -> CrashReport:
    """The report of a message of Qt: how grave, and which of Qt's functions complained; the rest may quote a field."""
    return CrashReport("Qt", (Cause(f"{severity} {complainer(message)}", ()),), versions())


def complainer(message: str) -> str:
    """The function of Qt a message begins with, such as `QObject::startTimer`; `?` when it begins otherwise."""
    found = re.match(r"Q[A-Za-z]+(?:::~?[A-Za-z]+)?(?=[:(])", message)
    return found[0] if found else "?"


def versions() -> tuple[str, ...]:
    """This program's, Python's, the system's, and those of the libraries a fault usually sits in."""
    found = [
        f"Python {platform.python_version()}",
        f"{platform.system()} {platform.release()} {platform.machine()}",
    ]
    for package in PACKAGES:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            continue
    return (*found, "frozen" if getattr(sys, "frozen", False) else "from source")


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
