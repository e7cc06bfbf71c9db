"""Writes a file that fills the disk."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.packhost.api import Context, Pack, Tool

OUT = "out"


def escape(arguments: Mapping[str, Any], _context: Context) -> str:
    with Path("large").open("wb") as file:
        file.writelines(bytes(1024 * 1024) for _ in range(int(arguments["mib"])))
    return OUT


def create_pack(_context: Context) -> Pack:
    return Pack(tools=[Tool("escape", "", "", {"type": "object"}, escape)])
