"""Prints without end, give or take."""

import sys
from collections.abc import Mapping
from typing import Any

from core.packhost.api import Context, Pack, Tool

OUT = "out"


def escape(arguments: Mapping[str, Any], _context: Context) -> str:
    for _ in range(64):
        sys.stdout.write("x" * 65_536)
        sys.stdout.flush()
    return OUT


def create_pack(_context: Context) -> Pack:
    return Pack(tools=[Tool("escape", "", "", {"type": "object"}, escape)])
