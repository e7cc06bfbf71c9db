"""Makes a call by its number, past the C library. Refused for lack of the right: 1 (EPERM) or 38 (ENOSYS)."""

import ctypes
from collections.abc import Mapping
from typing import Any

from core.packhost.api import Context, Pack, Tool

OUT = "out"


def escape(arguments: Mapping[str, Any], _context: Context) -> str:
    libc = ctypes.CDLL(None, use_errno=True)
    done = libc.syscall(int(arguments["number"]), 0, 0, 0, 0, 0, 0)
    error = ctypes.get_errno()
    return str(error) if done < 0 and error in (1, 38) else OUT


def create_pack(_context: Context) -> Pack:
    return Pack(tools=[Tool("escape", "", "", {"type": "object"}, escape)])
