"""The audit trail, for those who look after it: list it, verify it, export it. Each of these leaves its own row."""

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from pathlib import Path

from core.base.clock import parse_moment, to_stored
from core.base.errors import UserError
from core.base.ids import RecordNo, parse_record_no
from core.base.ports import AUDIT_FIELDS, AuditRow, Head
from core.ledger.audit import Action
from core.ledger.findings import Finding, Kind
from core.ledger.verify import Verdict, verify
from core.services.anchoring import Anchoring
from core.services.desk import Desk
from core.store import audit_rows
from core.store.audit_rows import Sealed, StoredChain, Wanted

__all__ = ["Action", "Audit", "AuditRow", "Exported", "Finding", "Head", "Kind", "Verified"]

LISTED = 50

HOW = (
    "mac = HMAC-SHA256(key, bytes + prev), in hex here; bytes is the JSON array of the row's fields in the order of `fields`, "
    "without blanks, UTF-8, as it stands in `row`; prev is the mac of the row before, 64 zeros for the first. "
    "Without the key: prev of each row is the mac of the row numbered one less, and sha256 of the last line is that of all lines "
    "before it. With the clinic: mingdao audit verify."
)


@dataclass(frozen=True, slots=True)
class Verified:
    """The verdict, and how fast it came."""

    verdict: Verdict
    took_s: float

    @property
    def rows_a_second(self) -> int:
        return round(self.verdict.rows / self.took_s) if self.took_s else 0


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written."""

    file: Path
    rows: int
    head: Head


class Audit:
    """Reading the trail."""

    def __init__(self, desk: Desk, anchoring: Anchoring) -> None:
        self._desk = desk
        self._anchoring = anchoring

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the opening of the clinic found: the trail is not the one that was left."""
        return self._anchoring.findings

    def anchor(self) -> Head:
        """Keep the head of the trail outside the store now. Raises OSError."""
        return self._anchoring.anchor()

    def rows(
        self,
        record_no: str = "",
        *,
        since: str = "",
        until: str = "",
        operator: str = "",
        action: str = "",
        limit: int = LISTED,
    ) -> list[AuditRow]:
        """The newest rows that fit, newest first. A day without a time is the whole day.

        Raises `UserError` bad_record_no, bad_time, unknown_action, bad_limit.
        """
        if limit < 1:
            raise UserError("bad_limit", value=limit)
        if action and action not in set(Action):
            raise UserError("unknown_action", value=action, known="、".join(Action))
        number = _number(record_no)
        wanted = Wanted(
            record_no=number,
            since=self._moment(since),
            until=self._moment(until, end=True),
            operator=operator,
            action=action,
        )
        self._desk.change(lambda change: change.trail.record(Action.AUDIT_READ, number))
        return self._desk.read(lambda connection: audit_rows.listed(connection, wanted, limit))

    def verify(self, told: Callable[[int], None] = lambda _: None) -> Verified:
        """Walk the whole chain. `told` hears how many rows are done; what it raises ends the walk."""
        began = time.perf_counter()
        anchors = self._anchoring.anchors.read()
        verdict = verify(StoredChain(self._desk.read), self._desk.book.keys, anchors, told)
        took = time.perf_counter() - began
        kinds = sorted({one.kind.value for one in verdict.found})
        self._desk.change(
            lambda change: change.trail.record(Action.AUDIT_VERIFY, rows=verdict.rows, found=kinds)
        )
        return Verified(verdict, took)

    def export(self, file: Path, record_no: str = "") -> Exported:
        """Write the trail, or what it says of one patient, as JSON lines: how to verify it, the rows, the head.

        The export's own row is among them. Raises `UserError` file_exists, bad_record_no; OSError.
        """
        number = _number(record_no)
        try:
            handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError as error:
            raise UserError("file_exists", file=file) from error
        try:
            with os.fdopen(handle, "wb") as out:
                self._desk.change(lambda change: change.trail.record(Action.AUDIT_EXPORT, number))
                head = self.anchor()
                whole, rows = hashlib.sha256(), 0
                for line in self._lines(head, number):
                    out.write(line)
                    whole.update(line)
                    rows += 1
                end = {
                    "head": self._anchoring.anchors.sealed(head),
                    "rows": rows - 1,
                    "sha256": whole.hexdigest(),
                }
                out.write(_line(end))
                out.flush()
                os.fsync(out.fileno())
        except BaseException:
            file.unlink(missing_ok=True)
            raise
        return Exported(file, rows - 1, head)

    def _lines(self, head: Head, record_no: RecordNo | None) -> Iterator[bytes]:
        yield _line({"format": "mingdao-audit/1", "record_no": record_no, "fields": AUDIT_FIELDS, "how": HOW})
        for one in audit_rows.walked(self._desk.read, Wanted(record_no=record_no), head.seq):
            yield _line(_exported(one))

    def _moment(self, typed: str, *, end: bool = False) -> str:
        if not typed:
            return ""
        moment = parse_moment(typed, self._desk.clock.zone)
        if end and _is_day(typed):
            moment += timedelta(days=1) - datetime.resolution
        return to_stored(moment)


def _number(record_no: str) -> RecordNo | None:
    return parse_record_no(record_no) if record_no else None


def _is_day(typed: str) -> bool:
    try:
        date.fromisoformat(typed.strip())
    except ValueError:
        return False
    return True


def _exported(one: Sealed) -> dict[str, object]:
    return {"row": list(asdict(one.row).values()), "prev": one.prev.hex(), "mac": one.mac.hex()}


def _line(content: dict[str, object]) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
