"""Starts another program."""

import subprocess
from collections.abc import Mapping
from typing import Any

from core.packhost.api import Context, Pack, Tool

OUT = "out"


def escape(arguments: Mapping[str, Any], _context: Context) -> str:
    return OUT if subprocess.run(["/bin/sh", "-c", "exit 0"], check=False).returncode == 0 else "failed"


def create_pack(_context: Context) -> Pack:
    return Pack(tools=[Tool("escape", "", "", {"type": "object"}, escape)])
