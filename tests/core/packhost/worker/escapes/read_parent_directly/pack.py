"""Reads the memory of the program by the kernel's call for it, at an address both know: this interpreter's own code."""

import ctypes
import os
from collections.abc import Mapping
from typing import Any

from core.packhost.api import Context, Pack, Tool

OUT = "out"


def escape(arguments: Mapping[str, Any], _context: Context) -> str:
    class Part(ctypes.Structure):
        _fields_ = (("base", ctypes.c_void_p), ("length", ctypes.c_size_t))

    buffer = ctypes.create_string_buffer(8)
    here = Part(ctypes.addressof(buffer), 8)
    there = Part(int(arguments["address"]), 8)
    libc = ctypes.CDLL(None, use_errno=True)
    read = libc.process_vm_readv(os.getppid(), ctypes.byref(here), 1, ctypes.byref(there), 1, 0)
    return OUT if buffer.raw.decode() == arguments["secret"] else f"{read} {ctypes.get_errno()}"


def create_pack(_context: Context) -> Pack:
    return Pack(tools=[Tool("escape", "", "", {"type": "object"}, escape)])
