"""A small file read as what it should be: plain. A pipe under its name would have the reader wait for ever."""

import errno
import os
import stat
from pathlib import Path


def read_plain(file: Path, most: int) -> bytes:
    """At most so many bytes of a file. Raises OSError, also for what is no plain file."""
    handle = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as opened:
        mode = os.fstat(handle).st_mode
        if not stat.S_ISREG(mode):
            number = errno.EISDIR if stat.S_ISDIR(mode) else errno.ENOTSUP
            raise OSError(number, "no plain file", str(file))
        return opened.read(most)
