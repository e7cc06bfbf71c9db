"""Setting a clinic up in an empty home."""

import getpass
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from core.base.clock import Clock
from core.base.errors import Damaged, KeyTrouble, UserError
from core.base.messages import Messages
from core.base.passphrase import refuse_weak
from core.base.paths import Home
from core.base.places import refuse_remote
from core.base.recovery_code import RecoveryCode
from core.base.text import is_missing
from core.kernel.cut_off import finish_set_up
from core.kernel.opening import open_clinic
from core.kernel.surroundings import clock_of, no_vault
from core.settings.load import load_settings
from core.store.envelope import Envelope, new_envelope, write_envelope
from core.store.keys import KeyVault
from core.store.unlocking import with_keyring
from core.store.wraps import KEY_BYTES, passphrase_wrap, recovery_wrap


@dataclass(frozen=True)
class SetUp:
    """A clinic that was just set up: by whom, whether the keyring opens it too (`keyring` is ok or a `KeyTrouble` code), and the
    recovery code. The code is handed out this once and stands nowhere; it counts as unconfirmed until it was typed back.
    """

    operator: str
    keyring: str
    recovery: RecoveryCode


def set_up(
    home: Home,
    passphrase: str,
    vault: KeyVault,
    operator: str = "",
    *,
    recovery: RecoveryCode | None = None,
    clock: Clock | None = None,
) -> SetUp:
    """Set up a new clinic in an empty home: a random data key, wrapped by the passphrase, by a new recovery code and, when there
    is one, by the keyring. `recovery` is a new code that was handed out before. Where it fails nothing half-made is left.

    Raises `UserError` already_set_up, empty_passphrase, passphrase_short, passphrase_common, passphrase_of_names; `Damaged` for a home
    where only one half of a clinic is left.
    """
    from core.store.database import CIPHER
    from core.store.store import create_store, sole_owner

    refuse_remote(home.folder)
    home.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with sole_owner(home):
        _refuse_existing(home)
        clock = clock or clock_of(load_settings(home.settings))
        name = operator.strip() or _login_name()
        refuse_weak(passphrase, (name, load_settings(home.settings).clinic_name))
        key = secrets.token_bytes(KEY_BYTES)
        envelope = new_envelope(key, CIPHER)
        envelope = envelope.with_wrap(passphrase_wrap(envelope.store, key, passphrase, name))
        recovery = recovery or RecoveryCode.new()
        envelope = envelope.with_wrap(recovery_wrap(envelope.store, key, recovery))
        envelope, keyring = with_keyring(envelope, key, name, vault)
        # Both files are complete under other names first, and the keys take their name last: a crash in between leaves a
        # home that can be set up again or is finished when it is next opened, and never one whose store seems lost.
        try:
            create_store(home.store_in_progress, key, envelope.store, clock, name)
            write_envelope(home.envelope_in_progress, envelope)
            home.store_in_progress.replace(home.store)
        except Exception:
            _take_back(home, envelope, vault)
            raise
        finish_set_up(home)
    return SetUp(name, keyring, recovery)


def set_up_demonstration(
    home: Home, passphrase: str, words: Messages, clock: Clock | None, told: Callable[[int, int], None]
) -> None:
    """Set up a clinic of invented people in a throw-away home, closed again at the end. No keyring knows of it.

    `told` hears how many people of how many are in; what it raises ends the work.
    """
    from core.services.demonstration import fill

    set_up(home, passphrase, no_vault(), words.text("demo.operator"), clock=clock)
    with open_clinic(home, no_vault(), passphrase=passphrase, source="demo", clock=clock) as clinic:
        chosen = {"clinic_name": words.text("demo.clinic"), "language": words.language}
        clinic.preferences.change(clinic.preferences.read(), chosen)
        fill(clinic.patients, clinic.intake, clinic.clock, told)


def _refuse_existing(home: Home) -> None:
    """Refuse a home in which a clinic, or a part of one, lies. Nothing of it is ever removed."""
    from core.store.backup import swap

    swap.finish(home)
    finish_set_up(home)
    store, envelope = home.store.exists(), home.envelope.exists()
    if store and envelope:
        raise UserError("already_set_up", folder=home.folder)
    if store:
        raise Damaged("envelope_missing", file=home.envelope)
    if envelope:
        raise Damaged("store_missing", file=home.store)
    # What is left of a set-up that was cut off before there was a clinic.
    for leftover in _in_progress(home):
        leftover.unlink(missing_ok=True)


def _in_progress(home: Home) -> tuple[Path, ...]:
    return (*home.folder.glob(f"{home.store_in_progress.name}*"), home.envelope_in_progress)


def _take_back(home: Home, envelope: Envelope, vault: KeyVault) -> None:
    """Nothing was set up: no file of it is left, and no key in the keyring for what there is not."""
    for leftover in _in_progress(home):
        with suppress(OSError):
            leftover.unlink(missing_ok=True)
    if envelope.keyring_wrap is not None:
        with suppress(KeyTrouble):
            vault.forget(envelope.keyring_wrap.entry)


def _login_name() -> str:
    """The operating system's name of the person, when no other was given."""
    with suppress(OSError, KeyError):
        name = getpass.getuser()
        if not is_missing(name):
            return name
    return "operator"
