"""Changes when a file seems to have been written."""

import os
from collections.abc import Mapping
from typing import Any

from core.packhost.api import Context, Pack, Tool

OUT = "out"


def escape(arguments: Mapping[str, Any], _context: Context) -> str:
    os.utime(arguments["path"], (0, 0))
    return OUT


def create_pack(_context: Context) -> Pack:
    return Pack(tools=[Tool("escape", "", "", {"type": "object"}, escape)])
