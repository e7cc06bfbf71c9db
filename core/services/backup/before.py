"""What lies in the data folder from before a restore or before its tables were changed: whole clinics, each in a folder of its own.

None goes by itself. One may have what is nowhere else, as a restore takes back what was written after the backup.
"""

import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from core.base.paths import Home
from core.services.backup.thinning import Kept

ENOUGH = 3
"""So many verified backups of a later day make one superfluous."""

_NAME = re.compile(r"(?:before-\d+|replaced|damaged)-(\d{4}-\d\d-\d\d)(?:-\d+)?")


@dataclass(frozen=True, slots=True)
class FromBefore:
    """One of them. `later` counts the verified backups of later days, as far as they are at hand; `is_held` says that a restore was not
    confirmed yet.
    """

    folder: Path
    day: date
    size: int
    later: int
    is_held: bool

    @property
    def may_go(self) -> bool:
        return self.later >= ENOUGH and not self.is_held


def from_before(home: Home, verified: Iterable[Kept], *, is_held: bool) -> tuple[FromBefore, ...]:
    """All of them, the oldest first. Raises OSError."""
    days = [one.at.date() for one in verified]
    found = (
        FromBefore(folder, day, _size(folder), sum(one > day for one in days), is_held)
        for folder, day in _folders(home)
    )
    return tuple(sorted(found, key=lambda one: (one.day, one.folder.name)))


def remove(superfluous: Iterable[FromBefore]) -> tuple[str, ...]:
    """Remove them; the names of those that are gone."""
    names = []
    for one in superfluous:
        shutil.rmtree(one.folder, ignore_errors=True)
        if not one.folder.exists():
            names.append(one.folder.name)
    return tuple(names)


def _folders(home: Home) -> Iterator[tuple[Path, date]]:
    for folder in home.folder.iterdir():
        named = _NAME.fullmatch(folder.name)
        if named and folder.is_dir() and not folder.is_symlink():
            try:
                yield folder, date.fromisoformat(named[1])
            except ValueError:
                continue


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
