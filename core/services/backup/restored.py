"""The first opening after a restore: the trail is told of it, and no old backup is removed until somebody has looked.

The note lies beside the store. It goes when both are done.
"""

from contextlib import suppress

from core.base.chain import AuditKeys
from core.base.paths import Home
from core.ledger.audit import Action
from core.services.at_work.desk import Desk
from core.services.preferences import Preferences
from core.services.trail.notes import tell_once
from core.store.backup import swap
from core.store.backup.note import RestoreNote

FROZEN = "frozen"


def taken_back(home: Home, keys: AuditKeys, store: str) -> tuple[int, int] | None:
    """The rows of the trail that a restore took back before this opening, the first and the last. A note that cannot be read explains
    none, and keeps no clinic shut.
    """
    with suppress(OSError):
        note = RestoreNote.read(home.folder / swap.TOLD)
        return note.took_back(keys, store) if note else None
    return None


def note_restore(desk: Desk, home: Home) -> RestoreNote | None:
    """Tell the trail of a restore it does not know of yet, which is the result. Raises `UserError` settings_invalid; OSError."""
    path = home.folder / swap.TOLD
    note = RestoreNote.read(path)
    if note is None:
        return None
    preferences = Preferences(home)
    seen = preferences.read()
    if seen.settings.backup_thinning != FROZEN:
        preferences.change(seen, {"backup_thinning": FROZEN})
    tell_once(desk, Action.BACKUP_RESTORE, note)
    path.unlink(missing_ok=True)
    return note
