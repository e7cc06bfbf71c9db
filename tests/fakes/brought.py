"""Files that are brought as an update, as a release has them: packed programs beside the list of their sums."""

import gzip
import io
import tarfile
from collections.abc import Callable
from pathlib import Path

from core.installation.contents import sha256_of
from core.installation.sums import SUMS, sums_text
from core.store.schema import REVISION
from tests.fakes.release import ReleaseKey, program_at

RUN = "mingdao-clinic_{}_linux-x86_64_glibc2.28.run"
DEB = "mingdao-clinic_{}_amd64_glibc2.28.deb"
SETUP = "mingdao-clinic_{}_windows-x86_64_setup.exe"

SCRIPT = b"#!/bin/sh\nexit 0\n" + "# 程序\n".encode()

Spoil = Callable[[tarfile.TarFile], None]


def run_at(
    folder: Path,
    version: str = "0.2.0",
    key: ReleaseKey | None = None,
    store: str = REVISION,
    spoil: Spoil | None = None,
) -> Path:
    """A `.run` of a small program, listed and signed."""
    program = program_at(folder / f"built-{version}", key, version, store)
    file = folder / RUN.format(version)
    file.write_bytes(SCRIPT + gzip.compress(_tar(program, "program", spoil)))
    seal_sums(folder, key)
    return file


def deb_at(folder: Path, version: str = "0.2.0", key: ReleaseKey | None = None) -> Path:
    """A `.deb`, as far as anybody here looks into one."""
    program = program_at(folder / f"built-{version}", key, version)
    packed = gzip.compress(_tar(program, f"./opt/mingdao-clinic/versions/{version}", None))
    parts = (("debian-binary", b"2.0\n"), ("control.tar.xz", b"odd"), ("data.tar.gz", packed))
    file = folder / DEB.format(version)
    file.write_bytes(b"!<arch>\n" + b"".join(_member(name, content) for name, content in parts))
    seal_sums(folder, key)
    return file


def setup_at(folder: Path, version: str = "0.2.0", key: ReleaseKey | None = None) -> Path:
    """A file called like the setup program for Windows."""
    file = folder / SETUP.format(version)
    file.write_bytes(b"MZ setup")
    seal_sums(folder, key)
    return file


def seal_sums(folder: Path, key: ReleaseKey | None = None) -> None:
    """List the files of a folder, and sign the list."""
    files = {one.name: sha256_of(one) for one in folder.iterdir() if one.name.startswith("mingdao-clinic_")}
    content = sums_text(files)
    (folder / SUMS).write_bytes(content)
    (folder / f"{SUMS}.sig").unlink(missing_ok=True)
    if key:
        (folder / f"{SUMS}.sig").write_bytes(key.sign(content))


def odd(name: str, kind: bytes = tarfile.REGTYPE, leads_to: str = "") -> Spoil:
    """An entry that no program has."""

    def spoil(tar: tarfile.TarFile) -> None:
        entry = tarfile.TarInfo(name)
        entry.type, entry.linkname = kind, leads_to
        entry.size = 1 if kind == tarfile.REGTYPE else 0
        tar.addfile(entry, io.BytesIO(b"x"))

    return spoil


def _tar(program: Path, name: str, spoil: Spoil | None) -> bytes:
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.GNU_FORMAT) as tar:
        if spoil:
            spoil(tar)
        tar.add(program, name)
        tar.addfile(tarfile.TarInfo("share/applications/x.desktop"))
    return content.getvalue()


def _member(name: str, content: bytes) -> bytes:
    head = f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(content):<10}`\n".encode()
    return head + content + b"\n" * (len(content) % 2)
