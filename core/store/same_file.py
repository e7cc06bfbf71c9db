"""Whether the open store is still the file that stands under its name.

A file that was renamed, replaced or deleted while it is open takes writes without a complaint, and its write-ahead log stays under
the old name: what was saved would be found by nobody. So it is looked at before a change and once more before the change is
acknowledged. It costs three calls of the operating system each time.
"""

from pathlib import Path
from typing import TypeAlias

from core.base.errors import Damaged
from core.base.paths import Home

_Identity: TypeAlias = tuple[int, int]


class SameFile:
    """The store's file and its write-ahead log, as they were when the connection was made; and the lock of the folder, without which
    another program could have the store open too.
    """

    def __init__(self, path: Path) -> None:
        """The first two must be there: a connection makes the log at once."""
        self._path = path
        self._log = path.with_name(f"{path.name}-wal")
        self._lock = Home(path.parent).lock
        self._opened, self._locked = self._found(), _identity(self._lock)

    def refuse_other(self) -> None:
        """Raises `Damaged` store_moved, lock_removed when one of them is another, or gone."""
        if self._found() != self._opened:
            raise Damaged("store_moved", file=self._path)
        if _identity(self._lock) != self._locked:
            raise Damaged("lock_removed", file=self._lock)

    def _found(self) -> tuple[_Identity | None, _Identity | None]:
        return _identity(self._path), _identity(self._log)


def _identity(path: Path) -> _Identity | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
