"""Connects to a port of this machine."""

import socket
from collections.abc import Mapping
from typing import Any

from core.packhost.api import Context, Pack, Tool

OUT = "out"


def escape(arguments: Mapping[str, Any], _context: Context) -> str:
    with socket.create_connection(("127.0.0.1", int(arguments["port"])), timeout=2) as line:
        return OUT if line.recv(3) == b"hey" else "silence"


def create_pack(_context: Context) -> Pack:
    return Pack(tools=[Tool("escape", "", "", {"type": "object"}, escape)])
