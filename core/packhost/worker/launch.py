"""How a worker is started: this Python again, or in a frozen build the program itself, with nothing of its surroundings."""

import os
import sys
from pathlib import Path

import core

ROOT = Path(core.__file__).parents[1]
"""Where this program's own modules lie."""

FLAG = "--pack-worker"
"""The first argument that makes the frozen program a worker."""

BOOT = "import sys; sys.path.append(sys.argv[1]); from core.packhost.worker.child import main; main()"
"""Ours is found where this process found it; of other people's libraries nothing is."""


def is_worker(arguments: list[str]) -> bool:
    """Whether a frozen program was started to be a worker."""
    return arguments[1:2] == [FLAG]


def command() -> list[str]:
    """What starts a worker. No settings of Python from outside, no site-packages, no files of bytecode left behind."""
    if getattr(sys, "frozen", False):
        return [sys.executable, FLAG]
    return [sys.executable, "-I", "-S", "-B", "-X", "utf8", "-c", BOOT, str(ROOT)]


def environment(folder: Path) -> dict[str, str]:
    """All a worker is told by variables: `folder` is its own."""
    own = {"HOME": str(folder), "TMPDIR": str(folder), "LANG": "C.UTF-8"}
    if os.name == "nt":
        # Windows starts no program without these.
        own |= {"TEMP": str(folder), "TMP": str(folder), "SYSTEMROOT": os.environ["SYSTEMROOT"]}
    return own
