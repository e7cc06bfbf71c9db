"""What a program folder leaves to the system, read off its files, in Debian's names: a list by hand would not notice a new library."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from installer import freeze, parts
from installer.linux.dpkg import owners

C_LIBRARY = "libc6"


class Unpackaged(Exception):
    """A library that is needed and not carried, and that no package of this system holds."""


@dataclass(frozen=True, slots=True)
class Left:
    """Packages without which nothing starts, and those that only some plug-in of Qt has use for."""

    needed: tuple[str, ...]
    of_use: tuple[str, ...]


def left_to_system(folder: Path, floor: str) -> Left:
    """Raises `Unpackaged`."""
    programs = [*freeze.libraries(folder), *folder.glob("mingdao*")]
    carried = {file.name for file in folder.rglob("*.so*")}
    names = {name for file in programs for name in parts.named(str(file))} - carried
    optional = {name for name in names if name.startswith(parts.LEFT_TO_THE_SYSTEM)}
    needed = _packages(names - optional)
    return Left(
        tuple(f"{name} (>= {floor})" if name == C_LIBRARY else name for name in needed),
        tuple(one for one in _packages(optional) if one not in needed),
    )


def _packages(libraries: Iterable[str]) -> list[str]:
    return sorted({_package(name) for name in libraries})


@cache
def _package(library: str) -> str:
    """The package a library comes from."""
    packages = {
        package
        for package, place in owners([f"*/{library}"])
        if "/x86_64-linux-gnu/" in place or "/lib64/" in place
    }
    if len(packages) != 1:
        raise Unpackaged(library)
    return packages.pop()
