"""Makes processes that make processes, twice and twice again."""

import os
from collections.abc import Mapping
from typing import Any

from core.packhost.api import Context, Pack, Tool

OUT = "out"


def escape(arguments: Mapping[str, Any], _context: Context) -> str:
    for _ in range(2):
        if os.fork() == 0:
            for _ in range(2):
                os.fork()
            os._exit(0)
    return OUT


def create_pack(_context: Context) -> Pack:
    return Pack(tools=[Tool("escape", "", "", {"type": "object"}, escape)])
