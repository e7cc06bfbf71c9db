"""Who may have a store read out in clear, and what the trail hears of it.

A rescue is for a store that does not open any more. One that does has its own ways of writing out, which ask for a right and leave a
row. Of a wreck it is the operators in it who say who may read records; where they cannot be read any more, the recovery code does, or
whoever alone has a key.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from core.base.chain import AuditKeys
from core.base.clock import Clock, to_stored
from core.base.errors import ClinicError, Damaged, KeyTrouble, Refused
from core.base.paths import Home
from core.base.rights import Right
from core.services.at_work.desk import roles_with
from core.services.at_work.roster import may_in
from core.services.rescue import Rescued
from core.store import audit_rows
from core.store.envelope import Envelope
from core.store.rescue_note import RescueNote
from core.store.reserve import Reserve
from core.store.soundness import examined
from core.store.store import Store, store_id
from core.store.unlocking import Road, Unlocked
from core.store.wreck import UnreadableError, Wreck


@dataclass
class RescueLeave:
    """Of one rescue: asked once there is a copy to look at, told at its end."""

    home: Home
    unlocked: Unlocked
    clock: Clock
    _note: RescueNote | None = None
    _keys: AuditKeys | None = None

    def ask(self, copy: Path) -> None:
        """Look at the copy, and leave a note of what is about to be written out.

        Raises `Refused` rescue_not_needed, rescue_not_allowed; `KeyTrouble` rescue_code_needed; `Damaged` store_newer; OSError where the
        note cannot be kept.
        """
        if self._opens(copy):
            raise Refused("rescue_not_needed", file=self.home.store)
        wreck = Wreck(copy, self.unlocked.key)
        try:
            self._refuse_unfit(wreck)
            with suppress(UnreadableError, Damaged):
                self._keys = wreck.read(lambda connection: audit_rows.keys(connection, copy))
        finally:
            wreck.close()
        road = self.unlocked.road
        operator = "" if road is Road.RECOVERY else self.unlocked.operator
        self._note = RescueNote(at=to_stored(self.clock.now()), by=road.value, operator=operator)
        self._write(self._note)

    def told(self, done: Rescued) -> None:
        """It went to its end. Raises OSError."""
        if self._note:
            counts = {"whole": True, "records": done.records, "visits": done.visits}
            self._write(self._note.model_copy(update=counts))

    def _opens(self, copy: Path) -> bool:
        """Whether the store opens and every page of it is the one that was written."""
        try:
            store = Store(copy, self.unlocked.key)
            try:
                is_ours = store.read(store_id) == self.unlocked.envelope.store
                return is_ours and examined(store).is_sound
            finally:
                store.close()
        except Damaged as trouble:
            if trouble.code == "store_newer":
                raise
            return False
        except (ClinicError, DBAPIError):
            return False

    def _refuse_unfit(self, wreck: Wreck) -> None:
        if self.unlocked.road is Road.RECOVERY:
            return
        operator = self.unlocked.operator
        try:
            allowed = may_in(wreck.read, self.clock, operator, Right.CLINICAL_READ)
        except UnreadableError as trouble:
            if not _is_alone(self.unlocked.envelope):
                raise KeyTrouble("rescue_code_needed") from trouble
        else:
            if not allowed:
                roles = roles_with(Right.CLINICAL_READ)
                raise Refused("rescue_not_allowed", operator=operator, roles=roles)

    def _write(self, note: RescueNote) -> None:
        def write() -> None:
            note.write(note.path(self.home), self._keys, self.unlocked.envelope.store)

        _with_room(write, Reserve(self.home.reserve))


def _is_alone(envelope: Envelope) -> bool:
    """Whether nobody else has a key of their own: whoever is the clinic's only person is its physician and its admin."""
    return len(envelope.operators) <= 1


def _with_room(write: Callable[[], None], reserve: Reserve) -> None:
    """A disk with no room left for so little gives the space up that was held back for this."""
    try:
        write()
    except OSError:
        if not reserve.let_go():
            raise
        write()
