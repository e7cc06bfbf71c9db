"""`context.fs`: the files that `permissions.fs` declares, and none else, wherever a link leads.

A name is held against the manifest's rules once more, links are followed, and where they end has to be declared, too. What is the program's
own (store, keys, backups, settings, packs) is refused whatever a rule says, and so is a file with a second name, which may be one of those.
"""

import os
import stat
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from core.base.atomic import write_atomically
from core.base.errors import ClinicError, Refused, UserError
from core.base.paths import Home, is_own_name
from core.base.system_words import reason_of
from core.forms.problems import shown
from core.packhost.context.keeping import Keeping, PendingFile
from core.packhost.declared import BELOW, Grant, grants, problems_of

LARGEST = 8 << 20
"""Bytes of one file."""
LONGEST = 400
"""Characters of a name."""
DEEPEST = 10
"""Parts of a name."""
MOST_NAMES = 10_000

_SHARED = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class DeclaredFiles:
    """The files of one pack. They are read at any time; what is written is kept as `Keeping` says."""

    def __init__(self, home: Home, pack: str, declared: Sequence[str], keeping: Keeping) -> None:
        self._home, self._pack, self._keeping = home, pack, keeping
        self._grants = grants(home, declared)

    def read(self, path: str) -> bytes:
        """Raises `Refused` fs_undeclared; `UserError` fs_missing, fs_large; `ClinicError` fs_failed."""
        real = self._real(path)
        pending = self._keeping.files()
        if path in pending:
            return pending[path]
        try:
            handle = os.open(real, os.O_RDONLY | _SHARED)
            with os.fdopen(handle, "rb") as file:
                self._refuse_other(path, real, os.fstat(handle))
                content = file.read(LARGEST + 1)
        except (FileNotFoundError, NotADirectoryError) as error:
            raise UserError("fs_missing", path=shown(path)) from error
        except OSError as error:
            raise self._failed(path, error) from error
        if len(content) > LARGEST:
            raise UserError("fs_large", path=shown(path), limit=LARGEST >> 20)
        return content

    def write(self, path: str, content: bytes) -> None:
        """Raises `Refused` fs_undeclared; `UserError` fs_large; and as `Keeping.write`. Once it is carried out, `ClinicError` fs_failed."""
        self._real(path)
        if len(content) > LARGEST:
            raise UserError("fs_large", path=shown(path), limit=LARGEST >> 20)
        self._keeping.write(path, PendingFile(bytes(content), lambda now: self._written(path, now)))

    def names(self, folder: str) -> tuple[str, ...]:
        """Empty where there is no such folder. Links and files that are being written are not told of. Raises `Refused` fs_undeclared; `ClinicError` fs_failed."""
        real = self._real(folder, as_folder=True)
        found: set[str] = set()
        try:
            with suppress(FileNotFoundError, NotADirectoryError), os.scandir(real) as entries:
                for entry in entries:
                    if len(found) >= MOST_NAMES:
                        break
                    if entry.is_dir(follow_symlinks=False):
                        found.add(f"{entry.name}/")
                    elif entry.is_file(follow_symlinks=False) and not entry.name.endswith(".tmp"):
                        found.add(entry.name)
        except OSError as error:
            raise self._failed(folder, error) from error
        for path in self._keeping.files():
            inside, below, _ = path.removeprefix(f"{folder}/").partition("/")
            if path.startswith(f"{folder}/"):
                found.add(inside + below)
        return tuple(sorted(found))

    def _real(self, path: str, *, as_folder: bool = False) -> Path:
        """Where a name leads, links followed, if that is declared and none of the program's own. Raises `Refused` fs_undeclared."""
        refused = Refused("fs_undeclared", pack=self._pack, path=shown(path))
        parts = path.split("/")
        if len(path) > LONGEST or len(parts) > DEEPEST or parts[-1] == BELOW:
            raise refused
        if any(problems_of({"fs": [path]}, self._pack)):
            raise refused
        named = self._home.folder.joinpath(*parts[1:])
        root = self._home.folder.resolve()
        try:
            real = named.resolve()
            inside = real.relative_to(root).parts
        except (OSError, RuntimeError, ValueError) as error:
            raise refused from error
        if not inside or is_own_name(inside[0]):
            raise refused
        led_to = self._home.folder.joinpath(*inside)
        if not all(self._is_granted(one, as_folder=as_folder) for one in (named, led_to)):
            raise refused
        return real

    def _is_granted(self, path: Path, *, as_folder: bool) -> bool:
        return any(_covers(grant, path, as_folder=as_folder) for grant in self._grants)

    def _refuse_other(self, path: str, real: Path, opened: os.stat_result) -> None:
        """What was opened must be a plain file with one name, and still be what the name leads to."""
        if not stat.S_ISREG(opened.st_mode) or opened.st_nlink != 1:
            raise Refused("fs_undeclared", pack=self._pack, path=shown(path))
        if self._real(path) != real or not os.path.samestat(opened, real.lstat()):
            raise Refused("fs_undeclared", pack=self._pack, path=shown(path))

    def _written(self, path: str, content: bytes) -> None:
        try:
            self._real(path).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            # Once more: a folder may have become a link since the call asked.
            write_atomically(self._real(path), content, keeps_previous=False)
        except OSError as error:
            raise self._failed(path, error) from error

    def _failed(self, path: str, error: OSError) -> ClinicError:
        return ClinicError("fs_failed", pack=self._pack, path=shown(path), reason=reason_of(error))


def _covers(grant: Grant, path: Path, *, as_folder: bool) -> bool:
    if not grant.below:
        return path == grant.path and not as_folder
    return path.is_relative_to(grant.path) and (as_folder or path != grant.path)
