"""A folder to be packed: copied beside, with the modes and the one time that everything in it is given."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from installer import parts

FOLDER, FILE, PROGRAM = 0o755, 0o644, 0o755


@contextmanager
def workshop() -> Iterator[Path]:
    """A folder that is gone afterwards, on the disk of the tree: what is laid out there is large."""
    place = parts.ROOT / "build" / "installer"
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place) as folder:
        yield Path(folder)


def copied(folder: Path, to: Path) -> None:
    """Copy a folder with its links as links."""
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(folder, to, symlinks=True)


def settle(folder: Path, epoch: int) -> None:
    """Modes that do not follow the umask of whoever built it, and one time, so that two builds of one folder are alike."""
    for entry in [*folder.rglob("*"), folder]:
        if not entry.is_symlink():
            runs = entry.is_dir() or entry.stat().st_mode & 0o100
            entry.chmod((FOLDER if entry.is_dir() else PROGRAM) if runs else FILE)
        os.utime(entry, (epoch, epoch), follow_symlinks=False)


def kilobytes(folder: Path) -> int:
    """What it takes on a disk with blocks of 4 KiB."""
    return sum(4 * -(-entry.lstat().st_size // 4096) for entry in folder.rglob("*") if not entry.is_symlink())
