"""The composition root: sets a clinic up, opens it, hands out its services, closes it.

A clinic is opened with an operator's passphrase, with the recovery code or, when neither is given, with the key the operating
system's keyring holds.
Nothing here falls back: a clinic that cannot be opened is never set up anew.

The store and the services are imported by the functions that need them: their database library takes 0.3 s to load, and a window
shows itself before a clinic is opened.
"""

import getpass
import secrets
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING

from core.base.atomic import sync_folder
from core.base.clock import Clock, SystemClock, zone_named
from core.base.errors import Damaged, UserError
from core.base.messages import Messages
from core.base.paths import Home
from core.base.recovery_code import RecoveryCode
from core.base.text import is_missing
from core.events.bus import Bus
from core.ledger.audit import Actor
from core.ledger.findings import Finding
from core.settings.load import load_settings
from core.settings.model import Settings
from core.store.envelope import (
    KEY_BYTES,
    bring_up_to_date,
    new_envelope,
    passphrase_wrap,
    read_envelope,
    recovery_wrap,
    write_envelope,
)
from core.store.keys import KeyVault
from core.store.unlocking import Credential, Road, keyring_mended, unlock, with_keyring

if TYPE_CHECKING:
    from core.ledger.anchor import Anchors
    from core.ledger.audit import Book
    from core.packhost.host import Packs
    from core.services.forms import Forms
    from core.store.store import Store


@dataclass(frozen=True)
class SetUp:
    """A clinic that was just set up: by whom, whether the keyring opens it too (`keyring` is ok or a `KeyTrouble` code), and the
    recovery code. The code is handed out this once and stands nowhere; it counts as unconfirmed until it was typed back.
    """

    operator: str
    keyring: str
    recovery: RecoveryCode


