"""The first opening after a restore: the trail is told of it, and no old backup is removed until somebody has looked.

The note lies beside the store. It goes when both are done, so a crash between them tells the trail once and not twice: the note's number
is in the row.
"""

import json

from core.base.paths import Home
from core.ledger.audit import Action
from core.services.at_work.desk import Change, Desk
from core.services.preferences import Preferences
from core.store import audit_rows
from core.store.audit_rows import Wanted
from core.store.backup import swap
from core.store.backup.note import RestoreNote

FROZEN = "frozen"


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
    if not _is_known(desk, note):

        def work(change: Change) -> None:
            detail = note.model_dump(exclude={"by", "seal"}, exclude_defaults=True)
            change.trail.record(Action.BACKUP_RESTORE, reason=note.by, **detail)

        desk.change(work)
    path.unlink(missing_ok=True)
    return note


def _is_known(desk: Desk, note: RestoreNote) -> bool:
    wanted = Wanted(action=Action.BACKUP_RESTORE)
    rows = desk.read(lambda connection: audit_rows.listed(connection, wanted, 20))
    return bool(note.id) and any(json.loads(row.detail).get("id") == note.id for row in rows)
