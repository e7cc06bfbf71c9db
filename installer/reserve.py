"""Runs before the frozen program: where the system lacks one of a desktop's libraries, ours is loaded in its place.

The system's own comes first, because it fits the display driver. Once a library of a name is loaded, Qt is given that one.
"""

import ctypes
import sys
from pathlib import Path


def load_reserve(folder: Path) -> None:
    """Load what is missing. Each needs only those before it or what the program carries anyway."""
    waiting = sorted(folder.glob("*.so*"))
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


if Path(sys.executable).name == "mingdao-clinic":
    load_reserve(Path(sys.executable).parent / "_internal" / "reserve")
