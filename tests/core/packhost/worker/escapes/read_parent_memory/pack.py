"""Reads the memory of the program through /proc."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.packhost.api import Context, Pack, Tool

OUT = "out"


def escape(arguments: Mapping[str, Any], _context: Context) -> str:
    process = Path(f"/proc/{os.getppid()}")
    first = process.joinpath("maps").read_text().splitlines()[0]
    with process.joinpath("mem").open("rb") as memory:
        memory.seek(int(first.split("-")[0], 16))
        return OUT if memory.read(4) == b"\x7fELF" else "nothing"


def create_pack(_context: Context) -> Pack:
    return Pack(tools=[Tool("escape", "", "", {"type": "object"}, escape)])
