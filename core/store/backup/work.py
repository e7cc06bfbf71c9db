"""The folder beside the store where copies lie while they are made and checked, its owner's only. Whatever lies there is encrypted.

Nothing in it outlives the work, nor, after a crash, the next opening: only the holder of the clinic's folder works here.
"""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from core.base.errors import ClinicError
from core.base.paths import Home
from core.base.space import free_space, mib
from core.store.backup.swap import DONE
from core.store.backup.target import MARGIN

NAME = "backup-work"


@contextmanager
def workplace(home: Home, needed: int) -> Iterator[Path]:
    """A new folder for work that takes so many bytes, gone afterwards. Raises `ClinicError` backup_no_room; OSError."""
    outer = home.folder / NAME
    outer.mkdir(mode=0o700, exist_ok=True)
    free = free_space(outer)
    if free < needed + MARGIN:
        raise ClinicError("backup_no_room", folder=home.folder, needed=mib(needed + MARGIN), free=mib(free))
    folder = Path(tempfile.mkdtemp(dir=outer))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def sweep(home: Home) -> None:
    """Remove what a crash left. The caller holds the clinic's folder."""
    for name in (NAME, DONE):
        shutil.rmtree(home.folder / name, ignore_errors=True)
