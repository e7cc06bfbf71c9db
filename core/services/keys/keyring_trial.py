"""Whether the system's keyring keeps what it is given: tried by writing, reading and forgetting an entry of the trial's own."""

import secrets
from enum import StrEnum

from core.base.errors import KeyTrouble
from core.store.keys import KeyVault


class Outcome(StrEnum):
    """What came of it."""

    WORKS = "works"
    ABSENT = "absent"
    """There is none here, or none that answers to this account."""
    LOCKED = "locked"
    DISMISSED = "dismissed"
    """Somebody put its prompt away."""
    UNANSWERED = "unanswered"
    """It, or the person at its prompt, did not answer in time."""
    NOT_KEPT = "not_kept"
    """What was written does not read back."""
    NOT_FORGOTTEN = "not_forgotten"
    """What was forgotten is still there. It was never the secret of anything."""


_LOCKED = {one.value: one for one in (Outcome.LOCKED, Outcome.DISMISSED, Outcome.UNANSWERED)}


def try_keyring(vault: KeyVault) -> Outcome:
    """Try it. It may wait for a prompt; nothing else in the keyring is read or changed."""
    entry, secret = f"trial-{secrets.token_hex(8)}", secrets.token_hex(16)
    try:
        vault.write(entry, secret)
        kept = vault.read(entry)
        vault.forget(entry)
        left = vault.read(entry)
    except KeyTrouble as trouble:
        return _outcome(trouble)
    if kept != secret:
        return Outcome.NOT_KEPT
    return Outcome.WORKS if left is None else Outcome.NOT_FORGOTTEN


def _outcome(trouble: KeyTrouble) -> Outcome:
    match trouble.code:
        case "keyring_refused":
            return Outcome.NOT_KEPT
        case "keyring_locked":
            return _LOCKED.get(str(trouble.params.get("because", "")), Outcome.LOCKED)
        case _:
            return Outcome.ABSENT
