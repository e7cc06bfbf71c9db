"""Writes files that fill the disk, each a small one, and waits for nobody to notice."""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.packhost.api import Context, Pack, Tool

OUT = "out"


def escape(arguments: Mapping[str, Any], _context: Context) -> str:
    for number in range(int(arguments["count"])):
        Path(f"file-{number}").write_bytes(b"x" * 1024 * 1024)
    time.sleep(1.2)
    return OUT


def create_pack(_context: Context) -> Pack:
    return Pack(tools=[Tool("escape", "", "", {"type": "object"}, escape)])
