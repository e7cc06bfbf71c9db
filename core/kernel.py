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
from contextlib import closing as closed_at_the_end
from dataclasses import dataclass
from datetime import date
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.atomic import sync_folder
from core.base.clock import Clock, SystemClock, zone_named
from core.base.errors import ClinicError, Damaged, UserError
from core.base.messages import Messages
from core.base.passphrase import refuse_weak
from core.base.paths import Home
from core.base.places import refuse_remote
from core.base.recovery_code import RecoveryCode
from core.base.rights import Right, Role
from core.base.sealing import Sealing
from core.base.text import is_missing
from core.base.wiping import wipe
from core.events.bus import Bus
from core.ledger.audit import Actor
from core.ledger.findings import Finding
from core.services.keys.presence import is_set_up
from core.settings.load import load_settings
from core.settings.model import Settings
from core.store.envelope import new_envelope, read_envelope, write_envelope
from core.store.keys import KeyVault
from core.store.unlocking import Credential, Road, keyring_mended, unlock, with_keyring
from core.store.wraps import KEY_BYTES, passphrase_wrap, recovery_wrap

if TYPE_CHECKING:
    from core.ledger.anchor import Anchors
    from core.ledger.audit import Book
    from core.packhost.host import Packs
    from core.services.at_work.acting import Acting
    from core.services.backup.checking import Told
    from core.services.backup.facts import Listed, Restored, Verified
    from core.services.forms import Forms
    from core.services.rescue import Rescued
    from core.store.backup_seals import BackupSeals
    from core.store.reserve import Reserve
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
        acting: "Acting",
        packs: "Packs",
        *,
        home: Home,
        book: "Book",
        anchors: "Anchors",
        vault: KeyVault,
        backup_seals: "BackupSeals",
        opened_by: Road,
        reserve: "Reserve",
        sealing: Sealing,
        took_back: tuple[int, int] | None = None,
    ) -> None:
        from core.services.at_work.desk import Desk
        from core.services.backup.backups import Backups
        from core.services.forms import Forms
        from core.services.health import Health
        from core.services.holdings import Holdings
        from core.services.keys.keys import Keys
        from core.services.operators import Operators
        from core.services.packs import InstalledPacks
        from core.services.patients.patients import Patients
        from core.services.preferences import Preferences
        from core.services.prints import Prints
        from core.services.red_lines.quarantine import Quarantine
        from core.services.rotation import Rotation
        from core.services.rules import Rules
        from core.services.today import Today
        from core.services.tools.records import context_of
        from core.services.tools.tools import Tools
        from core.services.trail.anchoring import Anchoring
        from core.services.trail.audit import Audit
        from core.services.visits.amendments import Amendments
        from core.services.visits.compare import Compare
        from core.services.visits.intake import Intake
        from core.services.visits.records import Records

        self.settings, self.clock = settings, clock
        self.opened_by, self.sealing = opened_by, sealing
        self.bus = Bus()
        packs = packs.given(lambda pack: context_of(pack, desk, home, self))
        desk = self._desk = Desk(
            *(store, clock, acting, self.bus, packs, book),
            settings=partial(load_settings, home.settings),
            unlock=partial(unlock, home.envelope, vault),
        )
        self.anchoring = Anchoring(
            desk, anchors, asks_later=opened_by is not Road.KEYRING, took_back=took_back
        )
        self.audit = Audit(desk, home, self.anchoring)
        self.today = Today(desk)
        self.patients = Patients(desk)
        self.tools = Tools(desk)
        self.intake = Intake(desk, self.tools.wording)
        self.records = Records(desk)
        self.amendments = Amendments(desk, self.tools.wording)
        self.prints = Prints(desk)
        self.compare = Compare(desk)
        self.quarantine = Quarantine(desk)
        self.forms = Forms(packs)
        self.packs = InstalledPacks(home, desk)
        self.pack_notices = packs.notices
        self.holdings = Holdings(desk, home.store)
        self.preferences = Preferences(home, desk)
        self.keys = Keys(desk, home, vault, backup_seals)
        self.backups = Backups(desk, home, self.anchoring, self.keys, _records_in)
        self.rotation = Rotation(desk, home, self.keys, self.backups)
        self.operators = Operators(desk, self.keys)
        self.rules = Rules(desk, self.keys)
        self.health = Health(desk, home, reserve)

    def close(self) -> None:
        """End what runs beside this process."""
        self.tools.close()

    @property
    def actor(self) -> Actor:
        """Who is at work, in the present role."""
        return self._desk.acting.present

    @property
    def roles(self) -> tuple[Role, ...]:
        """The roles the operator at work may switch to, the present one among them."""
        return self._desk.acting.held

    @property
    def is_shared(self) -> bool:
        """Whether more than one operator works here."""
        return len(self._desk.roster.active) > 1

    def could(self, right: Right) -> bool:
        """Whether the operator at work may do it, without switching by hand first. Asked by front-ends for what they offer."""
        return self._desk.acting.could(right)

    def switch_role(self, role: Role) -> None:
        """Act in another role, and in no other until switched again; a row and the event `RoleSwitched` tell of it.

        Raises `Refused` role_not_held.
        """
        self._desk.switch_role(role)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with the audit trail, as the opening found it: records may be missing. A front-end must say so."""
        return self.anchoring.findings


def set_up(
    home: Home, passphrase: str, vault: KeyVault, operator: str = "", *, clock: Clock | None = None
) -> SetUp:
    """Set up a new clinic in an empty home: a random data key, wrapped by the passphrase, by a new recovery code and, when there
    is one, by the keyring.

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
        recovery = RecoveryCode.new()
        envelope = envelope.with_wrap(recovery_wrap(envelope.store, key, recovery))
        envelope, keyring = with_keyring(envelope, key, name, vault)
        # Both files are complete under other names first, and the keys take their name last: a crash in between leaves a
        # home that can be set up again or is finished when it is next opened, and never one whose store seems lost.
        create_store(home.store_in_progress, key, envelope.store, clock, name)
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
    project: Path | None = None,
    role: Role | None = None,
    by_hand: bool = False,
    told: Callable[[str, int, int], None] = lambda *_: None,
) -> Iterator[Kernel]:
    """Open the clinic of a home and close it at the end. `source` names the front-end in the audit trail; `packs` stands in
    for those there are; of a `project` folder its packs count, too; `told` hears how far it is where the tables are brought up to date first, which takes long for a big store
    (`core.store.backup.before_migration.Told`).

    Whoever opens it begins in the first role they hold. What another of theirs allows is done in that one, and its row says so;
    unless a `role` is named, or roles are switched `by_hand`: then nothing is done but in the present one.
    With a recovery code or a passphrase, that alone is tried; without either, the keyring. After opening by the code a keyring that
    lost its key gets a new one. The audit trail is
    compared with what is kept of it outside the store: `Kernel.findings` says what is wrong.
    Raises `UserError` not_set_up, `Refused` operator_unknown, operator_gone, role_not_held, `Busy`, `KeyTrouble`,
    `Damaged`: each says what is wrong and leaves every file as it is.
    """
    from core.ledger.anchor import Anchors
    from core.ledger.audit import Book
    from core.packhost.host import mount_for
    from core.packhost.install import settle
    from core.services.at_work.admission import admitted
    from core.services.backup.restored import taken_back
    from core.store import audit_rows, rotation
    from core.store.database import CIPHER
    from core.store.reserve import Reserve
    from core.store.store import sole_owner, store_id

    settings = load_settings(home.settings)
    if not is_set_up(home):
        raise UserError("not_set_up", folder=home.folder)
    with ExitStack() as closing:
        closing.enter_context(sole_owner(home))
        _finish_what_was_cut_off(home)
        envelope = read_envelope(home.envelope)
        if envelope.cipher != CIPHER:
            raise Damaged("cipher_unknown", file=home.envelope)
        unlocked = unlock(home.envelope, vault, Credential(passphrase, recovery))
        closing.callback(wipe, unlocked.key)
        reserve = Reserve(home.reserve)
        store = _opened(home, unlocked.key, reserve, (clock or clock_of(settings)).now().date(), told)
        closing.callback(store.close)
        if store.read(store_id) != envelope.store:
            raise Damaged("store_of_another_clinic", file=home.store)
        envelope = unlocked.envelope
        if unlocked.road is Road.RECOVERY:
            envelope = keyring_mended(home.envelope, unlocked, vault)
        with suppress(OSError):
            rotation.forget_old(home)
        opener, opened_by = Actor(unlocked.operator, source), unlocked.road
        audit_keys = store.read(lambda connection: audit_rows.keys(connection, home.store))
        seals = envelope.seals(unlocked.key)
        del unlocked  # the data key is kept by the connections alone, and overwritten after they are closed
        with suppress(OSError):
            settle(home)
        packs = packs or mount_for(home, settings.packs, project)
        clock = clock or clock_of(settings)
        book = Book(audit_keys, version("mingdao-clinic"), packs.versions)
        acting = admitted(store, book, clock, opener, opened_by, role=role, by_hand=by_hand)
        kernel = closing.enter_context(
            closed_at_the_end(
                Kernel(
                    *(store, settings, clock, acting, packs),
                    home=home,
                    vault=vault,
                    opened_by=opened_by,
                    reserve=reserve,
                    sealing=Sealing.of(audit_keys.raw),
                    book=book,
                    backup_seals=seals,
                    # A clinic that does without the keyring must not have it ask for a password.
                    anchors=Anchors(
                        home.head, audit_keys, envelope.store, vault if envelope.keyring_wrap else None
                    ),
                    took_back=taken_back(home, audit_keys, envelope.store),
                )
            )
        )
        reserve.make()
        closing.enter_context(kernel.anchoring.kept())
        if acting.is_first:
            kernel.operators.enter_first(opener.operator)
        kernel.backups.note_restore()
        kernel.keys.note_wrong_passphrases()
        yield kernel


