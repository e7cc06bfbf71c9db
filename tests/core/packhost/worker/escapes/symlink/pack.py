"""Reaches a file through a link in its own folder."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.packhost.api import Context, Pack, Tool

OUT = "out"


def escape(arguments: Mapping[str, Any], _context: Context) -> str:
    Path("link").symlink_to(arguments["path"])
    return OUT if Path("link").read_bytes() else "empty"


def create_pack(_context: Context) -> Pack:
    return Pack(tools=[Tool("escape", "", "", {"type": "object"}, escape)])
