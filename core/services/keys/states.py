"""What a person meets who opens the clinic, as one table: each state with its sentence and at most three things to do.

The sentence of a state is `keys.state.<value>` in the message files, the words of an action `keys.action.<value>`. To set up anew stands
only where there is no clinic; where something is missing or damaged the first action always keeps what is there (spec/security.md §2.3).
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from core.store.unlocking import Road


class KeyState(StrEnum):
    """The state of a clinic's keys, and of its store, told without opening it."""

    READY = "ready"
    NOT_SET_UP = "not_set_up"
    PASSPHRASE = "passphrase"  # noqa: S105 - a name
    SEVERAL = "several"
    """Several people have a passphrase, so each opens by their own; the keyring knows only whose account it is."""
    UNAVAILABLE = "unavailable"
    LOCKED = "locked"
    MISSING = "missing"
    WRONG = "wrong"
    STORE_ABSENT = "store_absent"
    STORE_DAMAGED = "store_damaged"
    KEYS_ABSENT = "keys_absent"
    KEYS_DAMAGED = "keys_damaged"
    KEYS_ALTERED = "keys_altered"
    """A wrap says that it is somebody else's than it was made for, or holds another public key."""
    OLDER = "older"
    """`keys.json` is of a format that this program does not read any more."""
    NEWER = "newer"


class KeyAction(StrEnum):
    """What a person can do about a state."""

    OPEN = "open"
    """By the keyring, which asks for nothing."""
    SET_UP = "set_up"
    DEMONSTRATION = "demonstration"
    PASSPHRASE = "passphrase"  # noqa: S105 - a name
    RECOVERY = "recovery"
    RETRY = "retry"
    RESTORE = "restore"
    """From a backup, beside what is there."""
    RESCUE = "rescue"
    """Read what can be read into an export."""
    PREVIOUS_KEYS = "previous_keys"
    """Put `keys.json.previous` in place of a `keys.json` that is missing, damaged or too old, which is kept."""
    SHOW_FOLDER = "show_folder"


ACTIONS: Mapping[KeyState, tuple[KeyAction, ...]] = MappingProxyType(
    {
        KeyState.READY: (KeyAction.OPEN, KeyAction.PASSPHRASE),
        KeyState.NOT_SET_UP: (KeyAction.SET_UP, KeyAction.RESTORE, KeyAction.DEMONSTRATION),
        KeyState.PASSPHRASE: (KeyAction.PASSPHRASE, KeyAction.RECOVERY),
        KeyState.SEVERAL: (KeyAction.PASSPHRASE, KeyAction.RECOVERY),
        KeyState.UNAVAILABLE: (KeyAction.PASSPHRASE, KeyAction.RECOVERY, KeyAction.RETRY),
        KeyState.LOCKED: (KeyAction.RETRY, KeyAction.PASSPHRASE, KeyAction.RECOVERY),
        KeyState.MISSING: (KeyAction.PASSPHRASE, KeyAction.RECOVERY, KeyAction.RETRY),
        KeyState.WRONG: (KeyAction.PASSPHRASE, KeyAction.RECOVERY),
        KeyState.STORE_ABSENT: (KeyAction.RETRY, KeyAction.RESTORE, KeyAction.SHOW_FOLDER),
        KeyState.STORE_DAMAGED: (KeyAction.RESCUE, KeyAction.RESTORE, KeyAction.SHOW_FOLDER),
        KeyState.KEYS_ABSENT: (KeyAction.PREVIOUS_KEYS, KeyAction.RESTORE, KeyAction.SHOW_FOLDER),
        KeyState.KEYS_DAMAGED: (KeyAction.PREVIOUS_KEYS, KeyAction.RESTORE, KeyAction.SHOW_FOLDER),
        KeyState.KEYS_ALTERED: (KeyAction.RECOVERY, KeyAction.PASSPHRASE, KeyAction.RESTORE),
        KeyState.OLDER: (KeyAction.PREVIOUS_KEYS, KeyAction.RESTORE, KeyAction.SHOW_FOLDER),
        KeyState.NEWER: (KeyAction.SHOW_FOLDER, KeyAction.RETRY),
    }
)
"""The first is the one to offer first."""

_MEANS = {
    "passphrase_needed": KeyState.PASSPHRASE,
    "each_own_passphrase": KeyState.SEVERAL,
    "keyring_unavailable": KeyState.UNAVAILABLE,
    "keyring_locked": KeyState.LOCKED,
    "keyring_missing": KeyState.MISSING,
    "keyring_elsewhere": KeyState.MISSING,
    "keyring_wrong": KeyState.WRONG,
    "wrong_key": KeyState.WRONG,
    "not_set_up": KeyState.NOT_SET_UP,
    "envelope_missing": KeyState.KEYS_ABSENT,
    "envelope_damaged": KeyState.KEYS_DAMAGED,
    "wrap_altered": KeyState.KEYS_ALTERED,
    "envelope_older": KeyState.OLDER,
    "envelope_newer": KeyState.NEWER,
    "store_missing": KeyState.STORE_ABSENT,
    "store_empty": KeyState.STORE_ABSENT,
    "store_newer": KeyState.NEWER,
    "store_plain": KeyState.STORE_DAMAGED,
    "store_damaged": KeyState.STORE_DAMAGED,
    "store_structure": KeyState.STORE_DAMAGED,
    "store_of_another_clinic": KeyState.STORE_DAMAGED,
    "cipher_unknown": KeyState.NEWER,
}


def state_meant(code: str) -> KeyState | None:
    """The state that a failed opening tells of by its code; None for what has nothing to do with keys or store."""
    return _MEANS.get(code)


def offered(
    state: KeyState, ways: frozenset[Road] | None = None, *, has_backup: bool = False
) -> tuple[KeyAction, ...]:
    """What a person can do about a state. `ways` are the kinds of way the envelope holds: what it does not hold is not offered.

    None stands for an envelope that cannot be read; then nothing is left out. With a backup at hand a restore comes before a rescue: it
    brings back more than can be read of a wreck.
    """
    actions = ACTIONS[state]
    if has_backup and KeyAction.RESCUE in actions:
        actions = tuple(sorted(actions, key=lambda one: one is not KeyAction.RESTORE))
    needs = {KeyAction.PASSPHRASE: Road.PASSPHRASE, KeyAction.RECOVERY: Road.RECOVERY}
    return tuple(one for one in actions if ways is None or one not in needs or needs[one] in ways)