def restore_clinic(
    home: Home,
    file: Path,
    by: Credential,
    *,
    today: Credential | None = None,
    second: Credential | None = None,
    clock: Clock | None = None,
    told: "Told | None" = None,
) -> "Restored":
    """Put a clinic back from a backup, whether or not there is one and whatever state it is in; it must not be open.

    `by` is the recovery code or the passphrase of an admin of the day of the backup; `today` the code or an admin's passphrase of now, where
    `by` does not open the clinic that is there; `second` another admin's, where the clinic wants two people. Raises as
    `core.services.backup.restoring.restore` does; then everything is as it was.
    """
    from core.services.backup.checking import unheard
    from core.services.backup.restoring import restore

    clock = clock or clock_of(load_settings(home.settings))
    return restore(home, file, by, clock=clock, today=today, second=second, told=told or unheard)


def verify_backup(home: Home, file: Path, by: Credential, *, told: "Told | None" = None) -> "Verified":
    """Check a backup without a clinic: on a new machine, or beside one that does not open. Raises as `restore_clinic` does."""
    from core.services.backup.checking import unheard
    from core.services.backup.restoring import verify_without_clinic

    return verify_without_clinic(home, file, by, told or unheard)


def backups_in(home: Home, folder: Path) -> "list[Listed]":
    """The backups in a folder as their headers tell them, newest first: where there is no clinic, or none that opens. Raises OSError."""
    from core.services.backup.facts import Listed, newest_first
    from core.store.backup.target import Target

    zone = clock_of(load_settings(home.settings)).zone
    return newest_first(Listed.of(path, zone) for path in Target(folder.absolute()).files())


