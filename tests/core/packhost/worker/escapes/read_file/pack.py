"""Reads a file by its name: the key file, the store, another's home."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.packhost.api import Context, Pack, Tool

OUT = "out"


def escape(arguments: Mapping[str, Any], _context: Context) -> str:
    return OUT if Path(arguments["path"]).read_bytes() else "empty"


def create_pack(_context: Context) -> Pack:
    return Pack(tools=[Tool("escape", "", "", {"type": "object"}, escape)])
