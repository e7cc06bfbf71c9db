"""What a call of a pack wants kept, in its storage and as files: put aside until the result has passed, then carried out as one.

It is the one thing the call writes (`core.tools.tool.Unit.stage`): a rejected result, a failure, a Stop leave nothing behind, a tool that
says it only reads keeps nothing, and a call has either this or a record written, never both. Values, the row in the audit trail and files are
one transaction; the files are written last, each whole, so that what cannot be written takes the values with it. Accepted: of several files
those before the one that failed stay.
"""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from core.base.clock import to_stored
from core.base.errors import ClinicError, Refused
from core.ledger.audit import Action
from core.packhost.context.calls import call_of, is_in_call
from core.packhost.context.desk import Change, Desk
from core.packhost.current_call import CurrentCall, current
from core.store import pack_storage
from core.tools.tool import Unit, full_name

MOST_IN_A_CALL = 1000
"""Values and files."""
MOST_BYTES_IN_A_CALL = 16 << 20
MOST_VALUES = 10_000
MOST_BYTES = 64 << 20
"""Of all values of a pack."""


@dataclass(frozen=True, slots=True)
class PendingFile:
    """A file that is to be written, and how."""

    content: bytes
    write: Callable[[bytes], None]


@dataclass
class Pending:
    """What one call has put aside. A value is JSON, None for one that is to go; a file goes by its name as the pack has it."""

    values: dict[str, str | None] = field(default_factory=dict)
    files: dict[str, PendingFile] = field(default_factory=dict)
    is_taken: bool = False

    @property
    def size(self) -> int:
        values = sum(len(key.encode()) + len((value or "").encode()) for key, value in self.values.items())
        return values + sum(len(file.content) for file in self.files.values())


class Keeping:
    """What the calls of one pack have put aside, each for itself."""

    def __init__(self, desk: Desk, pack: str) -> None:
        self._desk, self._pack = desk, pack
        self._turn = threading.Lock()
        self._pending: WeakKeyDictionary[Unit, Pending] = WeakKeyDictionary()

    def values(self) -> Mapping[str, str | None]:
        """What the call under way put aside; nothing outside of one."""
        with self._turn:
            return dict(self._mine().values)

    def files(self) -> Mapping[str, bytes]:
        """As `values`."""
        with self._turn:
            return {name: file.content for name, file in self._mine().files.items()}

    def put(self, key: str, value: str | None) -> None:
        """Have a value kept, or one removed. Raises as `_put_aside`."""
        self._put_aside(lambda pending: pending.values.__setitem__(key, value))

    def write(self, name: str, file: PendingFile) -> None:
        """Have a file written. Raises as `_put_aside`."""
        self._put_aside(lambda pending: pending.files.__setitem__(name, file))

    def _mine(self) -> Pending:
        call = current()
        found = self._pending.get(call.unit) if call is not None and is_in_call(self._pack) else None
        return found or Pending()

    def _put_aside(self, put: Callable[[Pending], None]) -> None:
        """Raises `Refused` tool_outside_call, pack_keeps_much, tool_reads_only, tool_writes_once; `ClinicError` tool_over."""
        call = call_of(self._pack)
        with self._turn:
            found = self._pending.get(call.unit)
            pending = found or Pending()
            if pending.is_taken:
                raise ClinicError("tool_over", tool=call.tool)
            tried = Pending(dict(pending.values), dict(pending.files))
            put(tried)
            if len(tried.values) + len(tried.files) > MOST_IN_A_CALL or tried.size > MOST_BYTES_IN_A_CALL:
                raise Refused(
                    "pack_keeps_much", pack=self._pack, limit=MOST_BYTES_IN_A_CALL >> 20, count=MOST_IN_A_CALL
                )
            if found is None:
                call.unit.stage(lambda: self._carried_out(call, pending))
                self._pending[call.unit] = pending
            pending.values, pending.files = tried.values, tried.files

    def _carried_out(self, call: CurrentCall, pending: Pending) -> str:
        """Raises `Refused` storage_full; what a file raises; what the store raises."""
        with self._turn:
            pending.is_taken = True

        def work(change: Change) -> None:
            pack_storage.keep(change.connection, self._pack, pending.values, to_stored(change.at))
            count, size = pack_storage.kept(change.connection, self._pack)
            if count > MOST_VALUES or size > MOST_BYTES:
                raise Refused("storage_full", pack=self._pack, limit=MOST_BYTES >> 20, count=MOST_VALUES)
            change.trail.record(
                Action.PACK_KEEP,
                tool=full_name(self._pack, call.tool),
                pack=self._pack,
                values=len(pending.values),
                files=len(pending.files),
                bytes=pending.size,
            )
            for file in pending.files.values():
                file.write(file.content)

        self._desk.change(work)
        return ""
