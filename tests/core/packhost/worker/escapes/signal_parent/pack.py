"""Sends the program a signal, one that does nothing."""

import os
from collections.abc import Mapping
from typing import Any

from core.packhost.api import Context, Pack, Tool

OUT = "out"


def escape(arguments: Mapping[str, Any], _context: Context) -> str:
    os.kill(os.getppid(), 0)
    return OUT


def create_pack(_context: Context) -> Pack:
    return Pack(tools=[Tool("escape", "", "", {"type": "object"}, escape)])
