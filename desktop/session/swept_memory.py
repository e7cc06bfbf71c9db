"""What was freed is overwritten after a lock, as far as the allocators let it.

Python and Qt leave what they free as it is until something else is written there, so a text that was shown would stand in memory for
hours. Every size of small block is taken, filled with zeros, until the free ones are used up, and given back. Not reached is what lies
between blocks that are in use, in other threads' pools of malloc, and in what the system has swapped out: how much remains is
measured (`python -m tests.bench --only lock`) and said in docs/architecture.md.
"""

import ctypes
import gc
import sys

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QPixmapCache

GRAIN = 16
"""Bytes from one size of block to the next, of Python's allocator and of malloc."""
PYTHON_SIZES = range(48, 512 + GRAIN, GRAIN)
MALLOC_SIZES = range(32, 1024 + GRAIN, GRAIN)
PYTHON_EACH = 2 << 20
"""Bytes of each size. Together 60 MB for a moment, in 0.2 s."""
MALLOC_EACH = 256 << 10


def sweep() -> None:
    """On the window's thread, where alone a widget may be collected."""
    QPixmapCache.clear()
    gc.collect()
    head = sys.getsizeof(b"")
    for size in PYTHON_SIZES:
        _ = [bytes(size - head) for _ in range(PYTHON_EACH // size)]
    for size in MALLOC_SIZES:
        _ = [QByteArray(size - 2 * GRAIN, 0) for _ in range(MALLOC_EACH // size)]
    if sys.platform.startswith("linux"):
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc has it, others do not
        if trim:
            trim(0)
