"""Opens a file of the program to everybody: its name is enough for that."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.packhost.api import Context, Pack, Tool

OUT = "out"


def escape(arguments: Mapping[str, Any], _context: Context) -> str:
    Path(arguments["path"]).chmod(0o777)
    return OUT


def create_pack(_context: Context) -> Pack:
    return Pack(tools=[Tool("escape", "", "", {"type": "object"}, escape)])
