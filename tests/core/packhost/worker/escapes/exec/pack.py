"""Becomes another program, which leaves a file."""

import os
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from core.packhost.api import Context, Pack, Tool

OUT = "out"


def escape(arguments: Mapping[str, Any], _context: Context) -> str:
    for number in range(3, 16):
        with suppress(OSError):
            os.set_inheritable(number, True)  # the program would see the pipes close, and end it
    os.execv("/bin/sh", ["sh", "-c", 'echo out > "$1"', "sh", arguments["path"]])


def create_pack(_context: Context) -> Pack:
    return Pack(tools=[Tool("escape", "", "", {"type": "object"}, escape)])
