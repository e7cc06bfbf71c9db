"""How a clinic is unlocked: by a passphrase, by the recovery code, or, when neither is given, by the key in the keyring.

Where several people have a passphrase the keyring does not open by itself: the trail has to say who was at work, and the keyring knows
only whose account it is. Wrong passphrases are counted in the envelope and cost a growing wait. The recovery code is not: 160 random bits cannot be guessed,
and somebody else's wrong passphrases must not keep its holder out. Opening by passphrase or code ends the row (`failed_logins`); the
keyring, which asks for nothing, does not.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from math import ceil
from pathlib import Path

from core.base.clock import uptime_s
from core.base.errors import Damaged, KeyTrouble
from core.base.recovery_code import RecoveryCode
from core.store.envelope import BY_RECOVERY, Envelope, read_envelope, write_envelope
from core.store.envelope_turn import turn
from core.store.failed_logins import FailedLogins
from core.store.keys import SERVICE, KeyVault
from core.store.wraps import keyring_wrap


class Road(StrEnum):
    """What opened the store."""

    PASSPHRASE = "passphrase"  # noqa: S105 - a name
    KEYRING = "keyring"
    RECOVERY = "recovery"


@dataclass(frozen=True, slots=True)
class Credential:
    """What a person has to open the store with. With neither, the keyring is asked."""

    passphrase: str | None = field(default=None, repr=False)
    recovery: RecoveryCode | None = None

    @property
    def road(self) -> Road:
        if self.recovery is not None:
            return Road.RECOVERY
        return Road.KEYRING if self.passphrase is None else Road.PASSPHRASE


@dataclass(frozen=True, slots=True)
class Unlocked:
    """The data key, who may act with it, and the envelope it came from as it stands now."""

    key: bytes = field(repr=False)
    operator: str
    road: Road
    envelope: Envelope


def unlock(path: Path, vault: KeyVault, credential: Credential) -> Unlocked:
    """The data key of the envelope at `path`. The caller holds the clinic's folder.

    Raises `KeyTrouble` for each reason there is none; `Damaged` for the envelope; OSError when a wrong passphrase cannot be counted.
    """
    envelope = read_envelope(path)
    if credential.recovery is not None:
        key, operator = envelope.open_with_recovery(credential.recovery), BY_RECOVERY
    elif credential.passphrase is not None:
        key, operator = _by_passphrase(path, envelope, credential.passphrase)
    else:
        if len(envelope.operators) > 1:
            raise KeyTrouble("each_own_passphrase")
        key, operator = envelope.open_with_keyring_key(_kept(envelope, vault))
        return Unlocked(key, operator, Road.KEYRING, envelope)
    by_code = credential.recovery is not None
    if envelope.failures.count or (by_code and envelope.failures.unforgiven):

        def ended(failures: FailedLogins) -> FailedLogins:
            return failures.ended(forgiven=by_code)

        envelope = envelope.model_copy(update={"failures": ended(envelope.failures)})
        # A full disk must not keep out who has the right passphrase; the next opening ends the row.
        with suppress(OSError):
            count_failures(path, ended)
    return Unlocked(key, operator, credential.road, envelope)


def with_keyring(envelope: Envelope, key: bytes, operator: str, vault: KeyVault) -> tuple[Envelope, str]:
    """The envelope with the data key under a new key in the keyring, and ok; without it, and the `KeyTrouble` code."""
    wrap, secret = keyring_wrap(envelope.store, key, operator, vault.backend, SERVICE)
    try:
        vault.write(wrap.entry, secret)
    except KeyTrouble as trouble:
        return envelope, trouble.code
    return envelope.with_wrap(wrap), "ok"


def keyring_mended(path: Path, unlocked: Unlocked, vault: KeyVault) -> Envelope:
    """After opening by the recovery code: where the keyring has lost the key it kept, it gets a new one.

    What stands in the keyring is neither removed nor written over. A keyring that is locked or absent is left alone, and so is one that
    the clinic does without, or that would not open it by itself.
    """
    with turn(path):
        return _keyring_mended(path, read_envelope(path), unlocked.key, vault)


def _keyring_mended(path: Path, envelope: Envelope, key: bytes, vault: KeyVault) -> Envelope:
    wrap = envelope.keyring_wrap
    if wrap is None or len(envelope.operators) > 1:
        return envelope
    try:
        envelope.open_with_keyring_key(_kept(envelope, vault))
    except Damaged:
        # Whose it was cannot be told from it. The code opens all the same, and gives its operator a passphrase again.
        return envelope
    except KeyTrouble as trouble:
        if trouble.code in {"keyring_unavailable", "keyring_locked"}:
            return envelope
    else:
        return envelope
    mended, kept = with_keyring(envelope, key, wrap.operator, vault)
    made = mended.keyring_wrap
    if kept != "ok" or made is None:
        return envelope
    try:
        write_envelope(path, mended)
    except OSError:
        # The clinic opens all the same; a key that no envelope knows of is not left behind.
        with suppress(KeyTrouble):
            vault.forget(made.entry)
        return envelope
    return mended


def _by_passphrase(path: Path, envelope: Envelope, passphrase: str) -> tuple[bytes, str]:
    if not passphrase.strip():
        raise KeyTrouble("wrong_passphrase")  # nobody's: no try
    before = envelope.failures.now(uptime_s())
    if before.left_s > 0:
        count_failures(path, lambda failures: failures.now(uptime_s()))
        raise KeyTrouble("too_many_tries", count=before.tries, minutes=ceil(before.left_s / 60))
    try:
        return envelope.open_with_passphrase(passphrase)
    except KeyTrouble as trouble:
        if trouble.code == "wrong_passphrase":
            after = one_more_failure(path)
            if after.left_s > 0:
                minutes = ceil(after.left_s / 60)
                raise KeyTrouble("too_many_tries", count=after.tries, minutes=minutes) from trouble
        raise


def one_more_failure(path: Path) -> FailedLogins:
    """Count one more wrong passphrase. Raises `Damaged`, OSError."""
    return count_failures(path, lambda failures: failures.one_more(uptime_s()))


def count_failures(path: Path, change: Callable[[FailedLogins], FailedLogins]) -> FailedLogins:
    """Change the failures as they stand by now, and nothing else: while a passphrase was stretched, the rest may have become another."""
    with turn(path):
        envelope = read_envelope(path)
        failures = change(envelope.failures)
        if failures != envelope.failures:
            write_envelope(path, envelope.model_copy(update={"failures": failures}), counts=True)
    return failures


def _kept(envelope: Envelope, vault: KeyVault) -> str:
    """The secret the keyring keeps for this envelope. Raises `KeyTrouble`."""
    wrap = envelope.keyring_wrap
    if wrap is None:
        raise KeyTrouble("passphrase_needed")
    secret = vault.read(wrap.entry)
    if secret:
        return secret
    if wrap.backend != vault.backend or wrap.app not in {"", SERVICE}:
        raise KeyTrouble("keyring_elsewhere", backend=wrap.backend, app=wrap.app or SERVICE)
    raise KeyTrouble("keyring_missing")
