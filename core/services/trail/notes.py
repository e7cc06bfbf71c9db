"""What was done while the clinic was not open, told to the trail from the note it left beside the store.

The note goes once that is done, so a crash between them tells the trail once and not twice: the note's number is in the row.
"""

import json

from core.base.paths import Home
from core.ledger.audit import Action
from core.services.at_work.desk import Change, Desk
from core.store import audit_rows
from core.store.audit_rows import Wanted
from core.store.rescue_note import RescueNote
from core.store.sealed_note import SealedNote

LOOKED_AT = 20
"""So many rows of its kind are looked at."""


def tell_once(desk: Desk, action: Action, note: SealedNote, **more: object) -> None:
    """One row with what the note says, unless there is one."""
    if _is_known(desk, action, note):
        return
    detail = note.model_dump(exclude={"by", "seal"}, exclude_defaults=True) | more

    def work(change: Change) -> None:
        change.trail.record(action, reason=note.by, **detail)

    desk.change(work)


def note_rescues(desk: Desk, home: Home, store: str) -> None:
    """At an opening: tell the trail of every rescue it does not know of. Raises OSError."""
    for path, note in RescueNote.left(home):
        tell_once(desk, Action.RECORDS_RESCUE, note, sealed=note.is_sealed(desk.book.keys, store))
        path.unlink(missing_ok=True)


def _is_known(desk: Desk, action: Action, note: SealedNote) -> bool:
    wanted = Wanted(action=action)
    rows = desk.read(lambda connection: audit_rows.listed(connection, wanted, LOOKED_AT))
    return bool(note.id) and any(json.loads(row.detail).get("id") == note.id for row in rows)
