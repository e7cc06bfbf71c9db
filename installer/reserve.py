"""Runs before the frozen program: where the system lacks one of a desktop's libraries, ours is loaded in its place.

The system's own comes first, because it fits the display driver, which may be written in C++. Once a library of a name is loaded, Qt is given that one.
"""

import ctypes
import sys
from collections.abc import Iterable
from pathlib import Path

EVERY_PROGRAM = ("libgcc_s.so.1", "libstdc++.so.6")
"""The command line needs these and none that draws."""


def load_reserve(folder: Path, names: Iterable[str]) -> None:
    """Load what is missing. Each needs only those before it or what the program carries anyway."""
    waiting = [folder / name for name in sorted(names)]
    while waiting:
        left = [file for file in waiting if not (_loads(file.name) or _loads(str(file)))]
        if len(left) == len(waiting):
            return  # Qt will say which
        waiting = left


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library, mode=ctypes.RTLD_GLOBAL)
    except OSError:
        return False
    return True


if (program := Path(sys.executable)).name.startswith("mingdao"):
    reserve = program.parent / "_internal" / "reserve"
    load_reserve(
        reserve, EVERY_PROGRAM if program.name == "mingdao" else (file.name for file in reserve.glob("*.so*"))
    )
