"""Packs for tests: a folder with a manifest that is in order, but for what is changed in it, and its files; and archives of one."""

import hashlib
import io
import json
import tarfile
import zipfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from core.base.paths import Home
from core.packhost.trust import Trust, fingerprint

MANIFEST: Mapping[str, object] = {
    "apiVersion": 1,
    "name": "demo",
    "version": "0.1.0",
    "engines": {"mingdao": ">=0.5 <0.7"},
    "contributes": {"tools": True},
}
"""M0 of the shared kernel cases, by another name."""

CODE = "from core.packhost.api import Pack\n\n\ndef create_pack(context):\n    return Pack()\n"


def pack_at(folder: Path, files: Mapping[str, str | bytes] | None = None, **changes: object) -> Path:
    """A pack in a folder; `files` come beside or instead of its code."""
    for name, content in files_of(files, **changes).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


def files_of(files: Mapping[str, str | bytes] | None = None, **changes: object) -> dict[str, bytes]:
    """The files of a pack by name."""
    manifest = json.dumps({**MANIFEST, **changes}, ensure_ascii=False)
    every = {"pack.json": manifest, "pack.py": CODE, **(files or {})}
    return {name: text.encode() if isinstance(text, str) else text for name, text in every.items()}


def trusted(home: Home, folder: Path) -> Path:
    """The folder, which an admin trusts as it is now."""
    Trust(home).give(folder, fingerprint(folder), datetime(2026, 11, 30, tzinfo=UTC))
    return folder


def zipped(path: Path, files: Mapping[str, bytes]) -> tuple[Path, str]:
    """A zip of files, and its hash."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path, sha256(path)


def tarred(path: Path, files: Mapping[str, bytes]) -> tuple[Path, str]:
    """A tar.gz of files, and its hash."""
    with tarfile.open(path, "w:gz") as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return path, sha256(path)


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
