"""Overwriting a secret where it stands, in an object Python itself would leave in freed memory until something else is written there.

Strings and bytes cannot be changed, so this goes past the language, on CPython only; elsewhere nothing happens. To be used on an
object made here and known to nobody else: whoever still refers to it sees zeros.
"""

import ctypes
import sys

_BYTES_HEAD = bytes.__basicsize__ - 1
"""Where the bytes begin in the object; one more stands behind them."""


def wipe(secret: bytes | str) -> None:
    """Overwrite it with zeros. Raises ValueError for a text that is not ASCII, whose place differs."""
    if isinstance(secret, str):
        if not secret.isascii():
            raise ValueError("Only ASCII")
        head = sys.getsizeof(secret) - len(secret) - 1
    else:
        head = _BYTES_HEAD
    # Empty and one-character ones are shared by the whole process.
    if sys.implementation.name == "cpython" and len(secret) > 1:
        ctypes.memset(id(secret) + head, 0, len(secret))
