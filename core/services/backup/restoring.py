"""Restoring a clinic from a backup. Where there is none, or none that could say who may, it needs the file and the code or an admin's
passphrase of its day; over a clinic that is there it needs somebody of today (`present`).

Everything is made and checked beside it; then one rename decides (`core.store.backup.swap`). Whose keys open it afterwards: where the
present envelope is whole it stays, and the records come back under its data key, so that nobody who was taken out since can come in.
Otherwise there is a new data key, and everybody who could open the clinic on the day of the backup can again. The key of the backup
itself never opens a store: it may lie on more than one stick.
"""

import secrets
import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection, text

from core.base.clock import Clock, from_stored, to_stored
from core.base.errors import Damaged, Refused, UserError
from core.base.paths import Home
from core.base.ports import Head
from core.base.rights import TwoPersonRule
from core.ledger.anchor import Anchors
from core.services.backup.checking import Checked, Progress, Stage, Told, check_backup, unheard
from core.services.backup.facts import Restored, Verified
from core.services.backup.history import VERIFIED
from core.services.backup.opening import OpenedBackup, opened_by
from core.services.backup.present import NumbersGiven, Present, envelope_of, present_clinic, second_of_today
from core.services.keys.presence import is_set_up
from core.store import rotation
from core.store.backup import swap
from core.store.backup.contents import check_pages, contents_of, flushed, opened
from core.store.backup.file import BackupFile
from core.store.backup.note import RestoreNote
from core.store.backup.work import sweep, workplace
from core.store.database import CIPHER, copy_pages, open_store
from core.store.envelope import write_envelope
from core.store.patients import give_none_up_to, numbers_given
from core.store.store import sole_owner
from core.store.unlocking import Credential
from core.store.wraps import KEY_BYTES

CURRENT, OF_BACKUP = "current", "backup"
COPY, NEW = "copy.db", "new"


def restore(
    home: Home,
    path: Path,
    by: Credential,
    *,
    clock: Clock,
    today: Credential | None = None,
    second: Credential | None = None,
    told: Told = unheard,
) -> Restored:
    """Put a clinic back, whether or not there is one. What was there is kept beside it. `by` opens the backup; `today` the clinic that
    is there, where `by` does not; `second` is who else says yes, where the clinic wants two people.

    Raises `Damaged` naming what is wrong with the backup, store_newer; `KeyTrouble` backup_key_needed, backup_passphrase_wrong,
    backup_code_wrong, backup_not_of_today; `UserError` backup_other_clinic; `Refused` restore_not_allowed, backup_second_needed,
    backup_second_same, backup_second_unknown; `ClinicError` backup_no_room; `Busy`; OSError; what `told` raises. Then everything is
    as it was; but a wrong `today` or `second` counts as a wrong passphrase, and there is `KeyTrouble` too_many_tries.
    """
    return _put_back(home, path, by, clock, told, today=today, second=second)


def practise(home: Home, path: Path, by: Credential, *, clock: Clock, told: Told = unheard) -> Restored:
    """Put it into a folder that has none, to see whether it can be done. Nothing takes the place of anything, so one person may, whatever
    the clinic's rules. Raises as `restore` does; `UserError` already_set_up where there is a clinic.
    """
    if is_set_up(home):
        raise UserError("already_set_up", folder=home.folder)
    return _put_back(home, path, by, clock, told, for_practice=True)


