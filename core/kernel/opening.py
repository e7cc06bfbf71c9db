"""Opening a clinic, with an operator's passphrase, with the recovery code or, when neither is given, with the key the operating system's
keyring holds.

Nothing here falls back: a clinic that cannot be opened is never set up anew.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from contextlib import closing as closed_at_the_end
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.clock import Clock
from core.base.errors import ClinicError, Damaged, UserError
from core.base.paths import Home
from core.base.program import program_version
from core.base.recovery_code import RecoveryCode
from core.base.rights import Role
from core.base.sealing import Sealing
from core.base.wiping import wipe
from core.kernel.cut_off import finish_what_was_cut_off
from core.kernel.kernel import Kernel
from core.kernel.surroundings import clock_of, no_vault
from core.ledger.audit import Actor
from core.services.keys.presence import is_set_up
from core.settings.load import load_settings
from core.store.envelope import read_envelope
from core.store.keys import KeyVault
from core.store.unlocking import Credential, Road, keyring_mended, unlock

if TYPE_CHECKING:
    from core.packhost.host import Packs
    from core.store.reserve import Reserve
    from core.store.store import Store


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
        finish_what_was_cut_off(home)
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
        book = Book(audit_keys, program_version(), packs.versions)
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
                    practice=_records_in,
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
        _note_since(kernel)
        yield kernel


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


def _note_since(kernel: Kernel) -> None:
    """What happened while the clinic was closed is told now."""
    kernel.backups.note_restore()
    kernel.keys.note_wrong_passphrases()
    kernel.spending.note_cut_off()


def _records_in(home: Home, by: Credential) -> int:
    """Open the clinic of a home, for practice, and count its records."""
    opened = open_clinic(home, no_vault(), passphrase=by.passphrase, recovery=by.recovery, source="drill")
    with opened as clinic:
        return clinic.backups.records()
