"""Making a backup: copied on a connection of its own under a new key, written to its folder, read back and checked.

The copy is of one moment, also while others save. Only what passed the check is left under its name.
"""

import secrets
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection

from core.base.errors import Damaged
from core.base.paths import Home
from core.services.backup.checking import Checked, Progress, Stage, Told, check_backup
from core.store.backup.contents import Contents, contents_of
from core.store.backup.file import BackupFile, hashed, write_backup
from core.store.backup.header import FORMAT, Body, Header
from core.store.backup.inside import Ways, seal_inside
from core.store.backup.target import Target, name_of
from core.store.backup.work import workplace
from core.store.backup_seals import BackupSeals
from core.store.database import CIPHER, copy_pages
from core.store.lanes import Lane
from core.store.wraps import KEY_BYTES


@dataclass(frozen=True, slots=True)
class Plan:
    """A backup to be made. `created` is a stored moment, `day` that of the clinic; `admins` are those it is sealed for besides the code."""

    home: Home
    target: Target
    clinic: str
    created: str
    day: str
    program: str
    seals: BackupSeals
    admins: Collection[str]
    confirmed: bool
    size: int
    """Bytes of the store, as far as is known before."""


def make_backup(lane: Lane, plan: Plan, told: Told) -> tuple[BackupFile, Checked]:
    """Make it and check it. The lane is on the store and nobody else waits for it.

    Raises what `Target.refuse_unfit`, `write_backup`, `check_backup` and `BackupSeals.seal` do, and what `told` raises; then nothing is left under the
    final name.
    """
    key = secrets.token_bytes(KEY_BYTES)
    recipients = plan.seals.seal(key, plan.admins)
    plan.target.refuse_unfit(plan.size)
    with workplace(plan.home, plan.size) as work:
        body = work / "body.db"
        contents = lane.run(lambda connection: _copied(connection, body, key, told))
        size, digest = hashed(body)
        plan.target.refuse_unfit(size)
        header = Header(
            format=FORMAT,
            store=contents.store,
            clinic=name_of(plan.clinic),
            created=plan.created,
            program=plan.program,
            revision=contents.revision,
            cipher=CIPHER,
            rows=contents.rows,
            head=contents.head,
            body=Body(size=size, sha256=digest),
            recipients=recipients,
            inside=seal_inside(
                key, contents.store, Ways(recipients=plan.seals.recipients, confirmed=plan.confirmed)
            ),
        )
        path = plan.target.free_name(header.clinic, plan.day, contents.head.seq)
        write_backup(path, header, key, body, lambda done, total: told(Progress(Stage.WRITE, done, total)))
        body.unlink()
        try:
            file = BackupFile.read(path)
            checked = check_backup(file, key, work / "check.db", told)
            # A stick that was pulled out meanwhile may have been read from memory.
            if BackupFile.read(path).digest != file.digest:
                raise Damaged("backup_header_damaged", file=path)
        except BaseException:
            _remove(path)
            raise
    return file, checked


def _copied(connection: Connection, body: Path, key: bytes, told: Told) -> Contents:
    # Counted first: reading is what fixes the moment that is copied.
    contents = contents_of(connection)
    copy_pages(connection, body, key, lambda done, total: told(Progress(Stage.COPY, done, total)))
    return contents


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)
