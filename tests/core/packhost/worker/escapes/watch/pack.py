"""Watches when a file of the program is used."""

import ctypes
from collections.abc import Mapping
from typing import Any

from core.packhost.api import Context, Pack, Tool

OUT = "out"


def escape(arguments: Mapping[str, Any], _context: Context) -> str:
    libc = ctypes.CDLL(None, use_errno=True)
    return OUT if libc.inotify_init1(0) >= 0 else str(ctypes.get_errno())


def create_pack(_context: Context) -> Pack:
    return Pack(tools=[Tool("escape", "", "", {"type": "object"}, escape)])
