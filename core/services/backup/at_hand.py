"""Which backups there are where no clinic opens: their headers tell whose they are, and nothing else of them is read."""

from pathlib import Path

from core.base.clock import zone_named
from core.base.errors import ClinicError
from core.base.paths import Home
from core.services.backup.facts import Listed, newest_first
from core.settings.load import load_settings
from core.settings.model import Settings
from core.store.backup.outside import at_home
from core.store.backup.target import Target
from core.store.envelope import read_envelope


def backup_folder(home: Home, settings: Settings) -> Path:
    """Where backups go."""
    return at_home(Path(settings.backup_folder)) if settings.backup_folder else home.backups


def newest_backup(home: Home) -> Path | None:
    """The newest of this clinic whose header can be read. None where there is none, and where settings, key file or folder cannot be read.

    Whether it is sound, a restore finds out before it changes anything.
    """
    try:
        settings = load_settings(home.settings)
        zone, store = zone_named(settings.zone), read_envelope(home.envelope).store
        listed = [Listed.of(path, zone, store) for path in Target(backup_folder(home, settings)).files()]
    except (ClinicError, OSError):
        return None
    ours = newest_first(one for one in listed if one.is_ours and not one.trouble)
    return ours[0].file if ours else None
