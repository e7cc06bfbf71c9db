"""The file of a backup: a line that says what it is and how long the header is, the header, its digest and seal, then the encrypted copy.

A file is written under another name, flushed, renamed, and read back from the medium: a stick may say that it has what it has not.
"""

import errno
import hashlib
import hmac
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from pydantic import ValidationError

from core.base.atomic import sync_folder
from core.base.errors import ClinicError, Damaged
from core.base.space import FULL
from core.base.system_words import reason_of
from core.store.backup.header import FORMAT, Header, digest_of, seal_of

SUFFIX = ".mdbk"
UNFINISHED = ".unfinished"
"""Added to the name while it is written: what carries it was given up."""

_MAGIC = b"mingdao-backup "
_LONGEST_LINE = 64
_LONGEST_HEADER = 4 * 1024 * 1024
_CHUNK = 1024 * 1024

Told = Callable[[int, int], None]
"""Hears how much of how much is done. What it raises ends the work."""


@dataclass(frozen=True, slots=True)
class BackupFile:
    """A backup whose header is whole. `digest` tells it from every other; `starts` is where the copy begins."""

    path: Path
    header: Header
    digest: str
    starts: int
    _raw: bytes
    _seal: str

    @classmethod
    def read(cls, path: Path) -> "BackupFile":
        """Read the header; the copy is not looked at but for its length.

        Raises `Damaged` backup_missing, backup_not_one, backup_newer, backup_header_damaged, backup_cut; OSError.
        """
        try:
            with path.open("rb") as file:
                return cls._read(path, file)
        except (FileNotFoundError, IsADirectoryError) as error:
            raise Damaged("backup_missing", file=path) from error

    @classmethod
    def _read(cls, path: Path, file: BinaryIO) -> "BackupFile":
        form, length = _first_line(path, file.readline(_LONGEST_LINE))
        if form > FORMAT:
            raise Damaged("backup_newer", file=path, found=form, known=FORMAT)
        raw, trailer = file.read(length + 1)[:-1], file.readline(256).split()
        if len(trailer) != 2 or not hmac.compare_digest(trailer[0], digest_of(raw).encode()):  # noqa: PLR2004 - digest and seal
            raise Damaged("backup_header_damaged", file=path)
        try:
            header = Header.model_validate_json(raw)
            seal = trailer[1].decode("ascii")
        except (ValidationError, UnicodeDecodeError) as error:
            raise Damaged("backup_header_damaged", file=path) from error
        starts = file.tell()
        if os.fstat(file.fileno()).st_size != starts + header.body.size:
            raise Damaged("backup_cut", file=path)
        return cls(path, header, digest_of(raw), starts, raw, seal)

    @property
    def size(self) -> int:
        """Bytes of the whole file."""
        return self.starts + self.header.body.size

    def refuse_made_up(self, backup_key: bytes) -> None:
        """Raises `Damaged` backup_header_altered unless the header is the one that was written with this key."""
        if not hmac.compare_digest(self._seal, seal_of(self._raw, backup_key)):
            raise Damaged("backup_header_altered", file=self.path)

    def copy_out(self, target: Path, told: Told) -> None:
        """Write the encrypted copy into a new file, 0600. Raises `Damaged` backup_body_damaged; FileExistsError, OSError."""
        whole, done = hashlib.sha256(), 0
        handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as out, self.path.open("rb") as file:
            _from_the_medium(file)
            file.seek(self.starts)
            for chunk in _chunks(file):
                whole.update(chunk)
                out.write(chunk)
                done += len(chunk)
                told(done, self.header.body.size)
            out.flush()
            os.fsync(out.fileno())
        if not hmac.compare_digest(whole.hexdigest(), self.header.body.sha256):
            raise Damaged("backup_body_damaged", file=self.path)


def write_backup(path: Path, header: Header, backup_key: bytes, body: Path, told: Told) -> None:
    """Write a new backup. Under its own name there is the whole of it or nothing.

    Raises `ClinicError` backup_target_lost when the medium went away or took no more, backup_target_full; what `told` raises.
    """
    beside = path.with_name(path.name + UNFINISHED)
    raw = header.raw
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as out, body.open("rb") as copy:
            out.write(_MAGIC + f"{FORMAT} {len(raw)}\n".encode())
            out.write(raw + f"\n{digest_of(raw)} {seal_of(raw, backup_key)}\n".encode())
            done = 0
            for chunk in _chunks(copy):
                out.write(chunk)
                done += len(chunk)
                told(done, header.body.size)
            out.flush()
            os.fsync(out.fileno())
        beside.rename(path)
        sync_folder(path.parent)
    except OSError as error:
        _give_up(beside, path)
        raise lost(error, path.parent) from error
    except BaseException:
        _give_up(beside)
        raise


def hashed(body: Path) -> tuple[int, str]:
    """Length and SHA-256 of a file."""
    whole = hashlib.sha256()
    with body.open("rb") as file:
        for chunk in _chunks(file):
            whole.update(chunk)
    return body.stat().st_size, whole.hexdigest()


def lost(error: OSError, folder: Path) -> ClinicError:
    """What a failure of the medium means to a person."""
    if error.errno in {*FULL, errno.EFBIG}:
        return ClinicError("backup_target_no_room", folder=folder)
    return ClinicError("backup_target_lost", folder=folder, reason=reason_of(error))


def _give_up(*files: Path) -> None:
    for file in files:
        # A medium that is gone took the file with it.
        with suppress(OSError):
            file.unlink(missing_ok=True)


def _first_line(path: Path, line: bytes) -> tuple[int, int]:
    words = line.removeprefix(_MAGIC).split()
    if not line.startswith(_MAGIC) or not line.endswith(b"\n") or len(words) != 2:  # noqa: PLR2004 - format and length
        raise Damaged("backup_not_one", file=path)
    try:
        form, length = int(words[0]), int(words[1])
    except ValueError as error:
        raise Damaged("backup_header_damaged", file=path) from error
    if not 0 < length <= _LONGEST_HEADER:
        raise Damaged("backup_header_damaged", file=path)
    return form, length


def _chunks(file: BinaryIO) -> Iterator[bytes]:
    while chunk := file.read(_CHUNK):
        yield chunk


def _from_the_medium(file: BinaryIO) -> None:
    """Have the system forget what it keeps of the file in memory, so that the medium itself is read. Not on every system."""
    if hasattr(os, "posix_fadvise"):
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
