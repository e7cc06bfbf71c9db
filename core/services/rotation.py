"""Another data key for the open clinic, behind a backup of what there is.

Whoever finds the window open must not do it: the operator at work is asked again. Nothing is replaced before a backup of the
moment was made and verified.
"""

import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from sqlalchemy import Connection

from core.base.paths import Home
from core.base.rights import Right, TwoPersonRule
from core.events.model import KeysChanged
from core.ledger.audit import Action, Trail
from core.services.at_work.desk import Desk
from core.services.backup.backups import Backups, Progress
from core.services.keys.keys import Keys
from core.store import rotation
from core.store.audit_rows import StoredAuditRows
from core.store.envelope import Envelope
from core.store.envelope_turn import turn
from core.store.rotation import Step
from core.store.unlocking import Credential, Unlocked
from core.store.wraps import KEY_BYTES

__all__ = ["Rotation", "Step"]

Told = Callable[[Step, int, int], None]


class Rotation:
    """Replaces the data key. Every way into the store stays as it is."""

    def __init__(self, desk: Desk, home: Home, keys: Keys, backups: Backups) -> None:
        self._desk, self._home = desk, home
        self._keys, self._backups = keys, backups

    def rotate(self, by: Credential, told: Told = lambda *_: None, second: Credential | None = None) -> None:
        """Make a backup, copy the store under a new key into a new file, verify it, and put it in the old one's place.

        Reading and writing wait while it is copied: about a minute for 1 GB. `told` hears how far it is; what it raises before the last
        step ends the work, and everything is as it was. Raises `KeyTrouble` recovery_absent; `ClinicError` disk_full;
        `Busy` while a backup reads the store; `Refused` as `Desk.require_second` does; `Damaged` wrap_altered,
        rotation_unequal, store_damaged; as `Keys.asked_again` does; and as `Backups.make_before_change`.
        """
        self._desk.require(Right.KEYS)
        self._desk.require_second(TwoPersonRule.ROTATION, second, first=by)
        with turn(self._home.envelope):
            unlocked = self._keys.asked_again(by, keyring_will_do=True)
            new_key = secrets.token_bytes(KEY_BYTES)
            envelope = unlocked.envelope.holding(new_key, unlocked.key)
            rotation.refuse_without_room(self._home)
            self._backups.make_before_change(partial(_told_of_backup, told))
            self._replace(unlocked, envelope, new_key, told)
        self._desk.bus.publish(KeysChanged())

    def _replace(self, unlocked: Unlocked, envelope: Envelope, new_key: bytes, told: Told) -> None:
        actor = self._desk.actor

        def row(connection: Connection) -> None:
            desk = self._desk
            trail = Trail(StoredAuditRows(connection), desk.book, actor, desk.clock.now())
            trail.record(Action.KEYS_ROTATE, by=unlocked.road)

        def swap() -> bytes:
            rotation.rotate(self._home, envelope, (unlocked.key, new_key), row, told)
            return new_key

        self._desk.store.exchange(unlocked.key, swap)
        self._keys.backup_seals = envelope.seals(new_key)
        # What is left of the old goes at the next opening at the latest.
        with suppress(OSError):
            rotation.forget_old(self._home)


def _told_of_backup(told: Told, progress: Progress) -> None:
    told(Step.BACKUP, progress.done, progress.total)
