"""Keeping the memory of this process from other programs of the same account."""

import ctypes
import sys

PR_SET_DUMPABLE = 4


def be_unreadable() -> None:
    """Nobody reads the memory or attaches to the process any more, but the administrator (Linux). Elsewhere nothing happens."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
