"""Which files a worker sees: Python's own, the pack's, and an empty folder to write in. Nothing of a person's, nothing of ours."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

ZONES = Path("/usr/share/zoneinfo")
MAPPED = Path("/proc/self/maps")


@dataclass(frozen=True, slots=True)
class View:
    """`libraries` and `pack` may be read, `own` used freely."""

    libraries: tuple[Path, ...]
    pack: Path
    own: Path

    @property
    def writable(self) -> tuple[Path, ...]:
        """The folder, and what swallows everything."""
        return (self.own, Path(os.devnull))

    @property
    def readable(self) -> tuple[Path, ...]:
        return (*self.libraries, self.pack)


def view_of(pack: Path, own: Path) -> View:
    """The view of this process for a pack."""
    return View((*_python(), *_loaded(), ZONES), pack, own)


def _python() -> tuple[Path, ...]:
    """The standard library; in a frozen program the folder with everything it brings."""
    if getattr(sys, "frozen", False):
        return (Path(sys.executable), Path(str(sys._MEIPASS)))  # type: ignore[attr-defined]  # noqa: SLF001
    return (Path(os.__file__).parent,)


def _loaded() -> tuple[Path, ...]:
    """The folders of the shared libraries that are loaded: the system's loader looks there for what a module needs."""
    if not MAPPED.exists():
        return ()
    lines = MAPPED.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    files = (Path(line[line.index("/") :]) for line in lines if "/" in line)
    return tuple(sorted({file.parent for file in files if ".so" in file.name}))
