"""What a program folder is made of: the closed manifest `_internal/contents.json`, and a folder held against it.

Every file is listed with its SHA-256 but the manifest itself and its signature. It is read strictly: what is listed can lie nowhere
but in the folder, under names that every disk takes for what they are.
"""

import hashlib
import json
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from core.base.errors import ClinicError, Damaged
from core.base.messages import Phrase
from core.base.system_words import reason_of
from core.installation.plain_file import read_plain

SCHEMA = "mingdao/contents@v1"
INNER = "_internal"
CONTENTS = f"{INNER}/contents.json"
SIGNATURE = f"{CONTENTS}.sig"
KEY = f"{INNER}/release_key.pem"
UNLISTED = frozenset({CONTENTS, SIGNATURE})
"""A list cannot name its own hash, nor a signature that is made over it."""

FIELDS = ("version", "platform", "architecture", "floor", "store")
LARGEST = 8 << 20
"""Bytes of a manifest."""
MOST_FILES = 20_000
LONGEST = 240
"""Characters of a place, so that it fits on every disk below some folder."""
MOST_SAID = 5

_PART = re.compile("[\u3400-\u4dbf\u4e00-\u9fffA-Za-z0-9_.+@~()=, -]+")
"""Signs that look like no other sign and mean nothing to a disk."""
_DEVICE = re.compile(r"(con|prn|aux|nul|(com|lpt)[0-9])(\..*)?", re.IGNORECASE)
_HASH = re.compile(r"[0-9a-f]{64}")
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}")
_CHUNK = 1 << 18
_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a manifest. Its sentence is at `installation.fault.<kind>`."""

    kind: str
    where: str

    @property
    def phrase(self) -> Phrase:
        return Phrase(f"installation.fault.{self.kind}", where=self.where)

    @classmethod
    def at(cls, kind: str, where: object) -> "Fault":
        """A fault at something that was read: short, and in whole signs."""
        return cls(kind, str(where).encode("utf-8", "replace").decode()[:_SHOWN])


@dataclass(frozen=True, slots=True)
class Contents:
    """What a program folder says of itself. `floor` is the oldest glibc, or Windows, it runs on; `store` the newest form of a patient
    store it opens (`core.store.schema.REVISION`); `files` the SHA-256 by place.
    """

    version: str
    platform: str
    architecture: str
    floor: str
    store: str
    files: Mapping[str, str]

    @classmethod
    def read(cls, folder: Path) -> "Contents":
        """The manifest of a folder. Raises `Damaged` contents_unreadable, contents_damaged."""
        return cls.parse(read_contents(folder), folder)

    @classmethod
    def parse(cls, content: bytes, folder: Path) -> "Contents":
        """The manifest whose bytes these are. Raises `Damaged` contents_damaged, with everything that is wrong."""
        said, faults = _loaded(content)
        if said is not None:
            faults += _faults(said)
        contents = None if said is None or faults else cls._of(said)
        if contents is not None and contents.as_bytes() == content:
            return contents
        faults = faults or [Fault.at("sum", CONTENTS)]
        raise Damaged(
            "contents_damaged",
            details={"faults": [{"kind": fault.kind, "where": fault.where} for fault in faults]},
            file=folder / CONTENTS,
            faults=tuple(fault.phrase for fault in faults[:MOST_SAID]),
            count=len(faults),
        )

    @classmethod
    def _of(cls, said: Mapping[str, object]) -> "Contents":
        """What a document says in which nothing is wrong."""
        files = said["files"]
        assert isinstance(files, dict)  # noqa: S101 - `_faults` has said so
        version, platform, architecture, floor, store = (str(said[name]) for name in FIELDS)
        return cls(version, platform, architecture, floor, store, dict(files))

    def as_bytes(self) -> bytes:
        """The manifest in its one form: sorted, a line each, and over all of it a sum, so that damage shows also where nobody signed."""
        said: dict[str, object] = {"schema": SCHEMA, **{name: getattr(self, name) for name in FIELDS}}
        said["files"] = dict(sorted(self.files.items()))
        said["sum"] = hashlib.sha256(_written(said)).hexdigest()
        return _written(said)


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a folder is not what was built: files that are gone, others in their place, and such as were never there."""

    missing: tuple[str, ...] = ()
    altered: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.missing or self.altered or self.foreign)

    @property
    def names(self) -> tuple[str, ...]:
        """Every file that is not as it was built."""
        return tuple(sorted({*self.missing, *self.altered, *self.foreign}))

    def refusal(self, folder: Path) -> ClinicError:
        """What is said of it: `Damaged` installation_altered."""
        kinds = {"missing": self.missing, "altered": self.altered, "foreign": self.foreign}
        said = tuple(
            Phrase(f"installation.{kind}", names=_some(names), count=len(names))
            for kind, names in kinds.items()
            if names
        )
        return Damaged("installation_altered", details=kinds, folder=folder, files=said)


