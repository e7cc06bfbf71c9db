"""Whoever reads what a program writes may go before it ends."""

import errno
import os
import sys
from collections.abc import Callable

from core.base.space import FULL

UNWRITTEN = {errno.EPIPE, errno.EINVAL, errno.EIO, *FULL}
"""What a stream says that takes nothing more; of a pipe that nobody reads, Windows says EINVAL."""


def while_read(work: Callable[[], int]) -> int:
    """Run a program; returns its exit code. 1, without a word, where its output cannot be written: as in `… | head`, or on a full disk."""
    try:
        code = work()
        sys.stdout.flush()
    except OSError as error:
        # A stream has no name; a file that cannot be written is another trouble.
        if error.errno not in UNWRITTEN or error.filename is not None:
            raise
        # What is left of it must not fail again when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code
