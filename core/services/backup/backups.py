"""Backups of the open clinic: make, list, verify, drill; and whether there is a fresh one.

A backup counts once it was restored to a temporary file and found to be the store it was made of. What was done stands in the trail;
where backups go, and whether old ones may be removed, stands in `settings.toml`, which outlives the store.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from sqlalchemy import func, select

from core.base.clock import from_stored, to_stored
from core.base.errors import ClinicError, Damaged, KeyTrouble
from core.base.paths import Home
from core.base.rights import Right
from core.base.space import free_space
from core.ledger.audit import Action
from core.services.at_work.desk import Desk
from core.services.at_work.roster import holds
from core.services.backup.at_hand import backup_folder
from core.services.backup.before import FromBefore, from_before, remove
from core.services.backup.checking import Checked, Progress, Stage, Told, check_backup, unheard
from core.services.backup.facts import BackupState, Drilled, Listed, Made, Place, Verified, newest_first
from core.services.backup.history import FAILED, UNCHANGED, VERIFIED, BackupHistory
from core.services.backup.making import Plan, make_backup
from core.services.backup.opening import opened_by
from core.services.backup.restored import FROZEN, note_restore
from core.services.backup.restoring import practise
from core.services.backup.schedule import OFF_DISK, OVERDUE, Occasion, Past, is_due, is_old
from core.services.backup.thinning import Kept, superfluous
from core.services.keys.keys import Keys
from core.services.preferences import Preferences
from core.services.trail.anchoring import Anchoring
from core.services.trail.notes import note_rescues
from core.settings.model import Settings
from core.store import schema
from core.store.backup import swap
from core.store.backup.file import BackupFile, lost
from core.store.backup.note import RestoreNote
from core.store.backup.outside import at_home, in_full, refuse_inside
from core.store.backup.target import Target, is_off_disk, name_of
from core.store.backup.work import workplace
from core.store.envelope import read_envelope
from core.store.unlocking import Credential

__all__ = [
    "BackupState",
    "Backups",
    "Drilled",
    "FromBefore",
    "Listed",
    "Made",
    "Occasion",
    "Place",
    "Progress",
    "Stage",
    "Verified",
]

THINNED, DAILY = "on", "daily"

AT_THE_TARGET = frozenset(
    {
        *("backup_target_missing", "backup_target_no_folder", "backup_target_readonly"),
        *("backup_target_full", "backup_target_no_room", "backup_target_lost", "backup_target_inside"),
        "folder_not_in_full",
    }
)
"""Codes that say that the folder backups go to is at fault, and not the clinic."""

Practice = Callable[[Home, Credential], int]
"""Opens the clinic of a home for practice and counts its records."""


class Backups:
    """Of the open clinic. Everything long hears `told`; what that raises ends the work and undoes it."""

    def __init__(
        self,
        desk: Desk,
        home: Home,
        anchoring: Anchoring,
        keys: Keys,
        opens: Practice,
    ) -> None:
        """`keys` say whom backups are sealed to; `opens` opens the clinic of a home and says how many records it has."""
        self._desk, self._home, self._anchoring = desk, home, anchoring
        self._keys, self._opens = keys, opens
        self._preferences = Preferences(home)
        self._history = BackupHistory(desk)
        self.restored: RestoreNote | None = None
        """The restore this opening is the first after."""

    def look(self) -> BackupState:
        """How it stands. Anybody may ask. Raises `UserError` settings_invalid."""
        settings = self._preferences.read().settings
        now, since = self._desk.clock.now(), self._history.clinic_since()
        made = self._history.made()
        done = [one for one in made if one.outcome == VERIFIED]
        last = self._history.newest()
        last_off = next((one.at for one in done if one.detail.get("off_disk")), None)
        failed = next((one for one in made[:1] if one.outcome == FAILED), None)
        return BackupState(
            folder=self._folder(settings),
            daily=settings.backup_schedule == DAILY,
            frozen=self._is_frozen(),
            verified=last,
            off_disk=last_off,
            is_overdue=is_old(last, since, now, OVERDUE),
            is_none_off_disk=is_old(last_off, since, now, OFF_DISK),
            failure=failed.reason if failed else "",
            failed=failed.at if failed else None,
        )

    def place(self) -> Place:
        """Where backups go, as it is now. Anybody may ask. Raises `UserError` settings_invalid."""
        folder = self._target(None).folder
        is_there = folder.is_dir() or folder == self._home.backups
        near = folder if folder.is_dir() else self._home.folder
        try:
            free = free_space(near) if is_there else None
        except OSError:
            free = None
        return Place(folder, is_there, is_off_disk(folder, self._home.folder), free)

    def note_restore(self) -> None:
        """At the opening: tell the trail of a restore and of rescues it does not know of. Where that cannot be written, the next opening
        does.
        """
        with suppress(OSError, ClinicError):
            self.restored = note_restore(self._desk, self._home)
        with suppress(OSError, ClinicError):
            note_rescues(self._desk, self._home, read_envelope(self._home.envelope).store)

    def records(self) -> int:
        """How many patients there are."""
        query = select(func.count()).select_from(schema.patients)
        return self._desk.read(lambda connection: connection.scalar(query)) or 0

    def is_due(self, occasion: Occasion) -> bool:
        """Whether to make one now without being asked. Raises `UserError` settings_invalid."""
        state = self.look()
        done = next((one for one in self._history.made() if one.outcome == VERIFIED), None)
        changed = self._history.is_changed_since(done.seq if done else 0)
        past = Past(state.verified, state.failed, changed)
        return is_due(occasion, past, self._desk.clock.now(), daily=state.daily)

    def make(self, folder: Path | None = None, told: Told = unheard) -> Made:
        """Make one, verify it, then remove what is superfluous beside it. `folder` stands in for the chosen one.

        Raises `Refused` not_allowed; `UserError` folder_not_in_full, backup_target_inside, backup_target_missing,
        backup_target_no_folder, backup_target_readonly;
        `ClinicError` backup_target_full, backup_target_no_room, backup_target_lost, backup_no_room; `Damaged`; `KeyTrouble`
        recovery_absent. A failure leaves its row, and nothing under the final name.
        """
        self._desk.require(Right.BACKUP)
        return self._make(folder, told)

    def make_by_itself(self, occasion: Occasion, told: Told = unheard) -> Made:
        """The same to the chosen folder because it is due: the clinic's own doing, which needs nobody's right."""
        self._desk.in_present_role()
        return self._make(None, told, occasion)

    def make_before_change(self, told: Told = unheard) -> Made:
        """The same before the clinic is changed as a whole. Where the chosen folder does not take it, it goes beside the clinic: nothing is
        changed without one. Raises as `make`.
        """
        self._desk.in_present_role()
        try:
            return self._make(None, told, Occasion.BEFORE_CHANGE)
        except ClinicError as error:
            if error.code not in AT_THE_TARGET or self._target(None).folder == self._home.backups:
                raise
        return self._make(self._home.backups, told, Occasion.BEFORE_CHANGE)

    def listed(self, folder: Path | None = None) -> list[Listed]:
        """Every backup in a folder, newest first. Raises `Refused` not_allowed; OSError."""
        self._desk.require(Right.BACKUP)
        verified = self._history.verified()
        store = read_envelope(self._home.envelope).store
        found = []
        for path in self._target(folder).files():
            one = Listed.of(path, self._desk.clock.zone, store)
            found.append(one.seen(verified.get(one.digest)))
        return newest_first(found)

    def verify(self, file: Path, by: Credential | None = None, told: Told = unheard) -> Verified:
        """Restore it to a temporary file and check it, by the code or an admin's passphrase. Without either it is read from end to end
        and held against what was verified before.

        Raises `Refused` not_allowed; `Damaged` naming what is wrong with it; `KeyTrouble` wrong_passphrase, recovery_wrong,
        backup_key_needed; OSError. A failure leaves its row.
        """
        self._desk.require(Right.BACKUP)
        began = time.perf_counter()
        with self._history.telling(Action.BACKUP_VERIFY) as row:
            told = row.hearing(told)
            found = BackupFile.read(file)
            row.detail |= {"name": file.name, "digest": found.digest, "head": found.header.head.seq}
            with workplace(self._home, found.header.body.size) as work:
                copy = work / "copy.db"
                if by is None:
                    self._refuse_unknown(found)
                    found.copy_out(copy, lambda done, total: told(Progress(Stage.READ, done, total)))
                    outcome, trail_whole = UNCHANGED, True
                else:
                    checked = check_backup(found, opened_by(found, by).key, copy, told)
                    outcome, trail_whole = VERIFIED, not checked.trail
            took = time.perf_counter() - began
            row.done(outcome, size=found.size, seconds=round(took, 1))
        return Verified(file, outcome, took, found.header.rows, found.header.head.seq, trail_whole)

    def drill(self, file: Path, by: Credential, told: Told = unheard) -> Drilled:
        """Restore it for practice into a folder of its own, open that and count its records. Raises as `verify` does."""
        self._desk.require(Right.BACKUP)
        began = time.perf_counter()
        with self._history.telling(Action.BACKUP_DRILL) as row:
            told = row.hearing(told)
            found = BackupFile.read(file)
            row.detail |= {"name": file.name, "digest": found.digest, "head": found.header.head.seq}
            with workplace(self._home, 3 * found.header.body.size) as work:
                other = Home(work / "clinic")
                practise(other, file, by, clock=self._desk.clock, told=told)
                records = self._opens(other, by)
            took = time.perf_counter() - began
            row.done(VERIFIED, seconds=round(took, 1), records=records)
        return Drilled(file, took, records, found.header.head.seq)

    def confirm_thinning(self) -> None:
        """An admin has seen that what was restored is right: old backups may be removed again. Raises `Refused` not_allowed."""
        self._desk.require(Right.BACKUP)
        self._desk.change(lambda change: change.trail.record(Action.BACKUP_THINNING))
        self._preferences.change(self._preferences.read(), {"backup_thinning": THINNED})

    def from_before(self) -> tuple[FromBefore, ...]:
        """What restores and changes of the tables left in the data folder. Raises `Refused` not_allowed; OSError."""
        self._desk.require(Right.BACKUP)
        return from_before(self._home, self._verified_in(self._target(None)), is_held=self._is_frozen())

    def tidy(self) -> tuple[str, ...]:
        """Remove what is superfluous of it; the names of what is gone. Raises as `from_before`."""
        superfluous = [one for one in self.from_before() if one.may_go]
        gone = remove(superfluous)
        if gone:
            self._desk.change(lambda change: change.trail.record(Action.BACKUP_TIDY, names=gone))
        return gone

    def _make(self, folder: Path | None, told: Told, occasion: str = "") -> Made:
        began = time.perf_counter()
        settings = self._preferences.read().settings
        with self._history.telling(Action.BACKUP_MAKE) as row:
            row.detail |= {"occasion": occasion} if occasion else {}
            target = Target(in_full(self._folder(settings) if folder is None else folder))
            file, checked = self._made(target, settings, row.hearing(told))
            took, head = time.perf_counter() - began, file.header.head.seq
            made = Made(
                file=file.path,
                size=file.size,
                took_s=took,
                rows=file.header.rows,
                head=head,
                off_disk=is_off_disk(target.folder, self._home.folder),
                trail_whole=not checked.trail,
            )
            row.done(
                VERIFIED,
                digest=file.digest,
                name=file.path.name,
                size=file.size,
                seconds=round(took, 1),
                head=head,
                off_disk=made.off_disk,
                trail=sorted({one.kind.value for one in checked.trail}),
            )
        with suppress(OSError, ClinicError):
            self._thin_out(target)
        return made

    def _made(self, target: Target, settings: Settings, told: Told) -> tuple[BackupFile, Checked]:
        refuse_inside(self._home, target.folder)
        if target.folder == self._home.backups:
            target.folder.mkdir(mode=0o700, exist_ok=True)
        target.sweep(name_of(settings.clinic_name))
        # A full disk must not keep a backup from going to a stick.
        with suppress(OSError, ClinicError):
            self._anchoring.anchor()
        recovery = read_envelope(self._home.envelope).recovery_wrap
        now = self._desk.clock.now()
        plan = Plan(
            home=self._home,
            target=target,
            clinic=settings.clinic_name,
            created=to_stored(now),
            day=now.date().isoformat(),
            program=self._desk.book.program,
            seals=self._keys.backup_seals,
            admins=[one.name for one in self._desk.roster.active if holds(one, Right.RESTORE)],
            confirmed=recovery is not None and recovery.confirmed,
            size=self._home.store.stat().st_size,
        )
        with self._desk.store.aside() as lane:
            try:
                return make_backup(lane, plan, told)
            except OSError as error:
                raise lost(error, target.folder) from error

    def _thin_out(self, target: Target) -> None:
        """Remove what is superfluous of this clinic's verified backups. Raises OSError."""
        if self._is_frozen():
            return
        kept = self._verified_in(target)
        names = superfluous(kept, self._desk.clock.now())
        gone = tuple(name for name in names if _removed(target.folder / name))
        if gone:
            self._desk.change(
                lambda change: change.trail.record(Action.BACKUP_THIN, names=gone, left=len(kept) - len(gone))
            )

    def _verified_in(self, target: Target) -> list[Kept]:
        """This clinic's backups that the trail knows as verified. Raises OSError."""
        verified, zone = self._history.verified(), self._desk.clock.zone
        store = read_envelope(self._home.envelope).store
        kept = []
        for path in target.files():
            with suppress(Damaged, OSError):
                one = BackupFile.read(path)
                if one.header.store == store and one.digest in verified:
                    kept.append(Kept(path.name, one.header.head.seq, from_stored(one.header.created, zone)))
        return kept

    def _is_frozen(self) -> bool:
        """Also before the first opening after a restore has said so."""
        note = self._home.folder / swap.TOLD
        return note.exists() or self._preferences.read().settings.backup_thinning == FROZEN

    def _refuse_unknown(self, found: BackupFile) -> None:
        """Without a key only a backup that was verified before can be told to be right."""
        if found.digest not in self._history.verified():
            raise KeyTrouble("backup_key_needed")

    def _folder(self, settings: Settings) -> Path:
        return backup_folder(self._home, settings)

    def _target(self, folder: Path | None) -> Target:
        return Target(
            at_home(folder).absolute()
            if folder is not None
            else self._folder(self._preferences.read().settings)
        )


def _removed(path: Path) -> bool:
    try:
        path.unlink()
    except OSError:
        return False
    return True
