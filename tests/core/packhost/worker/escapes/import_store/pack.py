"""Imports the store, from where it lies."""

import importlib
import sys
from collections.abc import Mapping
from typing import Any

from core.packhost.api import Context, Pack, Tool

OUT = "out"


def escape(arguments: Mapping[str, Any], _context: Context) -> str:
    sys.path.append(arguments["root"])
    import core

    core.__path__ = [arguments["root"] + "/core"]
    importlib.invalidate_caches()
    importlib.import_module("core.store")
    return OUT


def create_pack(_context: Context) -> Pack:
    return Pack(tools=[Tool("escape", "", "", {"type": "object"}, escape)])
