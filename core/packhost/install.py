"""Putting a pack from an archive among the clinic's own, as a whole or not at all. Nothing of it runs, and nobody trusts it for that.

The new one is complete and verified under a hidden name before it takes the place; the one that was there waits beside until then, and a
crash in between leaves it there for `settle` to put back.
"""

import os
import secrets
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from core.base.atomic import sync_folder
from core.base.errors import Refused
from core.base.paths import Home
from core.forms.problems import refuse_if_any
from core.packhost.archives import read_archive
from core.packhost.contributed import Contributed, glance, read_pack
from core.packhost.files import PackFiles
from core.packhost.manifest import Manifest
from core.packhost.tiers import REMOTE, problems_here, protected_names

BEFORE = ".before-"
"""How the folder is called that had the place, until the new one has it."""

NEW = ".new-"


@dataclass(frozen=True)
class Installed:
    """A pack that lies in its place. `replaced` is the version that was there, "" when there was none; `code` its files of Python."""

    folder: Path
    manifest: Manifest
    replaced: str
    code: tuple[str, ...]


@dataclass(frozen=True)
class Unpacked:
    """A pack out of its archive and in order, not yet in its place."""

    folder: Path
    manifest: Manifest
    contributed: Contributed
    code: tuple[str, ...]


def refuse_remote_source(source: str) -> None:
    """Raises `Refused` pack_source_remote for what would have to be fetched."""
    if source.casefold().startswith(REMOTE):
        raise Refused("pack_source_remote", source=source)


def install(home: Home, archive: Path, sha256: str, *, builtin: Path) -> Installed:
    """Install a pack from an archive whose hash somebody vouches for. `builtin` is where the packs that ship lie.

    Raises as `read_archive`; `UserError` pack_invalid with every problem; OSError. Then all is as it was.
    """
    with _unpacked(home, archive, sha256, builtin) as one:
        folder = home.packs / one.manifest.name
        replaced = _put(one.folder, folder)
    return Installed(folder, one.manifest, replaced, one.code)


def look_into(home: Home, archive: Path, sha256: str, *, builtin: Path) -> Unpacked:
    """What `install` would put in its place. Afterwards all is as it was. Raises as `install`."""
    with _unpacked(home, archive, sha256, builtin) as one:
        return one


@contextmanager
def _unpacked(home: Home, archive: Path, sha256: str, builtin: Path) -> Iterator[Unpacked]:
    """A pack that was found in order, under a hidden name, which goes afterwards. Raises as `install`."""
    files = read_archive(archive, sha256)
    home.packs.mkdir(parents=True, exist_ok=True, mode=0o700)
    settle(home)
    new = home.packs / f"{NEW}{secrets.token_hex(8)}"
    try:
        _write(new, files)
        manifest, contributed = read_pack(PackFiles(new))
        beyond = list(problems_here(manifest, home, protected_names(builtin)))
        refuse_if_any("pack_invalid", beyond, pack=manifest.name)
        yield Unpacked(
            new, manifest, contributed, tuple(sorted(name for name in files if name.endswith(".py")))
        )
    finally:
        shutil.rmtree(new, ignore_errors=True)


def settle(home: Home) -> None:
    """After a crash: a pack that waits beside gets its place back, unless the new one has it. What was never finished goes. Raises OSError."""
    if not home.packs.is_dir():
        return
    for before in sorted(home.packs.glob(f"{BEFORE}*")):
        folder = home.packs / before.name.removeprefix(BEFORE)
        if folder.exists():
            shutil.rmtree(before, ignore_errors=True)
        else:
            before.rename(folder)
            sync_folder(home.packs)
    for left in home.packs.glob(f"{NEW}*"):
        shutil.rmtree(left, ignore_errors=True)


def _put(new: Path, folder: Path) -> str:
    """Give the new folder its name; the version that had it."""
    before = folder.with_name(f"{BEFORE}{folder.name}")
    replaced = ""
    if folder.is_symlink() or folder.exists():
        _, manifest = glance(PackFiles(folder))
        replaced = manifest.version if manifest else "?"
        folder.rename(before)
    try:
        new.rename(folder)
    except OSError:
        with suppress(OSError):
            before.rename(folder)
        raise
    sync_folder(folder.parent)
    if before.is_symlink():
        before.unlink()
    shutil.rmtree(before, ignore_errors=True)
    return replaced


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    folder.mkdir(mode=0o700)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    for inside in sorted({path.parent for path in folder.rglob("*")} | {folder}):
        sync_folder(inside)