def rescue_clinic(
    home: Home,
    vault: KeyVault,
    by: Credential,
    out: Path,
    *,
    clock: Clock | None = None,
    told: Callable[[int, int], None] = lambda *_: None,
) -> "Rescued":
    """Write out what can be read of a damaged store, not encrypted any more. The store is not opened, only copied. A note beside it tells
    the trail at the next opening.

    Raises `Refused` rescue_not_needed for a store that opens, rescue_not_allowed; `KeyTrouble`, rescue_code_needed among them; `Damaged`
    envelope_missing, envelope_damaged, rescue_nothing; `UserError` not_set_up and as `rescue`; `ClinicError` rescue_no_room; `Busy`; OSError.
    """
    from core.services.rescue import rescue
    from core.services.rescue_leave import RescueLeave
    from core.store.store import sole_owner

    if not is_set_up(home):
        raise UserError("not_set_up", folder=home.folder)
    with sole_owner(home):
        _finish_what_was_cut_off(home)
        unlocked = unlock(home.envelope, vault, by)
        leave = RescueLeave(home, unlocked, clock or clock_of(load_settings(home.settings)))
        done = rescue(home.store, unlocked.key, out, told, leave.ask)
        leave.told(done)
    return done


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


def _records_in(home: Home, by: Credential) -> int:
    """Open the clinic of a home, for practice, and count its records."""
    opened = open_clinic(home, no_vault(), passphrase=by.passphrase, recovery=by.recovery, source="drill")
    with opened as clinic:
        return clinic.backups.records()


def clock_of(settings: Settings) -> Clock:
    """The machine's clock in the clinic's zone."""
    return SystemClock(zone_named(settings.zone))


def _finish_what_was_cut_off(home: Home) -> None:
    """A restore, a set-up and a rotation that a crash cut off are finished, or were never begun. The caller holds the folder."""
    from core.store import rotation
    from core.store.backup import swap
    from core.store.backup.work import sweep

    swap.finish(home)
    sweep(home)
    _finish_set_up(home)
    rotation.finish(home)


def _opened(
    home: Home, key: bytes, reserve: "Reserve", day: date, told: Callable[[str, int, int], None]
) -> "Store":
    """The open store; a copy of it is kept before its tables are brought up to date. A disk with no room for even its log gives the space up that was held back for this."""
    from core.store.backup.before_migration import keep_before_migration
    from core.store.store import Store

    keep_before_migration(home, key, day, told)
    try:
        return Store(home.store, key, reserve)
    except ClinicError as error:
        if error.code != "disk_full" or not reserve.let_go():
            raise
    return Store(home.store, key, reserve)


def _finish_set_up(home: Home) -> None:
    """Give the keys their name. Also when a crash came before it: nothing is replaced."""
    if home.store.exists() and home.envelope_in_progress.exists() and not home.envelope.exists():
        home.envelope_in_progress.replace(home.envelope)
        sync_folder(home.folder)


def _refuse_existing(home: Home) -> None:
    """Refuse a home in which a clinic, or a part of one, lies. Nothing of it is ever removed."""
    from core.store.backup import swap

    swap.finish(home)
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
