"""A pack as one file, zip or tar.gz: its members, after everything that an archive can do to a disk was refused.

The hash comes first: of a file that is not the one that was meant nothing is read. Then names, kinds and sizes, declared and real, are held
against plain rules before a byte is written; all of a pack is in memory until then, which the limits keep small. Names are plain as in
`core.packhost.files`, of few endings, and none that a disk, a system or Python reads in a way of its own.
"""

import gzip
import hashlib
import hmac
import io
import re
import stat
import tarfile
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from core.base.errors import Refused, UserError
from core.base.system_words import reason_of
from core.forms.problems import Problem, shown
from core.packhost.files import DEEPEST, LARGEST, LONGEST, MOST_BYTES, PART
from core.packhost.manifest import CODE, FILE

LARGEST_ARCHIVE = 32 << 20
MOST_ENTRIES = 1000
MOST_TIMES = 200
"""How many times its size an archive may unpack to."""
SMALL = 1 << 20
"""What unpacks to less is no bomb, whatever it shrank to."""

MOST_SAID = 20
"""Problems that are listed."""

ENDINGS = frozenset({"css", "csv", "html", "json", "md", "png", "py", "svg", "toml", "tsv", "txt"})
WITHOUT_ENDING = frozenset({"LICENSE", "NOTICE", "README", "CHANGELOG"})
SPELLED = frozenset({FILE, CODE})
"""Names that are what they are in this spelling alone."""

DEVICES = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}
)
FOR_PYTHON = frozenset({"sitecustomize.py", "usercustomize.py"})

_CHUNK = 1 << 16
_UNREADABLE = (
    *(zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, OSError, NotImplementedError),
    *(RuntimeError, ValueError, KeyError, IndexError, OverflowError, MemoryError),
)
"""What the readers of the standard library end with over bytes that are no such archive."""


@dataclass(frozen=True, slots=True)
class _Member:
    name: str
    size: int
    is_folder: bool
    problem: str = ""
    """Why it cannot be taken whatever it is called: `problems.pack_member_<this>`; "" when it can."""


def read_archive(path: Path, sha256: str) -> Mapping[str, bytes]:
    """The files of a pack in an archive, by name, without the one folder they may all lie in.

    Raises `UserError` file_unreadable, pack_hash_shape; `Refused` pack_hash_differs, before anything else; pack_archive_large,
    pack_archive_unreadable, pack_archive_refused with what is wrong.
    """
    if not re.fullmatch(r"[0-9a-fA-F]{64}", sha256.strip()):
        raise UserError("pack_hash_shape")
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_ARCHIVE + 1)
    except OSError as error:
        raise UserError("file_unreadable", file=path, reason=reason_of(error)) from error
    if len(content) > LARGEST_ARCHIVE:
        raise Refused("pack_archive_large", file=path, limit=LARGEST_ARCHIVE >> 20)
    found = hashlib.sha256(content).hexdigest()
    if not hmac.compare_digest(found, sha256.strip().lower()):
        raise Refused("pack_hash_differs", file=path, found=found)
    try:
        files = _files_in(content)
    except _Refusal as refusal:
        problems = [problem.as_plain() for problem in refusal.problems[:MOST_SAID]]
        raise Refused(
            "pack_archive_refused", details={"problems": problems}, file=path, count=len(refusal.problems)
        ) from refusal
    except _UNREADABLE as error:
        raise Refused("pack_archive_unreadable", file=path) from error
    return files


class _Refusal(Exception):
    def __init__(self, *problems: Problem) -> None:
        super().__init__(len(problems))
        self.problems = problems


def _files_in(content: bytes) -> Mapping[str, bytes]:
    if content.startswith(b"PK\x03\x04"):
        return _of_zip(content)
    if content.startswith(b"\x1f\x8b"):
        return _of_tar(content)
    raise _Refusal(Problem(FILE, "pack_archive_kind"))


