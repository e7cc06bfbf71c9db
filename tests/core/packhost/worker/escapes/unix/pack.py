"""Connects to a socket that is a file, as the keyring's and the display's are."""

import socket
from collections.abc import Mapping
from typing import Any

from core.packhost.api import Context, Pack, Tool

OUT = "out"


def escape(arguments: Mapping[str, Any], _context: Context) -> str:
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(arguments["path"])
    return OUT


def create_pack(_context: Context) -> Pack:
    return Pack(tools=[Tool("escape", "", "", {"type": "object"}, escape)])
