"""Leaves something where every program can find it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.packhost.api import Context, Pack, Tool

OUT = "out"


def escape(arguments: Mapping[str, Any], _context: Context) -> str:
    place = Path("/dev/shm/mingdao-escape")
    place.write_text("patient")
    place.unlink()
    return OUT


def create_pack(_context: Context) -> Pack:
    return Pack(tools=[Tool("escape", "", "", {"type": "object"}, escape)])