class Stopped(Exception):
    """Whoever asked for a comparison wants it no more."""


Told = Callable[[int, int], None]
"""Is told the bytes that were read and those there are. May raise `Stopped`."""


def _some(names: tuple[str, ...]) -> tuple[str, ...]:
    said = tuple("".join(map(_shown, name)) for name in names[:MOST_SAID])
    return said if len(names) <= MOST_SAID else (*said, "…")


def _shown(sign: str) -> str:
    """What means something to a terminal is shown as what it is."""
    return sign if sign.isprintable() else ascii(sign)[1:-1]


def _written(document: Mapping[str, object]) -> bytes:
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()


def read_contents(folder: Path) -> bytes:
    """The bytes of a folder's manifest. Raises `Damaged` contents_unreadable."""
    file = folder / CONTENTS
    try:
        return read_plain(file, LARGEST + 1)
    except OSError as error:
        raise Damaged("contents_unreadable", file=file, reason=reason_of(error)) from error


def listed(folder: Path, told: Told | None = None) -> dict[str, str]:
    """Every file of a folder with its SHA-256, as its manifest lists them. Raises ValueError naming what no manifest may hold, OSError."""
    found = {name: entry for name, entry in _walk(folder) if name not in UNLISTED}
    strange = [name for name, entry in found.items() if entry is None or _of_name(name)]
    if strange:
        raise ValueError(", ".join(sorted(strange)))
    files = _hashed(folder, found, sorted(found), told)
    if unread := found.keys() - files.keys():
        raise ValueError(", ".join(sorted(unread)))
    return files


def compare(folder: Path, contents: Contents, told: Told | None = None) -> Difference:
    """Hold every file of a folder against its manifest. A file that cannot be read is altered. Raises what `told` raises, OSError."""
    found = dict(_walk(folder))
    # A manifest that lies elsewhere, and is only led to, is not this folder's.
    led_away = {name for name in UNLISTED if found.pop(name, True) is None}
    here = [name for name in contents.files if name in found]
    hashes = _hashed(folder, found, here, told)
    altered = {name for name in here if hashes.get(name) != contents.files[name]}
    return Difference(
        missing=tuple(sorted(contents.files.keys() - found.keys())),
        altered=tuple(sorted(altered | led_away)),
        foreign=tuple(sorted(found.keys() - contents.files.keys())),
    )


def sha256_of(file: Path, read: Callable[[int], None] | None = None) -> str:
    """The SHA-256 of a file, in pieces; `read` is told of each how long it was. Raises OSError."""
    digest, space = hashlib.sha256(), memoryview(bytearray(_CHUNK))
    with file.open("rb", buffering=0) as opened:
        while length := opened.readinto(space):
            digest.update(space[:length])
            if read:
                read(length)
    return digest.hexdigest()


def _walk(folder: Path, before: str = "") -> Iterator[tuple[str, os.stat_result | None]]:
    """Everything in a folder but the folders one can look into, with what the file it is, or leads to within the folder, is; None for anything else."""
    top = os.path.realpath(folder) + os.sep
    waiting = [(str(folder), before)]
    while waiting:
        place, start = waiting.pop()
        try:
            entries = list(os.scandir(place))
        except OSError:
            if not start:
                raise
            yield start, None  # a folder that cannot be read, or lies too deep
            continue
        for entry in entries:
            name = f"{start}{entry.name}"
            if _is_folder(entry):
                waiting.append((entry.path, f"{name}/"))
            else:
                yield name, _file(entry, top)


