"""Has the kernel send a signal to the program when something is written."""

import fcntl
import os
from collections.abc import Mapping
from typing import Any

from core.packhost.api import Context, Pack, Tool

OUT = "out"


def escape(arguments: Mapping[str, Any], _context: Context) -> str:
    one, _other = os.pipe()
    fcntl.fcntl(one, fcntl.F_SETOWN, os.getppid())
    return OUT


def create_pack(_context: Context) -> Pack:
    return Pack(tools=[Tool("escape", "", "", {"type": "object"}, escape)])