def _of_zip(content: bytes) -> Mapping[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        listed = archive.infolist()
        members = [_zip_member(info) for info in listed]
        _refuse(members, len(content))
        files, left = {}, MOST_BYTES
        for member, info in zip(members, listed, strict=True):
            if not member.is_folder:
                with archive.open(info) as stream:
                    files[member.name] = _drawn(stream, member, left)
                left -= len(files[member.name])
    return _without_folder(files)


def _of_tar(content: bytes) -> Mapping[str, bytes]:
    room = min(MOST_BYTES + MOST_ENTRIES * 4 * tarfile.BLOCKSIZE, max(SMALL, len(content) * MOST_TIMES))
    with gzip.GzipFile(fileobj=io.BytesIO(content)) as packed:
        unpacked = packed.read(room + 1)
    if len(unpacked) > room:
        raise _Refusal(Problem(FILE, "pack_archive_bomb"))
    members: list[_Member] = []
    files: dict[str, bytes] = {}
    with tarfile.open(fileobj=io.BytesIO(unpacked), mode="r:") as archive:
        for info in archive:
            member = _tar_member(info)
            members.append(member)
            if len(members) > MOST_ENTRIES or member.problem or member.size > LARGEST:
                break
            stream = None if member.is_folder else archive.extractfile(info)
            if stream is not None:
                files[member.name] = stream.read()
    _refuse(members, len(content))
    return _without_folder(files)


def _zip_member(info: zipfile.ZipInfo) -> _Member:
    # `filename` is what the library made of it: cut at a zero byte, its backslashes turned on Windows.
    name, kind = info.orig_filename, stat.S_IFMT(info.external_attr >> 16)
    problem = ""
    if info.flag_bits & 1:
        problem = "encrypted"
    elif info.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        problem = "packed_otherwise"
    elif stat.S_ISLNK(kind):
        problem = "link"
    elif kind and not (stat.S_ISREG(kind) or stat.S_ISDIR(kind)):
        problem = "device"
    return _Member(name.removesuffix("/"), info.file_size, name.endswith("/"), problem)


def _tar_member(info: tarfile.TarInfo) -> _Member:
    problem = ""
    if info.issym() or info.islnk():
        problem = "link"
    elif info.type not in {tarfile.REGTYPE, tarfile.AREGTYPE, tarfile.DIRTYPE} or info.sparse is not None:
        problem = "device"
    return _Member(info.name.removesuffix("/"), info.size, info.isdir(), problem)


def _drawn(stream: IO[bytes], member: _Member, left: int) -> bytes:
    """All bytes of a member: as many as were declared, and within what is left for all of them."""
    limit = min(member.size, LARGEST, left)
    content = bytearray()
    while part := stream.read(_CHUNK):
        content += part
        if len(content) > limit:
            raise _Refusal(Problem(_said(member.name), "pack_archive_bomb"))
    if len(content) != member.size:
        raise _Refusal(Problem(_said(member.name), "pack_archive_bomb"))
    return bytes(content)


def _refuse(members: list[_Member], packed: int) -> None:
    problems = list(_of_all(members, packed))
    if problems:
        raise _Refusal(*problems)


def _of_all(members: list[_Member], packed: int) -> Iterator[Problem]:
    if len(members) > MOST_ENTRIES:
        yield Problem(FILE, "pack_archive_entries", {"limit": MOST_ENTRIES})
        return
    total = sum(member.size for member in members)
    if total > MOST_BYTES or total > max(SMALL, packed * MOST_TIMES):
        yield Problem(FILE, "pack_archive_bomb")
    seen: dict[str, tuple[str, bool]] = {}
    for member in members:
        if member.problem:
            yield Problem(_said(member.name), f"pack_member_{member.problem}")
        if member.size > LARGEST:
            yield Problem(
                _said(member.name), "pack_file_large", {"file": _said(member.name), "limit": LARGEST >> 20}
            )
        if reason := _of_name(member):
            yield Problem(_said(member.name), f"pack_member_name_{reason}")
        if reason == "long":
            continue
        for name, is_folder in _on_the_way_to(member):
            same = unicodedata.normalize("NFKC", name).casefold()
            known = seen.setdefault(same, (name, is_folder)) if is_folder or same not in seen else None
            if known != (name, is_folder):
                yield Problem(_said(member.name), "pack_archive_twice", {"other": _said(seen[same][0])})


def _on_the_way_to(member: _Member) -> Iterator[tuple[str, bool]]:
    """The folders a member lies in, and itself: what there is on a disk, and whether it is a folder."""
    parts = member.name.split("/")
    for place in range(1, len(parts)):
        yield "/".join(parts[:place]), True
    yield member.name, member.is_folder


def _of_name(member: _Member) -> str:
    """Why a name cannot be taken: `problems.pack_member_name_<this>`; "" when it can."""
    name, parts = member.name, member.name.split("/")
    if len(name) > LONGEST or len(parts) > DEEPEST:
        return "long"
    if "\\" in name or ":" in name or name.startswith("/") or ".." in parts or "." in parts or "" in parts:
        return "outside"
    for part in parts:
        stem = part.split(".")[0].casefold()
        if not PART.fullmatch(part) or part.endswith("."):
            return "hidden" if part.startswith(".") else "unplain"
        if stem in DEVICES:
            return "device"
        if part.startswith("__") or part.casefold() in FOR_PYTHON:
            return "python"
        if part.casefold() in SPELLED and part not in SPELLED:
            return "spelled"
    last = parts[-1]
    if member.is_folder or last in WITHOUT_ENDING:
        return ""
    return "" if last.rpartition(".")[2] in ENDINGS and "." in last else "ending"


def _without_folder(files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """The files by their names in the pack: `pack.json` is at the top, or everything lies in one folder beside nothing else."""
    tops = {name.partition("/")[0] for name in files}
    if FILE not in files and len(tops) == 1 and f"{(top := tops.pop())}/{FILE}" in files:
        files = {name.removeprefix(f"{top}/"): content for name, content in files.items()}
    if FILE not in files:
        raise _Refusal(Problem(FILE, "pack_file_missing", {"file": FILE}))
    return files


def _said(name: str) -> str:
    return shown(name.encode("utf-8", "replace").decode())
