"""Whether a folder is a place for a clinic's data. A network drive is refused before anything is written; a folder that a program
copies to a server and back is warned of.

On a network the locks and the write-ahead log of the store do not hold: two machines would write over each other. A sync program
carries single files of an open store away at different moments, and renames what it finds changed on both sides. What the
operating system does not tell is taken for a local disk: a false alarm would keep a physician from the records.
"""

import os
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib import resources
from pathlib import Path, PurePath
from typing import Any

from core.base.errors import UserError

MOUNTS = Path("/proc/self/mountinfo")
REMOTE_DRIVE = 4
"""DRIVE_REMOTE of the Windows API."""


@dataclass(frozen=True, slots=True)
class Mount:
    """A mounted file system: where, and of which kind."""

    point: str
    kind: str


def refuse_remote(folder: Path) -> None:
    """Raises `UserError` folder_remote for a folder on a network drive, also for one that is still to be made."""
    kind = _remote_kind(_real(folder))
    if kind:
        raise UserError("folder_remote", folder=folder, kind=kind)


def lies_within(folder: Path, outer: Path) -> bool:
    """Whether a folder is another one or lies in it, wherever links lead and however its name is written; also one still to be made."""
    real = _real(folder)
    return any(is_same(place, outer) for place in (real, *real.parents))


def is_same(one: Path, other: Path) -> bool:
    """Whether two paths lead to one place."""
    if _real(one) == _real(other):
        return True
    try:
        return one.samefile(other)
    except OSError:
        return False


def synced_by(folder: Path, environ: Mapping[str, str] = os.environ) -> str | None:
    """The service that carries this folder to a server and back, None when none is known. Links and junctions are followed."""
    real = _real(folder)
    above = (real, *real.parents)
    for one in _places()["synced"]:
        roots = [Path(environ[name]) for name in one.get("variables", ()) if environ.get(name)]
        if (
            any(_is_named(part, one["folders"]) for part in real.parts)
            or any(root in above for root in map(_real, roots))
            or any((place / mark).exists() for mark in one.get("marks", ()) for place in above)
        ):
            return str(one["service"])
    return None


def mounts(mountinfo: str) -> Iterator[Mount]:
    """The file systems that are mounted, in their order, by the text of /proc/self/mountinfo."""
    for line in mountinfo.splitlines():
        before, separator, after = line.partition(" - ")
        _, _, _, _, point, *_ = *before.split(" "), *[""] * 5
        if separator and point:
            yield Mount(
                re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), point), after.split(" ")[0]
            )


def mount_of(mountinfo: str, folder: PurePath) -> Mount | None:
    """The file system a folder lies on: the longest mount point above it, the last of equals."""
    above = [one for one in mounts(mountinfo) if folder.is_relative_to(one.point)]
    return max(reversed(above), key=lambda one: len(PurePath(one.point).parts), default=None)


def is_remote(mount: Mount) -> bool:
    """Whether a store must not lie there."""
    refused = _places()["refused"]
    kind = mount.kind.partition(".")[0].casefold()
    whole = mount.kind.partition(".")[2].casefold()
    if kind in refused["network"] or whole in refused["network"]:
        return True
    return kind in refused["handed_through"] and mount.point != "/"


def is_unc(path: str) -> bool:
    r"""Whether a Windows path names another machine: `\\server\share`, also in its long form; `\\?\C:\` is a disk of this one."""
    text = path.replace("/", "\\")
    if text.startswith(("\\\\?\\", "\\\\.\\")):
        return text[4:8].upper() == "UNC\\"
    return text.startswith("\\\\")


def _remote_kind(real: Path) -> str | None:
    """The kind of network drive the folder lies on, None for a disk of this machine."""
    if sys.platform == "win32":
        return _remote_on_windows(real)
    if sys.platform == "darwin":
        return _remote_on_macos(real)
    try:
        mount = mount_of(MOUNTS.read_text(encoding="utf-8", errors="surrogateescape"), real)
    except OSError:
        return None
    return mount.kind if mount and is_remote(mount) else None


def _remote_on_windows(real: Path) -> str | None:
    import ctypes

    if is_unc(str(real)):
        return "UNC"
    windll = getattr(ctypes, "windll", None)
    is_drive = windll is not None and windll.kernel32.GetDriveTypeW(real.anchor) == REMOTE_DRIVE
    return "SMB" if is_drive else None


def _remote_on_macos(real: Path) -> str | None:
    """By statfs: the flag of a local volume, and the name of the file system (sys/mount.h, 64-bit layout)."""
    import ctypes

    libc = ctypes.CDLL(None)
    ask = getattr(libc, "statfs$INODE64", None) or libc.statfs
    told = ctypes.create_string_buffer(4096)
    if ask(os.fsencode(_existing(real)), told) != 0:
        return None
    is_local = int.from_bytes(told.raw[64:68], sys.byteorder) & 0x1000
    return None if is_local else told.raw[72:88].split(b"\0")[0].decode("ascii", "replace")


def _is_named(part: str, patterns: list[str]) -> bool:
    return any(fnmatchcase(part.casefold(), pattern.casefold()) for pattern in patterns)


def _real(folder: Path) -> Path:
    """Where a path leads, as far as it exists."""
    try:
        return folder.resolve()
    except (OSError, RuntimeError):
        return folder.absolute()


def _existing(folder: Path) -> Path:
    """The folder, or the nearest above it that is there."""
    return next((place for place in (folder, *folder.parents) if place.exists()), folder)


@cache
def _places() -> dict[str, Any]:
    return tomllib.loads((resources.files("resources") / "places.toml").read_text(encoding="utf-8"))
