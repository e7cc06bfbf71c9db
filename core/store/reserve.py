"""Space held back for a full disk. On one that is full even a deletion fails, as the write-ahead log has to grow for it.

A file beside the store keeps the space; it is let go when a write finds the disk full, so that drafts can still be saved and
things deleted, and made again as soon as there is room.
"""

import os
from contextlib import suppress
from pathlib import Path

from core.base.atomic import sync_folder
from core.base.space import MIB, free_space

SIZE = 16 * MIB


class Reserve:
    """The file of one clinic."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @property
    def is_there(self) -> bool:
        """Whether the space is held back."""
        try:
            return self._file.stat().st_size >= SIZE
        except OSError:
            return False

    def make(self) -> bool:
        """Hold the space back, where there is twice as much left beside it. The result says whether it is there now."""
        if self.is_there:
            return True
        with suppress(OSError):
            if free_space(self._file.parent) >= 3 * SIZE:
                self._write()
        return self.is_there

    def let_go(self) -> bool:
        """Give the space back; whether there was any."""
        try:
            self._file.unlink()
        except OSError:
            return False
        return True

    def _write(self) -> None:
        """Blocks of the disk, not a hole that only looks like space."""
        handle = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(handle, 0, SIZE)
            else:
                for _ in range(SIZE // MIB):
                    os.write(handle, bytes(MIB))
            os.fsync(handle)
        except OSError:
            self.let_go()
            raise
        finally:
            os.close(handle)
        sync_folder(self._file.parent)
