"""What the audit trail says of backups: what was made and verified when, what failed, and whether anything was saved since.

It stands nowhere else. After a restore the trail is that of the day of the backup, and what was verified later is looked at anew.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select

from core.base.clock import from_stored
from core.base.errors import ClinicError
from core.base.ports import AuditRow
from core.ledger.audit import OK, Action
from core.services.at_work.desk import Change, Desk
from core.services.backup.checking import SPOILT, Progress, Told
from core.store import audit_rows, schema
from core.store.audit_rows import Wanted

VERIFIED, FAILED, CANCELLED = "verified", "failed", "cancelled"
UNCHANGED = "unchanged"
"""Looked at without a key: it is bit by bit the one that was verified."""

REMEMBERED = 5000
"""So many rows of each kind are looked at."""

_QUIET = {
    Action.PATIENT_SEARCH,
    Action.RECORD_READ,
    Action.AUDIT_READ,
    Action.AUDIT_VERIFY,
    Action.AUDIT_EXPORT,
    Action.BACKUP_MAKE,
    Action.BACKUP_VERIFY,
    Action.BACKUP_DRILL,
    Action.BACKUP_THIN,
    Action.BACKUP_TIDY,
    Action.RECORDS_RESCUE,
}
"""What is told of and changes no record."""


@dataclass(slots=True)
class Row:
    """The row of something under way: what it will say."""

    outcome: str = FAILED
    detail: dict[str, Any] = field(default_factory=dict)
    is_cancelled: bool = False

    def hearing(self, told: Told) -> Told:
        """The same listener; what it raises is no failure, but somebody who does not want to wait any longer."""

        def tell(progress: Progress) -> None:
            try:
                told(progress)
            except BaseException:
                self.is_cancelled = True
                raise

        return tell

    def done(self, outcome: str, **detail: object) -> None:
        """It went well."""
        self.outcome = outcome
        self.detail |= detail


@dataclass(frozen=True, slots=True)
class Done:
    """What was done with a backup. `digest` says which; empty when it failed before there was one."""

    seq: int
    at: datetime
    outcome: str
    reason: str
    digest: str
    detail: Mapping[str, object]


class BackupHistory:
    """Of the open clinic."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @contextmanager
    def telling(self, action: Action) -> Iterator[Row]:
        """One row for what is done within, also when it fails, with the reason."""
        row = Row()
        try:
            yield row
        except BaseException as error:
            is_cancelled = row.is_cancelled or not isinstance(error, Exception)
            outcome, reason = (CANCELLED, "") if is_cancelled else (FAILED, _reason(error))
            # What went wrong is raised; a store that takes no row must not hide it.
            with suppress(ClinicError):
                self._record(action, outcome, reason, row.detail)
            raise
        self._record(action, row.outcome, "", row.detail)

    def made(self) -> list[Done]:
        """The backups that were tried, newest first. One that somebody stopped says nothing of those before it."""
        return [one for one in self._done(Action.BACKUP_MAKE) if one.outcome != CANCELLED]

    def newest(self) -> datetime | None:
        """When the newest backup that counts was made. After a restore that is the one that was put back: the row of its own making
        cannot be in it.
        """
        made = [(one.seq, one.at) for one in self.made() if one.outcome == VERIFIED]
        put_back = [
            (one.seq, from_stored(str(one.detail["created"]), self._desk.clock.zone))
            for one in self._done(Action.BACKUP_RESTORE)
            if one.detail.get("created")
        ]
        return max([*made, *put_back], default=(0, None))[1]

    def verified(self) -> dict[str, datetime]:
        """When each backup was last verified, by its digest. A wrong passphrase or a full disk says nothing of a file."""
        actions = (Action.BACKUP_MAKE, Action.BACKUP_VERIFY, Action.BACKUP_DRILL, Action.BACKUP_RESTORE)
        found: dict[str, datetime] = {}
        for one in sorted((one for action in actions for one in self._done(action)), key=lambda one: one.seq):
            if one.outcome in {VERIFIED, UNCHANGED, OK}:
                found[one.digest] = one.at
            elif one.outcome == FAILED and one.reason in SPOILT:
                found.pop(one.digest, None)
        return found

    def is_changed_since(self, seq: int) -> bool:
        """Whether anything was saved after this row."""
        query = (
            select(schema.audit.c.seq)
            .where(schema.audit.c.seq > seq, schema.audit.c.action.not_in(sorted(_QUIET)))
            .limit(1)
        )
        return self._desk.read(lambda connection: connection.scalar(query)) is not None

    def clinic_since(self) -> datetime:
        """When the clinic was set up."""
        at = self._desk.read(_created_at)
        return from_stored(at, self._desk.clock.zone)

    def _done(self, action: Action) -> list[Done]:
        rows = self._desk.read(
            lambda connection: audit_rows.listed(connection, Wanted(action=action), REMEMBERED)
        )
        return [self._read(row) for row in rows]

    def _read(self, row: AuditRow) -> Done:
        detail = json.loads(row.detail)
        at = from_stored(row.at, self._desk.clock.zone)
        return Done(row.seq, at, row.outcome, row.reason, detail.pop("digest", ""), detail)

    def _record(self, action: Action, outcome: str, reason: str, detail: dict[str, Any]) -> None:
        def work(change: Change) -> None:
            change.trail.record(action, outcome=outcome, reason=reason, **detail)

        self._desk.change(work)


def _created_at(connection: Connection) -> str:
    return connection.scalar(select(schema.clinic.c.created_at)) or ""


def _reason(error: BaseException) -> str:
    match error:
        case ClinicError():
            return error.code
        case OSError():
            return "file_trouble"
        case _:
            return "internal"
