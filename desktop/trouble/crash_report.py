"""What is known of a fault of this program, without a word of a patient.

A report names the types of the exceptions, the places in our own source, and versions. The text of an exception and the
values of variables never enter it. Pure: it reads no file and shows nothing.
"""

import platform
import re
import sys
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from types import TracebackType

from core.base.fault import Cause, causes_of

PACKAGES = ("mingdao-clinic", "PySide6-Essentials", "SQLAlchemy", "sqlcipher3", "pydantic", "alembic")
"""Whose versions are told. A package without metadata, as in a frozen build, is left out."""


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
            lines += cause.lines
        return "\n".join([*lines, *self.versions])


def of_exception(origin: str, error: BaseException, trace: TracebackType | None = None) -> CrashReport:
    """The report of an exception with what caused it. `trace` stands in for a traceback that the exception does not carry."""
    return CrashReport(origin, causes_of(error, trace), versions())


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
