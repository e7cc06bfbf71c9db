"""The keys of a clinic: who can open it, a new recovery code, another passphrase, the keyring.

Each change asks again for what opens the store: an unlocked window that was left alone changes no key, and no data key is kept
in memory for it. A change re-wraps the data key and never touches the records; the audit row of a change and the new envelope go
together. The key itself is replaced by `core.services.keys.rotation`.
"""

import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TypeVar

from core.base.errors import KeyTrouble, Refused, UserError
from core.base.passphrase import refuse_weak
from core.base.paths import Home
from core.base.recovery_code import RecoveryCode
from core.base.rights import Right
from core.events.model import KeysChanged
from core.ledger.audit import Action
from core.services.at_work.desk import Change, Desk
from core.services.keys.at_hand import KeyringUse, KeysAtHand, Way, at_hand, key_state, keys_at_hand
from core.services.keys.states import ACTIONS, KeyAction, KeyState, offered, state_meant
from core.store.backup_seals import BackupSeals
from core.store.envelope import Envelope, read_envelope, write_envelope
from core.store.keys import KeyVault
from core.store.unlocking import Credential, Road, Unlocked, unlock, with_keyring
from core.store.wraps import passphrase_wrap, recovery_wrap

__all__ = [
    "ACTIONS",
    "BackupSeals",
    "Credential",
    "KeyAction",
    "KeyState",
    "KeyringUse",
    "Keys",
    "KeysAtHand",
    "Road",
    "Way",
    "key_state",
    "keys_at_hand",
    "offered",
    "state_meant",
]

T = TypeVar("T")


