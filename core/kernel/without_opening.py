"""What is done with a clinic that is not open, or does not open: put back from a backup, looked for in a folder, written out."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.clock import Clock
from core.base.errors import UserError
from core.base.paths import Home
from core.kernel.cut_off import finish_what_was_cut_off
from core.kernel.surroundings import clock_of
from core.services.keys.presence import is_set_up
from core.settings.load import load_settings
from core.store.keys import KeyVault
from core.store.unlocking import Credential, unlock

if TYPE_CHECKING:
    from core.services.backup.checking import Told
    from core.services.backup.facts import Listed, Restored, Verified
    from core.services.forms import Forms
    from core.services.rescue import Rescued


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
        finish_what_was_cut_off(home)
        unlocked = unlock(home.envelope, vault, by)
        leave = RescueLeave(home, unlocked, clock or clock_of(load_settings(home.settings)))
        done = rescue(home.store, unlocked.key, out, told, leave.ask)
        leave.told(done)
    return done


def forms_of(home: Home, project: Path | None = None) -> "Forms":
    """The forms a visit can be entered with here: of all packs that count, for looking at without opening the clinic. Runs no code.

    Raises `UserError` settings_invalid, `Damaged` pack_broken for a pack that ships.
    """
    from core.packhost.host import mount_for
    from core.services.forms import Forms

    return Forms(mount_for(home, load_settings(home.settings).packs, project))
