"""What stands in the envelope of a clinic: who can open it and how, told without opening it and without a secret."""

from dataclasses import dataclass
from enum import StrEnum

from core.base.clock import uptime_s
from core.base.errors import Damaged, KeyTrouble
from core.base.paths import Home
from core.services.keys.presence import is_set_up
from core.services.keys.states import KeyState, state_meant
from core.store import rotation
from core.store.backup import swap
from core.store.envelope import Envelope, read_envelope
from core.store.keys import KeyVault
from core.store.store import Store, sole_owner
from core.store.unlocking import Credential, Road, unlock
from core.store.wraps import AnyWrap, KeyringWrap, PassphraseWrap, RecoveryWrap


class KeyringUse(StrEnum):
    """What the system's keyring does for the clinic."""

    OFF = "off"
    ON = "on"
    """It opens, and so does the passphrase of the one operator."""
    ASIDE = "aside"
    """It keeps a key and does not open: several people have a passphrase, so each opens by their own."""
    ONLY = "only"
    """Nobody has a passphrase: whoever is logged in to this account of the system opens the clinic."""


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

    @property
    def operators(self) -> tuple[str, ...]:
        """Who has a passphrase. After a lock one of them types it, also where the keyring could open."""
        return tuple(way.operator for way in self.ways if way.kind is Road.PASSPHRASE)

    @property
    def roads(self) -> frozenset[Road]:
        return frozenset(way.kind for way in self.ways)

    @property
    def keyring(self) -> KeyringUse:
        """What the keyring does here. A window says `keyring_only` for as long as it is so."""
        if Road.KEYRING not in self.roads:
            return KeyringUse.OFF
        return (KeyringUse.ONLY, KeyringUse.ON, KeyringUse.ASIDE)[min(len(self.operators), 2)]

    @property
    def keyring_only(self) -> bool:
        return self.keyring is KeyringUse.ONLY


def keys_at_hand(home: Home) -> KeysAtHand:
    """The ways into the store, and how many wrong passphrases there were: one small file is read. Raises `Damaged`, OSError."""
    return at_hand(read_envelope(home.envelope))


def key_state(home: Home, vault: KeyVault) -> KeyState:
    """What a person meets who opens the clinic with nothing but the keyring, told without opening it.

    Nothing is written, but that a rotation or a restore a crash cut off is finished. Raises `Busy`, OSError.
    """
    if not is_set_up(home):
        return KeyState.NOT_SET_UP
    with sole_owner(home):
        swap.finish(home)
        rotation.finish(home)
        try:
            read_envelope(home.envelope)
            if not home.store.exists() or not home.store.stat().st_size:
                return KeyState.STORE_ABSENT
            unlocked = unlock(home.envelope, vault, Credential())
            Store.look(home.store, unlocked.key)
        except (Damaged, KeyTrouble) as trouble:
            state = state_meant(trouble.code)
            if state is None:
                raise
            return state
    return KeyState.READY


def at_hand(envelope: Envelope) -> KeysAtHand:
    """The same, of an envelope that was read."""
    recovery = envelope.recovery_wrap
    failures = envelope.failures.now(uptime_s())
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