class Keys:
    """The keys of the open clinic.

    `backup_seals` says whom backups are sealed to; it is made anew with every change, so ask for it each time.
    """

    def __init__(self, desk: Desk, home: Home, vault: KeyVault, backup_seals: BackupSeals) -> None:
        self._desk, self._home, self._vault = desk, home, vault
        self.backup_seals = backup_seals
        self.turn = threading.Lock()
        """Held by whoever replaces the envelope or the data key."""

    def at_hand(self) -> KeysAtHand:
        """The ways into the store. Raises `Damaged`, OSError."""
        return at_hand(read_envelope(self._home.envelope))

    def new_recovery_code(self, by: Credential) -> RecoveryCode:
        """A new recovery code, unconfirmed. The old one opens nothing any more, nor backups made from now on.

        Whoever finds the window open must not walk away with a way in of their own: while there is a passphrase, it or the old code
        is asked for. Raises `KeyTrouble` passphrase_needed; and as `unlock` does.
        """
        self._desk.require(Right.KEYS)

        def change(unlocked: Unlocked) -> tuple[Envelope, RecoveryCode]:
            if unlocked.road is Road.KEYRING and unlocked.envelope.operators:
                raise KeyTrouble("passphrase_needed")
            code = RecoveryCode.new()
            wrap = recovery_wrap(unlocked.envelope.store, unlocked.key, code)
            return unlocked.envelope.with_wrap(wrap), code

        return self.changed(by, Action.KEYS_RECOVERY_NEW, change, revokes=True)

    def confirm_recovery_code(self, code: RecoveryCode) -> None:
        """The code was written down: whoever has it here has it. Raises `KeyTrouble` recovery_absent, recovery_wrong."""
        self._desk.in_present_role()

        def change(unlocked: Unlocked) -> tuple[Envelope, None]:
            wrap = unlocked.envelope.recovery_wrap
            if wrap is None:
                raise KeyTrouble("recovery_absent")
            return unlocked.envelope.with_wrap(wrap.model_copy(update={"confirmed": True})), None

        self.changed(Credential(recovery=code), Action.KEYS_RECOVERY_CONFIRM, change)

    def change_passphrase(self, by: Credential, passphrase: str, operator: str = "") -> str:
        """Another passphrase for the operator whose passphrase is given, or, by the recovery code, for a named one; whose it is.

        Where the keyring alone opens the clinic, the code gives its operator a passphrase again. Raises `UserError` empty_passphrase,
        unknown_operator; `KeyTrouble` passphrase_needed when only the keyring is there, and as `unlock` does.
        """
        self._desk.in_present_role()
        if by.road is Road.KEYRING:
            raise KeyTrouble("passphrase_needed")

        def change(unlocked: Unlocked) -> tuple[Envelope, str]:
            envelope = unlocked.envelope
            known = envelope.operators or tuple(wrap.operator for wrap in [envelope.keyring_wrap] if wrap)
            name = operator or (unlocked.operator if by.road is Road.PASSPHRASE else _only(known))
            if name not in known or (by.road is Road.PASSPHRASE and name != unlocked.operator):
                raise UserError("unknown_operator", operator=name)
            refuse_weak(passphrase, (name, self._desk.settings().clinic_name))
            refuse_taken(envelope, passphrase)
            return envelope.with_wrap(passphrase_wrap(envelope.store, unlocked.key, passphrase, name)), name

        return self.changed(by, Action.KEYS_PASSPHRASE, change, revokes=True)

    def keyring_on(self, by: Credential) -> None:
        """The keyring of this account opens the clinic from now on, as the one operator there is.

        Raises `Refused` several_operators; `KeyTrouble` keyring_unavailable, keyring_locked, keyring_refused; and as `unlock` does.
        """
        self._desk.require(Right.KEYS)

        def change(unlocked: Unlocked) -> tuple[Envelope, None]:
            if unlocked.road is Road.KEYRING:
                raise KeyTrouble("passphrase_needed")
            return self._with_keyring(unlocked), None

        self.changed(by, Action.KEYS_KEYRING_ON, change)

    def keyring_off(self, by: Credential) -> None:
        """The keyring opens nothing any more, and keeps nothing. Raises `KeyTrouble` keyring_off; `Refused` too_few_keys; as `unlock`."""
        self._desk.require(Right.KEYS)
        entries: list[str] = []

        def change(unlocked: Unlocked) -> tuple[Envelope, None]:
            wrap = unlocked.envelope.keyring_wrap
            entries.extend([wrap.entry] if wrap else [])
            return unlocked.envelope.without_keyring(), None

        self.changed(by, Action.KEYS_KEYRING_OFF, change, revokes=True)
        for entry in entries:
            # A keyring that cannot be asked keeps a key that opens nothing.
            with suppress(KeyTrouble):
                self._vault.forget(entry)

    def keyring_only(self, by: Credential) -> None:
        """Take the passphrase away: whoever is logged in to this account of the system opens the clinic; else the recovery code does.

        Raises `Refused` several_operators, recovery_unconfirmed; `KeyTrouble` passphrase_needed, and as `keyring_on`.
        """
        self._desk.require(Right.KEYS)

        def change(unlocked: Unlocked) -> tuple[Envelope, None]:
            code = unlocked.envelope.recovery_wrap
            if unlocked.road is Road.KEYRING:
                raise KeyTrouble("passphrase_needed")
            if code is None or not code.confirmed:
                raise Refused("recovery_unconfirmed")
            return self._with_keyring(unlocked).keyring_only(), None

        self.changed(by, Action.KEYS_KEYRING_ONLY, change, revokes=True)

    def _with_keyring(self, unlocked: Unlocked) -> Envelope:
        envelope = unlocked.envelope
        if len(envelope.operators) > 1:
            raise Refused("several_operators")
        kept = envelope.keyring_wrap
        operator = next(iter(envelope.operators), kept.operator if kept else unlocked.operator)
        changed, outcome = with_keyring(envelope, unlocked.key, operator, self._vault)
        if outcome != "ok":
            raise KeyTrouble(outcome)
        return changed

    def changed(
        self,
        by: Credential,
        action: Action,
        change: Callable[[Unlocked], tuple[Envelope, T]],
        *,
        also: Callable[[Change], Mapping[str, object]] = lambda _: {},
        revokes: bool = False,
    ) -> T:
        """Change the envelope, for whoever opens it again. What `also` changes in the store goes with it; it gives the detail of the
        row. For services: each begins with its own right. Raises as `unlock` does.
        """
        with self.turn:
            unlocked = unlock(self._home.envelope, self._vault, by)
            changed, result = change(unlocked)

            def work(made: Change) -> T:
                made.trail.record(action, by=by.road, **also(made))  # type: ignore[arg-type]
                made.announce(KeysChanged())
                # Last in the transaction: an envelope that cannot be written takes the row with it.
                write_envelope(self._home.envelope, changed, revokes=revokes)
                return result

            try:
                self._desk.change(work)
            except BaseException:
                self._forget_new(unlocked.envelope, changed)
                raise
            self.backup_seals = changed.seals(unlocked.key)
        return result

    def _forget_new(self, before: Envelope, changed: Envelope) -> None:
        """A key in the keyring that no envelope knows of is not left behind."""
        made, kept = changed.keyring_wrap, before.keyring_wrap
        if made is not None and (kept is None or made.entry != kept.entry):
            with suppress(KeyTrouble):
                self._vault.forget(made.entry)


def _only(operators: tuple[str, ...]) -> str:
    """The one operator there is; with more, one has to be named."""
    if len(operators) != 1:
        raise UserError("operator_required", operators=", ".join(operators))
    return operators[0]


def refuse_taken(envelope: Envelope, passphrase: str) -> None:
    """A passphrase says who is at work, so no two operators may have the same. Raises `UserError` passphrase_taken."""
    try:
        envelope.open_with_passphrase(passphrase)
    except KeyTrouble:
        return
    raise UserError("passphrase_taken")
