"""Which packs an admin said yes to, each by a fingerprint of every byte of it. One byte more, less or other, and it is trusted no longer.

`pack-trust.json` in the data folder, read by its owner only. A file that cannot be read trusts nothing, and nobody writes over it.
Accepted: whoever may write in the account's data folder can write here too; what is guarded is the pack between the yes and its use.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from core.base.atomic import write_atomically
from core.base.errors import Damaged
from core.base.paths import Home
from core.packhost.files import PackFiles


class Why(StrEnum):
    """Why a pack is trusted or not."""

    TRUSTED = "trusted"
    NEW = "new"
    """Nobody said yes to what lies in this folder."""
    CHANGED = "changed"
    """Somebody did, and since then it is another."""
    UNREADABLE = "unreadable"
    """What is trusted cannot be read."""


class What(StrEnum):
    """What became of a file since somebody said yes."""

    ADDED = "added"
    ALTERED = "altered"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether a pack is trusted, and why. `fingerprint` is that of the folder now, `trusted` that of what somebody said yes to, and
    `trusted_at` when; both are "" when nobody did. `changes` are the files that are others by now, where that is kept.
    """

    why: Why
    fingerprint: str
    trusted_at: str = ""
    trusted: str = ""
    changes: tuple[tuple[str, What], ...] = ()

    @property
    def is_trusted(self) -> bool:
        return self.why is Why.TRUSTED


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    trustedAt: str = Field(max_length=40)  # noqa: N815 - the name is the contract's
    files: dict[str, str] = Field(default_factory=dict)
    """What each file was, to tell afterwards which is another. Whether the pack is trusted is decided by `sha256` alone."""


_FILE = TypeAdapter(dict[str, _Entry])


def fingerprint(folder: Path) -> str:
    """SHA-256 over the names and contents of all files, in the order of code points.

    Raises `core.packhost.files.BadFile` for a link, a device, what cannot be read and what is too much for a pack.
    """
    return _of_all(_of_each(folder))


class Trust:
    """The packs that are trusted in one data folder. A folder is one entry by whatever links it is reached."""

    def __init__(self, home: Home) -> None:
        self._file = home.pack_trust

    def standing(self, folder: Path) -> Standing:
        """Whether the pack in a folder is trusted as it is now. Raises as `fingerprint`."""
        files = _of_each(folder)
        now = _of_all(files)
        try:
            entry = self._read().get(_key(folder))
        except Damaged:
            return Standing(Why.UNREADABLE, now)
        if entry is None:
            return Standing(Why.NEW, now)
        if entry.sha256 == now:
            return Standing(Why.TRUSTED, now, entry.trustedAt, entry.sha256)
        return Standing(Why.CHANGED, now, entry.trustedAt, entry.sha256, tuple(_changes(entry.files, files)))

    def give(self, folder: Path, seen: str, at: datetime) -> None:
        """Trust the pack in a folder as it was when its fingerprint was `seen`. Raises `Damaged` pack_trust_damaged, OSError; as
        `fingerprint`.
        """
        files = _of_each(folder)
        known = files if _of_all(files) == seen else {}
        entry = _Entry(sha256=seen, trustedAt=at.isoformat(timespec="seconds"), files=known)
        self._write({**self._read(), _key(folder): entry})

    def take(self, folder: Path) -> bool:
        """Trust it no longer; whether it was. Raises as `give`."""
        entries = dict(self._read())
        known = entries.pop(_key(folder), None)
        if known is not None:
            self._write(entries)
        return known is not None

    def _read(self) -> Mapping[str, _Entry]:
        try:
            return _FILE.validate_json(self._file.read_bytes())
        except FileNotFoundError:
            return {}
        except (ValidationError, OSError) as error:
            raise Damaged("pack_trust_damaged", file=self._file) from error

    def _write(self, entries: Mapping[str, _Entry]) -> None:
        with suppress(FileExistsError):
            self._file.parent.mkdir(parents=True, mode=0o700)
        plain = {folder: entry.model_dump() for folder, entry in sorted(entries.items())}
        write_atomically(self._file, json.dumps(plain, ensure_ascii=False, indent=1).encode() + b"\n")


def _of_each(folder: Path) -> dict[str, str]:
    """SHA-256 of each file by its name, in the order of code points."""
    files = PackFiles(folder)
    return {name: hashlib.sha256(files.read(name)).hexdigest() for name in files.every()}


def _of_all(files: Mapping[str, str]) -> str:
    digest = hashlib.sha256()
    for one in files.items():
        digest.update(json.dumps(one).encode() + b"\n")
    return digest.hexdigest()


def _changes(before: Mapping[str, str], now: Mapping[str, str]) -> Iterator[tuple[str, What]]:
    """The files that differ, by name; none where it is not known what they were."""
    for name in sorted({*before, *now}) if before else ():
        if name not in before:
            yield name, What.ADDED
        elif name not in now:
            yield name, What.REMOVED
        elif before[name] != now[name]:
            yield name, What.ALTERED


def _key(folder: Path) -> str:
    return str(folder.resolve())
