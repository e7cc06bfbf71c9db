"""Restoring a clinic from a backup. It needs the file and the code or an admin's passphrase, and nothing of the clinic that is there.

Everything is made and checked beside it; then one rename decides (`core.store.backup.swap`). Whose keys open it afterwards: where the
present envelope is whole and opens with what was given, it stays, and the records come back under its data key, so that nobody who was
taken out since can come in. Otherwise there is a new data key, and everybody who could open the clinic on the day of the backup can again. The key
of the backup itself never opens a store: it may lie on more than one stick.
"""

import secrets
import time
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from core.base.clock import Clock, from_stored, to_stored
from core.base.errors import ClinicError, Damaged, KeyTrouble, Refused, UserError
from core.base.paths import Home
from core.base.ports import Head
from core.ledger.anchor import Anchors
from core.services.backup.checking import Checked, Progress, Stage, Told, check_backup, unheard
from core.services.backup.facts import Restored
from core.services.backup.opening import OpenedBackup, opened_by
from core.settings.load import load_settings
from core.store import rotation
from core.store.backup import swap
from core.store.backup.contents import check_pages, contents_of, flushed, opened
from core.store.backup.file import BackupFile
from core.store.backup.note import RestoreNote
from core.store.backup.work import sweep, workplace
from core.store.database import CIPHER, copy_pages
from core.store.envelope import Envelope, read_envelope, write_envelope
from core.store.store import sole_owner
from core.store.unlocking import Credential
from core.store.wraps import KEY_BYTES

CURRENT, OF_BACKUP = "current", "backup"
COPY, NEW = "copy.db", "new"


@dataclass(frozen=True, slots=True)
class _Present:
    """What is there: the data key its envelope gives, None when it gives none; whether the store under it is sound."""

    key: bytes | None = field(default=None, repr=False)
    is_sound: bool = False


def restore(
    home: Home,
    path: Path,
    by: Credential,
    *,
    clock: Clock,
    second: Credential | None = None,
    told: Told = unheard,
) -> Restored:
    """Put a clinic back, whether or not there is one. What was there is kept beside it. `second` is who else says yes, where the clinic
    wants two people.

    Raises `Damaged` naming what is wrong with the backup, store_newer; `KeyTrouble` backup_key_needed, backup_passphrase_wrong,
    backup_code_wrong; `UserError` backup_other_clinic; `Refused` backup_second_needed, backup_second_same; `ClinicError` backup_no_room; `Busy`; OSError; what `told` raises. Then everything is as it was.
    """
    began = time.perf_counter()
    home.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with sole_owner(home):
        swap.finish(home)
        sweep(home)
        with suppress(OSError):
            rotation.finish(home)
        file = BackupFile.read(path)
        present = _present(home, file, by)
        with_key = opened_by(file, by)
        if load_settings(home.settings).restore_needs_two:
            _refuse_without_second(file, with_key, second)
        with workplace(home, 2 * file.header.body.size) as work:
            checked = check_backup(file, with_key.key, work / COPY, told)
            new = work / NEW
            new.mkdir(mode=0o700)
            data_key = present.key or secrets.token_bytes(KEY_BYTES)
            _put_together(work, with_key.key, data_key, checked, told)
            if present.key is None:
                envelope = checked.ways.envelope(file.header.store, CIPHER, data_key)
                write_envelope(new / swap.ENVELOPE, envelope)
            lost = _anchored(home, new, checked, file.header.store)
            now = clock.now()
            kept_as = _kept_as(home, now, present)
            replaces = home.store.exists() or (present.key is None and home.envelope.exists())
            RestoreNote(
                at=to_stored(now),
                by="passphrase" if with_key.operator else "recovery",
                operator=with_key.operator,
                digest=file.digest,
                created=file.header.created,
                head=file.header.head.seq,
                lost=lost,
                kept_in=kept_as if replaces else "",
            ).write(new / swap.TOLD, checked.keys, file.header.store)
            swap.decide(home, new, kept_as)
        swap.finish(home)
    kept = home.folder / kept_as
    return Restored(
        file=path,
        created=from_stored(file.header.created, clock.zone),
        rows=file.header.rows,
        head=file.header.head.seq,
        lost=lost,
        keys=OF_BACKUP if present.key is None else CURRENT,
        kept_in=kept if kept.exists() else None,
        took_s=time.perf_counter() - began,
    )


