"""Takes memory that counts as no process's: a file in memory, and a segment that outlives it."""

import ctypes
from collections.abc import Mapping
from typing import Any

from core.packhost.api import Context, Pack, Tool

OUT = "out"


def escape(arguments: Mapping[str, Any], _context: Context) -> str:
    libc = ctypes.CDLL(None, use_errno=True)
    made = getattr(libc, arguments["call"])
    got = made(b"x", 0) if arguments["call"] == "memfd_create" else made(0, 4096, 0o1600)
    if got < 0:
        return str(ctypes.get_errno())
    if arguments["call"] == "shmget":
        libc.shmctl(got, 0, None)
    return OUT


def create_pack(_context: Context) -> Pack:
    return Pack(tools=[Tool("escape", "", "", {"type": "object"}, escape)])
