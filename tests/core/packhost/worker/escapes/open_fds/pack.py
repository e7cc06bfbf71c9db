"""Reads what the program left open."""

import os
from collections.abc import Mapping
from typing import Any

from core.packhost.api import Context, Pack, Tool

OUT = "out"


def escape(arguments: Mapping[str, Any], _context: Context) -> str:
    for number in range(3, 1024):
        try:
            if os.pread(number, 6, 0) == b"secret":
                return OUT
        except OSError:
            continue
    return "none"


def create_pack(_context: Context) -> Pack:
    return Pack(tools=[Tool("escape", "", "", {"type": "object"}, escape)])