def verify_without_clinic(home: Home, path: Path, by: Credential, told: Told = unheard) -> Checked:
    """Check a backup where its clinic is not: a new machine, another folder. Nothing stays. Raises as `restore` does."""
    home.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with sole_owner(home):
        file = BackupFile.read(path)
        with workplace(home, file.header.body.size) as work:
            return check_backup(file, opened_by(file, by).key, work / COPY, told)


def _present(home: Home, file: BackupFile, by: Credential) -> _Present:
    """What is there now. Raises `UserError` backup_other_clinic; `Damaged` envelope_newer."""
    try:
        envelope = read_envelope(home.envelope)
    except Damaged as trouble:
        if trouble.code == "envelope_newer":
            raise
        return _Present()
    if envelope.store != file.header.store:
        raise UserError("backup_other_clinic", folder=home.folder)
    try:
        key = _key_of(envelope, by)
    except KeyTrouble:
        return _Present()
    try:
        # As it lies there: opening it for more would fold its log into it.
        with opened(home.store, key) as lane:
            lane.run(contents_of)
    except (ClinicError, OSError, DBAPIError):
        return _Present(key)
    return _Present(key, is_sound=True)


def _key_of(envelope: Envelope, by: Credential) -> bytes:
    """Tried without being counted as a wrong passphrase: it need not be that of today."""
    if by.recovery is not None:
        return envelope.open_with_recovery(by.recovery)
    return envelope.open_with_passphrase(by.passphrase or "")[0]


def _refuse_without_second(file: BackupFile, first: OpenedBackup, second: Credential | None) -> None:
    """Two people by their passphrases: the code is nobody in person. Without the folder's settings, as on a new machine, it suffices."""
    other = opened_by(file, second) if second else None
    if other is None or not (first.operator and other.operator):
        raise Refused("backup_second_needed")
    if other.operator == first.operator:
        raise Refused("backup_second_same")


def _put_together(work: Path, backup_key: bytes, data_key: bytes, checked: Checked, told: Told) -> None:
    """The copy under the data key, checked once more: what was written is what will be opened."""
    copy, store = work / COPY, work / NEW / swap.STORE

    def put(connection: Connection) -> None:
        connection.execute(text("SELECT count(*) FROM sqlite_schema"))
        copy_pages(connection, store, data_key, lambda done, all_: told(Progress(Stage.RESTORE, done, all_)))

    with opened(copy, backup_key) as lane:
        lane.run(put)
    flushed(store)
    try:
        with opened(store, data_key) as lane:
            lane.run(lambda connection: check_pages(connection, store))
            found = lane.run(contents_of)
    except Damaged as trouble:
        raise Damaged("restore_unequal", file=store) from trouble
    if found != checked.contents:
        raise Damaged("restore_unequal", file=store)


def _anchored(home: Home, new: Path, checked: Checked, store: str) -> int:
    """How many rows of the trail the clinic had beyond the backup, by what is kept outside the store. Where nothing beyond it is kept
    there, the head of the backup is anchored.
    """
    head, keys = checked.contents.head, checked.keys
    known = max((one.seq for one in Anchors(home.head, keys, store, None).read().heads), default=0)
    if known < head.seq:
        Anchors(new / swap.HEAD, keys, store, None).write(Head(head.seq, bytes.fromhex(head.mac), head.at))
    return max(0, known - head.seq)


def _kept_as(home: Home, now: datetime, present: _Present) -> str:
    kind = "replaced" if present.is_sound else "damaged"
    return swap.free_folder(home, f"{kind}-{now:%Y-%m-%d}")
