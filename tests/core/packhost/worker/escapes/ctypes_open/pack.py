"""Opens a file past Python."""

import ctypes
from collections.abc import Mapping
from typing import Any

from core.packhost.api import Context, Pack, Tool

OUT = "out"


def escape(arguments: Mapping[str, Any], _context: Context) -> str:
    libc = ctypes.CDLL(None, use_errno=True)
    return OUT if libc.open(arguments["path"].encode(), 0) >= 0 else str(ctypes.get_errno())


def create_pack(_context: Context) -> Pack:
    return Pack(tools=[Tool("escape", "", "", {"type": "object"}, escape)])
