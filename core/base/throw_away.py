"""Folders in the system's place for temporary files, of throw-away clinics and of packs at work: made, held while in use, and removed.

A crash leaves a folder that nobody holds; `remove_stale` takes such folders away. It looks at folders of this account that
carry the lock made here, and at nothing else.
"""

import os
import shutil
import stat
import tempfile
import time
from pathlib import Path

from filelock import FileLock

from core.base.paths import Home

PREFIX = "mingdao-demo-"
YOUNG_S = 30.0
"""A folder that is made is not held yet for a moment: one as young as this is not taken for what a crash left."""
HELD = "in-use.lock"
"""Held by the process that uses the folder. The operating system lets go of it in a crash."""


class ThrowAway:
    """One new folder that only this account may read, held until it is closed. Raises OSError when none can be made."""

    def __init__(self, prefix: str = PREFIX) -> None:
        self.home = Home(Path(tempfile.mkdtemp(prefix=prefix)))
        self._lock = _lock_of(self.home.folder)
        self._lock.acquire(timeout=1)

    def close(self) -> None:
        """Remove the folder. What another program holds open stays for `remove_stale`; closing twice is closing once."""
        if self._lock.is_locked:
            _remove(self.home.folder, self._lock)


def remove_stale(prefix: str = PREFIX) -> None:
    """Remove the folders that nobody holds any more."""
    for folder in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
        if not _is_ours(folder):
            continue
        lock = _lock_of(folder)
        try:
            lock.acquire(timeout=0)
        except OSError:  # a Timeout is one too: somebody holds it
            continue
        _remove(folder, lock)


def _remove(folder: Path, lock: FileLock) -> None:
    """The lock goes last, and only with everything else: a folder without one is never looked at again."""
    for entry in folder.iterdir():
        if entry.name == HELD:
            continue
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry, ignore_errors=True)
        else:
            _unlink(entry)
    is_empty = all(entry.name == HELD for entry in folder.iterdir())
    lock.release()
    if is_empty:
        shutil.rmtree(folder, ignore_errors=True)


def _unlink(file: Path) -> None:
    try:
        file.unlink(missing_ok=True)
    except OSError:  # held open elsewhere
        return


def _is_ours(folder: Path) -> bool:
    """Whether it is a folder of this account, and not a way to somewhere else, that was made here a while ago."""
    try:
        found, held = folder.lstat(), (folder / HELD).lstat()
    except OSError:
        return False
    is_mine = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    is_young = abs(time.time() - held.st_mtime) < YOUNG_S
    return is_mine and not is_young and stat.S_ISDIR(found.st_mode) and stat.S_ISREG(held.st_mode)


def _lock_of(folder: Path) -> FileLock:
    return FileLock(folder / HELD, thread_local=False, mode=0o600)
