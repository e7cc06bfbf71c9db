"""The keys of a clinic: who can open it, a new recovery code, another passphrase; and the state of the keys without opening.

Each change asks again for what opens the store: an unlocked window that was left alone changes no key, and no data key is kept
in memory for it. A change re-wraps the data key and never touches the records. Its audit row and the new envelope go together.
"""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from core.base.clock import uptime_s
from core.base.errors import Damaged, KeyTrouble, UserError
from core.base.paths import Home
from core.base.recovery_code import RecoveryCode
from core.base.text import is_missing
from core.ledger.audit import Action
from core.services.desk import Change, Desk
from core.store.envelope import (
    BY_RECOVERY,
    AnyWrap,
    Envelope,
    KeyringWrap,
    PassphraseWrap,
    RecoveryWrap,
    passphrase_wrap,
    read_envelope,
    recovery_wrap,
    write_envelope,
)
from core.store.failed_logins import FailedLogins
from core.store.keys import KeyVault
from core.store.store import Store, sole_owner
from core.store.unlocking import Credential, Road, Unlocked, unlock

T = TypeVar("T")


class KeyState(StrEnum):
    """What a person meets who opens the clinic with nothing but the keyring. Each has one sentence: `keys.state.<value>`."""

    READY = "ready"
    NOT_SET_UP = "not_set_up"
    PASSPHRASE = "passphrase"  # noqa: S105 - a name
    UNAVAILABLE = "unavailable"
    LOCKED = "locked"
    MISSING = "missing"
    WRONG = "wrong"
    STORE_ABSENT = "store_absent"
    STORE_DAMAGED = "store_damaged"
    KEYS_ABSENT = "keys_absent"
    KEYS_DAMAGED = "keys_damaged"
    NEWER = "newer"


_MEANS = {
    "passphrase_needed": KeyState.PASSPHRASE,
    "keyring_unavailable": KeyState.UNAVAILABLE,
    "keyring_locked": KeyState.LOCKED,
    "keyring_missing": KeyState.MISSING,
    "keyring_elsewhere": KeyState.MISSING,
    "keyring_wrong": KeyState.WRONG,
    "wrong_key": KeyState.WRONG,
    "envelope_missing": KeyState.KEYS_ABSENT,
    "envelope_damaged": KeyState.KEYS_DAMAGED,
    "envelope_newer": KeyState.NEWER,
    "store_missing": KeyState.STORE_ABSENT,
    "store_empty": KeyState.STORE_ABSENT,
    "store_newer": KeyState.NEWER,
    "store_plain": KeyState.STORE_DAMAGED,
    "store_damaged": KeyState.STORE_DAMAGED,
    "store_structure": KeyState.STORE_DAMAGED,
}


def key_state(home: Home, vault: KeyVault) -> KeyState:
    """The state of a clinic's keys, told without opening it. Nothing is written. Raises `Busy`, OSError."""
    if not home.folder.is_dir() or not (home.store.exists() or home.envelope.exists()):
        return KeyState.NOT_SET_UP
    with sole_owner(home):
        try:
            read_envelope(home.envelope)
            if not home.store.exists() or not home.store.stat().st_size:
                return KeyState.STORE_ABSENT
            unlocked = unlock(home.envelope, vault, Credential())
            Store.look(home.store, unlocked.key)
        except (Damaged, KeyTrouble) as trouble:
            return _MEANS[trouble.code]
    return KeyState.READY


@dataclass(frozen=True, slots=True)
class Way:
    """One way into the store. `operator` is empty for the recovery code, which belongs to the clinic."""

    kind: Road
    operator: str = ""
    backend: str = ""


@dataclass(frozen=True, slots=True)
class KeysAtHand:
    """What stands in the envelope: no secret. `confirmed` is None when there is no recovery code."""

    ways: tuple[Way, ...]
    confirmed: bool | None
    failures: int
    wait_s: float


def keys_at_hand(home: Home) -> KeysAtHand:
    """The ways into the store, and how many wrong passphrases there were. Raises `Damaged`, OSError."""
    return _at_hand(read_envelope(home.envelope))