class Kernel:
    """An open clinic: its services, its bus, and who is at work."""

    def __init__(
        self,
        store: "Store",
        settings: Settings,
        clock: Clock,
        actor: Actor,
        packs: "Packs",
        *,
        home: Home,
        book: "Book",
        anchors: "Anchors",
        vault: KeyVault,
        opened_by: Road,
    ) -> None:
        from core.services.anchoring import Anchoring
        from core.services.audit import Audit
        from core.services.compare import Compare
        from core.services.desk import Desk
        from core.services.forms import Forms
        from core.services.holdings import Holdings
        from core.services.intake import Intake
        from core.services.keys import Keys
        from core.services.patients import Patients
        from core.services.preferences import Preferences
        from core.services.records import Records
        from core.services.today import Today

        self.settings = settings
        self.clock = clock
        self.actor = actor
        self.opened_by = opened_by
        self.bus = Bus()
        desk = Desk(store, clock, actor, self.bus, packs, book)
        self.anchoring = Anchoring(desk, anchors)
        self.audit = Audit(desk, self.anchoring)
        self.today = Today(desk)
        self.patients = Patients(desk)
        self.intake = Intake(desk)
        self.records = Records(desk)
        self.compare = Compare(desk)
        self.forms = Forms(packs)
        self.holdings = Holdings(desk, home.store)
        self.preferences = Preferences(home)
        self.keys = Keys(desk, home, vault)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with the audit trail, as the opening found it: records may be missing. A front-end must say so."""
        return self.anchoring.findings


def set_up(home: Home, passphrase: str, vault: KeyVault, operator: str = "") -> SetUp:
    """Set up a new clinic in an empty home: a random data key, wrapped by the passphrase, by a new recovery code and, when there
    is one, by the keyring.

    Raises `UserError` already_set_up, empty_passphrase; `Damaged` for a home where only one half of a clinic is left.
    """
    from core.store.database import CIPHER
    from core.store.store import create_store, sole_owner

    home.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with sole_owner(home):
        _refuse_existing(home)
        clock = clock_of(load_settings(home.settings))
        name = operator.strip() or _login_name()
        key = secrets.token_bytes(KEY_BYTES)
        envelope = new_envelope(key, CIPHER)
        envelope = envelope.with_wrap(passphrase_wrap(envelope, key, passphrase, name))
        recovery = RecoveryCode.new()
        envelope = envelope.with_wrap(recovery_wrap(envelope, key, recovery))
        envelope, keyring = with_keyring(envelope, key, name, vault)
        # Both files are complete under other names first, and the keys take their name last: a crash in between leaves a
        # home that can be set up again or is finished when it is next opened, and never one whose store seems lost.
        create_store(home.store_in_progress, key, envelope.store, clock)
        write_envelope(home.envelope_in_progress, envelope)
        home.store_in_progress.replace(home.store)
        _finish_set_up(home)
    return SetUp(name, keyring, recovery)


@contextmanager
def open_clinic(
    home: Home,
    vault: KeyVault,
    *,
    passphrase: str | None,
    recovery: RecoveryCode | None = None,
    source: str,
    clock: Clock | None = None,
    packs: "Packs | None" = None,
) -> Iterator[Kernel]:
    """Open the clinic of a home and close it at the end. `source` names the front-end in the audit trail; `packs` stands in
    for the shipped ones.

    With a recovery code or a passphrase, that alone is tried; without either, the keyring. After opening by the code a keyring that
    lost its key gets a new one. An envelope of an older format is brought up to date once the store is open. The audit trail is
    compared with what is kept of it outside the store: `Kernel.findings` says what is wrong.
    Raises `UserError` not_set_up, `Busy`, `KeyTrouble`,
    `Damaged`: each says what is wrong and leaves every file as it is.
    """
    from core.base.chain import AuditKeys
    from core.ledger.anchor import Anchors
    from core.ledger.audit import Book
    from core.packhost.host import mount
    from core.store.database import CIPHER
    from core.store.store import Store, sole_owner, store_id

    settings = load_settings(home.settings)
    if not home.store.exists() and not home.envelope.exists():
        raise UserError("not_set_up", folder=home.folder)
    with ExitStack() as closing:
        closing.enter_context(sole_owner(home))
        _finish_set_up(home)
        envelope = read_envelope(home.envelope)
        if envelope.cipher != CIPHER:
            raise Damaged("cipher_unknown", file=home.envelope)
        unlocked = unlock(home.envelope, vault, Credential(passphrase, recovery))
        store = Store(home.store, unlocked.key)
        closing.callback(store.close)
        if store.read(store_id) != envelope.store:
            raise Damaged("store_of_another_clinic", file=home.store)
        bring_up_to_date(home.envelope, unlocked.envelope)
        if unlocked.road is Road.RECOVERY:
            keyring_mended(home.envelope, unlocked, vault)
        actor, opened_by = Actor(unlocked.operator, source), unlocked.road
        audit_keys, store_of = AuditKeys.of(unlocked.key), unlocked.envelope.store
        del unlocked  # the data key is not kept
        packs = packs or mount()
        kernel = Kernel(
            *(store, settings, clock or clock_of(settings), actor, packs),
            home=home,
            vault=vault,
            opened_by=opened_by,
            book=Book(audit_keys, version("mingdao-clinic"), packs.versions),
            # Opening by the passphrase does without the keyring, which may ask for a password or not answer.
            anchors=Anchors(home.head, audit_keys, store_of, vault if opened_by is Road.KEYRING else None),
        )
        closing.enter_context(kernel.anchoring.kept())
        yield kernel


def set_up_demonstration(
    home: Home, passphrase: str, words: Messages, clock: Clock | None, told: Callable[[int, int], None]
) -> None:
    """Set up a clinic of invented people in a throw-away home, closed again at the end. No keyring knows of it.

    `told` hears how many people of how many are in; what it raises ends the work.
    """
    from core.services.demonstration import fill

    set_up(home, passphrase, no_vault(), words.text("demo.operator"))
    with open_clinic(home, no_vault(), passphrase=passphrase, source="demo", clock=clock) as clinic:
        chosen = {"clinic_name": words.text("demo.clinic"), "language": words.language}
        clinic.preferences.change(clinic.preferences.read(), chosen)
        fill(clinic.patients, clinic.intake, clinic.clock, told)


def system_vault() -> KeyVault:
    """The keyring of this account. It is first reached for when a key is read or written."""
    from core.store.keys import SystemVault

    return SystemVault()


def no_vault() -> KeyVault:
    """The keyring of a throw-away clinic: none."""
    from core.store.keys import NoVault

    return NoVault()


def shipped_forms() -> "Forms":
    """The forms that come with the program, for looking at without a clinic."""
    from core.packhost.host import mount
    from core.services.forms import Forms

    return Forms(mount())


def clock_of(settings: Settings) -> Clock:
    """The machine's clock in the clinic's zone."""
    return SystemClock(zone_named(settings.zone))


def _finish_set_up(home: Home) -> None:
    """Give the keys their name. Also when a crash came before it: nothing is replaced."""
    if home.store.exists() and home.envelope_in_progress.exists() and not home.envelope.exists():
        home.envelope_in_progress.replace(home.envelope)
        sync_folder(home.folder)


def _refuse_existing(home: Home) -> None:
    """Refuse a home in which a clinic, or a part of one, lies. Nothing of it is ever removed."""
    _finish_set_up(home)
    store, envelope = home.store.exists(), home.envelope.exists()
    if store and envelope:
        raise UserError("already_set_up", folder=home.folder)
    if store:
        raise Damaged("envelope_missing", file=home.envelope)
    if envelope:
        raise Damaged("store_missing", file=home.store)
    # What is left of a set-up that was cut off before there was a clinic.
    for leftover in (*home.folder.glob(f"{home.store_in_progress.name}*"), home.envelope_in_progress):
        leftover.unlink(missing_ok=True)


def _login_name() -> str:
    """The operating system's name of the person, when no other was given."""
    with suppress(OSError, KeyError):
        name = getpass.getuser()
        if not is_missing(name):
            return name
    return "operator"
