"""What is told of backups: plain values for the window and the command line."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from pathlib import Path

from core.base.clock import from_stored
from core.base.errors import ClinicError, Damaged
from core.base.space import trouble_of
from core.store.backup.file import BackupFile


@dataclass(frozen=True, slots=True)
class Made:
    """A backup that was made and verified. `trail_whole` is false when the trail it is a true copy of was altered."""

    file: Path
    size: int
    took_s: float
    rows: Mapping[str, int]
    head: int
    off_disk: bool
    trail_whole: bool


@dataclass(frozen=True, slots=True)
class Listed:
    """A backup in a folder. `trouble` is what is wrong with it, and then the rest is not known.

    `verified` is when it was last verified, as the trail says; `operators` are those whose passphrases open it, besides the code.
    """

    file: Path
    size: int = 0
    trouble: ClinicError | None = None
    digest: str = ""
    created: datetime | None = None
    head: int = 0
    rows: Mapping[str, int] | None = None
    verified: datetime | None = None
    by_code: bool = False
    operators: tuple[str, ...] = ()
    is_ours: bool = True
    clinic: str = ""

    @classmethod
    def of(cls, path: Path, zone: tzinfo, store: str = "") -> "Listed":
        """What its header says. `store` is the clinic it should be of."""
        try:
            one = BackupFile.read(path)
        except Damaged as trouble:
            return cls(path, trouble=trouble)
        except OSError as error:
            return cls(path, trouble=trouble_of(error, path))
        header = one.header
        return cls(
            path,
            size=one.size,
            digest=one.digest,
            created=from_stored(header.created, zone),
            head=header.head.seq,
            rows=header.rows,
            by_code=any(sealed.recipient.kind == "recovery" for sealed in header.recipients),
            operators=tuple(
                sealed.recipient.operator for sealed in header.recipients if sealed.recipient.operator
            ),
            is_ours=store in {"", header.store},
            clinic=header.clinic,
        )

    def seen(self, verified: datetime | None) -> "Listed":
        """The same, verified then."""
        return replace(self, verified=verified)


def newest_first(found: Iterable[Listed]) -> list[Listed]:
    """By the number of the last row of the audit trail: clocks are set back."""
    return sorted(found, key=lambda one: (one.head, one.file.name), reverse=True)


@dataclass(frozen=True, slots=True)
class Place:
    """The folder for backups as it is now. `free` is bytes, None where that cannot be told; off this disk, as far as the system says."""

    folder: Path
    is_there: bool
    is_off_disk: bool
    free: int | None


@dataclass(frozen=True, slots=True)
class Verified:
    """What a verification found. `outcome` is `verified`, or `unchanged` when no key was at hand."""

    file: Path
    outcome: str
    took_s: float
    rows: Mapping[str, int]
    head: int
    trail_whole: bool


@dataclass(frozen=True, slots=True)
class Drilled:
    """A backup that was put back, opened and read for practice."""

    file: Path
    took_s: float
    records: int
    head: int


@dataclass(frozen=True, slots=True)
class Restored:
    """A clinic that was put back. `kept_in` is the folder with what was there before, None when there was nothing.

    `lost` counts the rows of the audit trail that were written after the backup, as far as something outside the store still knew of
    them; `keys` says whose keys open it now: `current`, or `backup` for those of the day it was made.
    """

    file: Path
    created: datetime
    rows: Mapping[str, int]
    head: int
    lost: int
    keys: str
    kept_in: Path | None
    took_s: float


@dataclass(frozen=True, slots=True)
class BackupState:
    """What a screen and a banner ask. `failure` is the code of why the last one failed, empty when it did not."""

    folder: Path
    daily: bool
    frozen: bool
    verified: datetime | None
    off_disk: datetime | None
    is_overdue: bool
    is_none_off_disk: bool
    failure: str
    failed: datetime | None

    @property
    def needs_attention(self) -> bool:
        """Whether the red banner stands."""
        return self.is_overdue or self.is_none_off_disk or bool(self.failure)