def _file(entry: os.DirEntry[str], top: str) -> os.stat_result | None:
    """What is known of a regular file; None for a device, for a link that leads nowhere, to a folder, or out of the program's folder."""
    try:
        if entry.is_symlink() and not os.path.realpath(entry.path).startswith(top):
            return None
        status = entry.stat()
    except OSError:
        return None
    return status if stat.S_ISREG(status.st_mode) else None


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Whether it is a folder; on Windows one that is really another one is none."""
    try:
        if not entry.is_dir(follow_symlinks=False):
            return False
        attributes = getattr(entry.stat(follow_symlinks=False), "st_file_attributes", 0)
    except OSError:
        return False
    return not attributes & getattr(stat, "FILE_ATTRIBUTE_REPARSE_POINT", 0)


def _hashed(
    folder: Path,
    found: Mapping[str, os.stat_result | None],
    names: Iterable[str],
    told: Told | None,
) -> dict[str, str]:
    """The SHA-256 of files that were found, but of those that cannot be read. A file under two names is read once."""
    # Where the system gives files no numbers, as Windows does when it lists a folder, each is one of its own.
    files = [
        (name, (status.st_dev, status.st_ino) if status.st_ino else name, status.st_size)
        for name in names
        if (status := found[name]) is not None
    ]
    total, done = sum({which: size for _, which, size in files}.values()), 0

    def read(length: int) -> None:
        nonlocal done
        done += length
        if told:
            told(done, total)

    hashes: dict[str, str] = {}
    known: dict[tuple[int, int] | str, str] = {}
    for name, which, _ in files:
        with suppress(OSError):
            if which not in known:
                known[which] = sha256_of(folder / name, read)
            hashes[name] = known[which]
    return hashes


def _loaded(content: bytes) -> tuple[dict[str, object] | None, list[Fault]]:
    """The document, None when it is none, and what is wrong with how it is written."""
    twice: list[Fault] = []

    def pairs(entries: list[tuple[str, object]]) -> dict[str, object]:
        seen: dict[str, object] = {}
        for name, value in entries:
            if name in seen:
                twice.append(Fault.at("twice", name))
            seen[name] = value
        return seen

    try:
        if len(content) > LARGEST:
            return None, [Fault.at("large", f"{LARGEST >> 20} MiB")]
        said = json.loads(content.decode("utf-8"), object_pairs_hook=pairs)
    except (ValueError, RecursionError) as error:
        return None, [Fault.at("syntax", f"{getattr(error, 'lineno', 1)}:{getattr(error, 'colno', 1)}")]
    if not isinstance(said, dict):
        return None, [Fault.at("syntax", "1:1")]
    return said, twice


def _faults(said: Mapping[str, object]) -> list[Fault]:
    faults = [Fault.at("field", name) for name in said if name not in {"schema", "files", "sum", *FIELDS}]
    if said.get("schema") != SCHEMA:
        faults.append(Fault.at("schema", str(said.get("schema"))))
    for name in FIELDS:
        value = said.get(name)
        if not isinstance(value, str) or not _WORD.fullmatch(value):
            faults.append(Fault.at("field", name))
    files = said.get("files")
    if not isinstance(files, dict) or not files or len(files) > MOST_FILES:
        return [*faults, Fault.at("field", "files")]
    return faults + list(_of_files(files))


def _of_files(files: Mapping[str, object]) -> Iterator[Fault]:
    spelled: dict[str, str] = {}
    kinds = {name: _of_name(name) for name in files}
    folders: set[str] = set()
    for name, kind in kinds.items():
        above = "" if kind else name.casefold()
        while (above := above.rpartition("/")[0]) and above not in folders:
            folders.add(above)
    for name, digest in files.items():
        if kind := kinds[name]:
            yield Fault.at(kind, name)
        elif spelled.setdefault(name.casefold(), name) != name or name.casefold() in folders:
            yield Fault.at("alike", name)
        if not isinstance(digest, str) or not _HASH.fullmatch(digest):
            yield Fault.at("hash", name)


def _of_name(name: str) -> str:
    """What is wrong with a place in a folder: the kind of a `Fault`; "" when nothing is."""
    parts = name.split("/")
    if name in UNLISTED:
        return "itself"
    if "\\" in name or ":" in name or name.startswith("~") or {"", ".", ".."} & set(parts):
        return "outside"
    if len(name) > LONGEST:
        return "long"
    for part in parts:
        if not _PART.fullmatch(part) or part != part.strip() or part.endswith(".") or _DEVICE.fullmatch(part):
            return "unplain"
    return ""
