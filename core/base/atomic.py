"""Replace a small file as a whole: the old content or the new, never half of either, and the one before is kept.

Accepted cost: two fsyncs a write. Files written here are read by their owner only (0600).
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def previous_of(path: Path) -> Path:
    """Where the generation before the last write is kept."""
    return path.with_name(path.name + ".previous")


def write_atomically(path: Path, content: bytes, *, keeps_previous: bool = True) -> None:
    """Write beside, flush to the disk, keep the present file as `.previous`, then rename. Raises OSError."""
    with _beside(path, content) as new:
        if keeps_previous and path.exists():
            with _beside(previous_of(path), path.read_bytes()) as present:
                present.replace(previous_of(path))
        new.replace(path)
    sync_folder(path.parent)


@contextmanager
def _beside(path: Path, content: bytes) -> Iterator[Path]:
    """A flushed file beside `path`, to be given its name; gone afterwards when it was not."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        yield beside
    finally:
        beside.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make a rename in this folder survive a power cut. Windows has no such call and needs none."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