def _put_back(
    home: Home,
    path: Path,
    by: Credential,
    clock: Clock,
    told: Told,
    *,
    today: Credential | None = None,
    second: Credential | None = None,
    for_practice: bool = False,
) -> Restored:
    began = time.perf_counter()
    home.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with sole_owner(home):
        swap.finish(home)
        sweep(home)
        with suppress(OSError):
            rotation.finish(home)
        file = BackupFile.read(path)
        envelope = envelope_of(home, file.header.store)
        with_key = opened_by(file, by)
        present = present_clinic(home, envelope, by, today, clock)

        def refuse_alone(rules: frozenset[TwoPersonRule]) -> None:
            if for_practice or TwoPersonRule.RESTORE not in rules:
                return
            if envelope is None or present.key is None:
                _refuse_without_second(file, with_key, second)
            else:
                second_of_today(home, present, second)

        if present.is_sound:
            refuse_alone(present.rules)
        with workplace(home, 2 * file.header.body.size) as work:
            checked = check_backup(file, with_key.key, work / COPY, told)
            if not present.is_sound:
                refuse_alone(checked.rules)
            new = work / NEW
            new.mkdir(mode=0o700)
            data_key = present.key or secrets.token_bytes(KEY_BYTES)
            known = _known_head(home, checked, file.header.store)
            _put_together(work, with_key.key, data_key, checked, told)
            _hold_back(new / swap.STORE, data_key, present, checked, known)
            if present.key is None:
                write_envelope(
                    new / swap.ENVELOPE, checked.ways.envelope(file.header.store, CIPHER, data_key)
                )
            if known < file.header.head.seq:
                _anchor(new, checked, file.header.store)
            lost = max(0, known - file.header.head.seq)
            now = clock.now()
            kept_as = _kept_as(home, now, present)
            replaces = home.store.exists() or (present.key is None and home.envelope.exists())
            person = with_key.operator if present.key is None else present.operator
            RestoreNote(
                at=to_stored(now),
                by="passphrase" if person else "recovery",
                operator=person,
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


def verify_without_clinic(home: Home, path: Path, by: Credential, told: Told = unheard) -> Verified:
    """Check a backup where its clinic is not: a new machine, another folder. Nothing stays. Raises as `restore` does."""
    began = time.perf_counter()
    home.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with sole_owner(home):
        file = BackupFile.read(path)
        with workplace(home, file.header.body.size) as work:
            checked = check_backup(file, opened_by(file, by).key, work / COPY, told)
    took, contents = time.perf_counter() - began, checked.contents
    return Verified(path, VERIFIED, took, contents.rows, contents.head.seq, not checked.trail)


def _refuse_without_second(file: BackupFile, first: OpenedBackup, second: Credential | None) -> None:
    """Two people of the day of the backup, where nobody of today can be asked. The code alone suffices: on a new machine there is nothing
    else, and it is the clinic's and not one person's.
    """
    if not first.operator:
        return
    other = opened_by(file, second) if second else None
    if other is None or not other.operator:
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


def _hold_back(path: Path, key: bytes, present: Present, checked: Checked, known: int) -> None:
    """No number is given out that may stand on somebody's paper (T23): neither one the store that was there gave, nor, where that
    cannot be read, one that a row of the trail that is gone may have given.
    """
    engine = open_store(path, key)
    try:
        with engine.begin() as connection:
            seen = [NumbersGiven(checked.contents.head.seq, numbers_given(connection))]
            if present.given:
                seen.append(present.given)
            give_none_up_to(connection, max(seen, key=lambda one: one.head).by(known))
    finally:
        engine.dispose()
    flushed(path)


def _known_head(home: Home, checked: Checked, store: str) -> int:
    """How many rows the trail of the clinic had, by what is kept outside the store; 0 when nothing is."""
    return max((one.seq for one in Anchors(home.head, checked.keys, store, None).read().heads), default=0)


def _anchor(new: Path, checked: Checked, store: str) -> None:
    """Keep the head of the backup outside the store."""
    head = checked.contents.head
    anchors = Anchors(new / swap.HEAD, checked.keys, store, None)
    anchors.write(Head(head.seq, bytes.fromhex(head.mac), head.at))


def _kept_as(home: Home, now: datetime, present: Present) -> str:
    kind = "replaced" if present.is_sound else "damaged"
    return swap.free_folder(home, f"{kind}-{now:%Y-%m-%d}")