class Keys:
    """The keys of the open clinic."""

    def __init__(self, desk: Desk, home: Home, vault: KeyVault) -> None:
        self._desk, self._path, self._vault = desk, home.envelope, vault

    def at_hand(self) -> KeysAtHand:
        """The ways into the store. Raises `Damaged`, OSError."""
        return _at_hand(read_envelope(self._path))

    def new_recovery_code(self, by: Credential) -> RecoveryCode:
        """A new recovery code, unconfirmed. The old one opens nothing any more, nor backups made from now on.

        Raises as `unlock` does.
        """

        def change(unlocked: Unlocked) -> tuple[Envelope, RecoveryCode]:
            code = RecoveryCode.new()
            wrap = recovery_wrap(unlocked.envelope, unlocked.key, code)
            return unlocked.envelope.with_wrap(wrap), code

        return self._change(by, Action.KEYS_RECOVERY_NEW, change, revokes=True)

    def confirm_recovery_code(self, code: RecoveryCode) -> None:
        """The code was written down: whoever has it here has it. Raises `KeyTrouble` recovery_absent, recovery_wrong."""

        def change(unlocked: Unlocked) -> tuple[Envelope, None]:
            wrap = unlocked.envelope.recovery_wrap
            if wrap is None:
                raise KeyTrouble("recovery_absent")
            return unlocked.envelope.with_wrap(wrap.model_copy(update={"confirmed": True})), None

        self._change(Credential(recovery=code), Action.KEYS_RECOVERY_CONFIRM, change)

    def change_passphrase(self, by: Credential, passphrase: str, operator: str = "") -> str:
        """Another passphrase for the operator whose passphrase is given, or, by the recovery code, for a named one; whose it is.

        Raises `UserError` empty_passphrase, unknown_operator; `KeyTrouble` passphrase_needed when only the keyring is there, and as
        `unlock` does.
        """
        if by.road is Road.KEYRING:
            raise KeyTrouble("passphrase_needed")

        def change(unlocked: Unlocked) -> tuple[Envelope, str]:
            known = unlocked.envelope.operators
            name = operator or (unlocked.operator if by.road is Road.PASSPHRASE else _only(known))
            if name not in known or (by.road is Road.PASSPHRASE and name != unlocked.operator):
                raise UserError("unknown_operator", operator=name)
            _refuse_taken(unlocked.envelope, passphrase)
            wrap = passphrase_wrap(unlocked.envelope, unlocked.key, passphrase, name)
            return unlocked.envelope.with_wrap(wrap), name

        return self._change(by, Action.KEYS_PASSPHRASE, change, revokes=True)

    def add_operator(self, by: Credential, operator: str, passphrase: str) -> None:
        """A passphrase for one more operator.

        Raises `UserError` name_required, operator_exists, passphrase_taken, empty_passphrase; and as `unlock` does.
        """
        name = operator.strip()
        if is_missing(name):
            raise UserError("name_required")

        def change(unlocked: Unlocked) -> tuple[Envelope, None]:
            if _identity(name) in map(_identity, (*unlocked.envelope.operators, BY_RECOVERY)):
                raise UserError("operator_exists", operator=name)
            _refuse_taken(unlocked.envelope, passphrase)
            wrap = passphrase_wrap(unlocked.envelope, unlocked.key, passphrase, name)
            return unlocked.envelope.with_wrap(wrap), None

        self._change(by, Action.KEYS_OPERATOR_ADD, change)

    def remove_operator(self, by: Credential, operator: str) -> None:
        """Take an operator's passphrase away. Raises `UserError` unknown_operator; `Refused` too_few_keys; as `unlock` does."""

        def change(unlocked: Unlocked) -> tuple[Envelope, None]:
            return unlocked.envelope.without_passphrase_of(operator), None

        self._change(by, Action.KEYS_OPERATOR_REMOVE, change, revokes=True)

    def _change(
        self,
        by: Credential,
        action: Action,
        change: Callable[[Unlocked], tuple[Envelope, T]],
        *,
        revokes: bool = False,
    ) -> T:
        changed, result = change(unlock(self._path, self._vault, by))

        def work(made: Change) -> T:
            made.trail.record(action, by=by.road)
            # Last in the transaction: an envelope that cannot be written takes the row with it.
            write_envelope(self._path, changed, revokes=revokes)
            return result

        return self._desk.change(work)


def _only(operators: tuple[str, ...]) -> str:
    """The one operator there is; with more, one has to be named."""
    if len(operators) != 1:
        raise UserError("operator_required", operators=", ".join(operators))
    return operators[0]


def _refuse_taken(envelope: Envelope, passphrase: str) -> None:
    """A passphrase says who is at work, so no two operators may have the same."""
    try:
        envelope.open_with_passphrase(passphrase)
    except KeyTrouble:
        return
    raise UserError("passphrase_taken")


def _identity(name: str) -> str:
    return unicodedata.normalize("NFKC", name).strip().casefold()


def _at_hand(envelope: Envelope) -> KeysAtHand:
    recovery = envelope.recovery_wrap
    failures: FailedLogins = envelope.failures.now(uptime_s())
    return KeysAtHand(
        tuple(map(_way, envelope.wraps)),
        None if recovery is None else recovery.confirmed,
        failures.count,
        failures.left_s,
    )


def _way(wrap: AnyWrap) -> Way:
    match wrap:
        case PassphraseWrap():
            return Way(Road.PASSPHRASE, wrap.operator)
        case KeyringWrap():
            return Way(Road.KEYRING, wrap.operator, wrap.backend)
        case RecoveryWrap():
            return Way(Road.RECOVERY)
