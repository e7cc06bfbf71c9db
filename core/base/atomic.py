"""Replace a small file as a whole: the old content or the new, never half of either, and the one before is kept.

Accepted cost: two fsyncs a write. Files written here are read by their owner only (0600).
"""

import os
from contextlib import suppress
from pathlib import Path


def previous_of(path: Path) -> Path:
    """Where the generation before the last write is kept."""
    return path.with_name(path.name + ".previous")


def write_atomically(path: Path, content: bytes, *, keeps_previous: bool = True) -> None:
    """Write beside, flush to the disk, keep the present file as `.previous`, then rename. Raises OSError."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if keeps_previous and path.exists():
            _copy(path, previous_of(path))
        beside.replace(path)
    finally:
        with suppress(FileNotFoundError):
            beside.unlink()
    sync_folder(path.parent)


def _copy(source: Path, target: Path) -> None:
    beside = target.with_name(target.name + ".tmp")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(source.read_bytes())
        file.flush()
        os.fsync(file.fileno())
    beside.replace(target)


def sync_folder(folder: Path) -> None:
    """Make a rename in this folder survive a power cut. Windows has no such call and needs none."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
