"""The audit trail, for those who look after it: look through it, verify it, export it. Each of these leaves its own row."""

import hashlib
import os
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from core.base.clock import from_stored, parse_moment, to_stored
from core.base.errors import UserError
from core.base.ids import parse_record_no
from core.base.paths import Home
from core.base.ports import AuditRow, Head
from core.base.rights import Reason, Right
from core.events.model import TrailVerified
from core.ledger.audit import Action
from core.ledger.findings import Finding, Kind
from core.ledger.paper_line import Agreement, OnPaper, line_of, read_line
from core.ledger.verify import Verdict, verify
from core.services.at_work.desk import ONE_READING_S, Change, Desk
from core.services.trail import export as trail_export
from core.services.trail.anchoring import Anchoring
from core.services.trail.words import detail_of
from core.store import audit_rows
from core.store import patients as store
from core.store.audit_rows import StoredChain, Wanted
from core.store.backup.outside import refuse_among_ours

__all__ = [
    "Action",
    "Agreement",
    "Asked",
    "Audit",
    "AuditRow",
    "Checked",
    "Condition",
    "Entry",
    "Exported",
    "Finding",
    "Head",
    "Kind",
    "OnPaper",
    "TrailPage",
    "Verified",
]

LISTED = 50

PAGE_ROWS = 100

ANY = "any"
"""Every reason for which the record of somebody whom others look after was opened: the list for later review."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Which rows are asked for, as typed: all that is given must fit. A day without a time is the whole day.

    `reason` is the code a row has, or `ANY` of those for which records of others were opened; `refused` are the rows of what was not
    done, `reasoned` those that say why.
    """

    record_no: str = ""
    since: str = ""
    until: str = ""
    operator: str = ""
    action: str = ""
    reason: str = ""
    refused: bool = False
    reasoned: bool = False


EVERYTHING = Asked()


@dataclass(frozen=True, slots=True)
class Entry:
    """A row, and the name of its patient where the role at work may know it."""

    row: AuditRow
    name: str = ""


@dataclass(frozen=True, slots=True)
class TrailPage:
    """Some rows, the newest first; `next` is where to go on, 0 at the end."""

    entries: tuple[Entry, ...]
    next: int


@dataclass(frozen=True, slots=True)
class Checked:
    """A verification that was carried out. `kinds` are those of what it found."""

    at: datetime
    by: str
    rows: int
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Condition:
    """How it stands with the trail: what this opening found, the last verification, and whether an opening has found something since."""

    findings: tuple[Finding, ...]
    checked: Checked | None
    broken_since: bool

    @property
    def is_whole(self) -> bool:
        """As far as is known."""
        return not (self.findings or self.broken_since or (self.checked and self.checked.kinds))


@dataclass(frozen=True, slots=True)
class Verified:
    """The verdict, what the opening found, and how fast it came."""

    verdict: Verdict
    opening: tuple[Finding, ...]
    took_s: float

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All that is wrong, each once."""
        return tuple(dict.fromkeys((*self.opening, *self.verdict.found)))

    @property
    def whole(self) -> bool:
        return not self.findings

    @property
    def rows_a_second(self) -> int:
        return round(self.verdict.rows / self.took_s) if self.took_s else 0


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written."""

    file: Path
    rows: int
    head: Head
    paper_line: str
    """The head as a line to copy on paper."""


class Audit:
    """Reading the trail."""

    def __init__(self, desk: Desk, home: Home, anchoring: Anchoring) -> None:
        self._desk, self._home = desk, home
        self._anchoring = anchoring
        self._readings: dict[Wanted, float] = {}

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the opening of the clinic found: the trail is not the one that was left."""
        return self._anchoring.findings

    def anchor(self) -> Head:
        """Keep the head of the trail outside the store now. Raises OSError."""
        return self._anchoring.anchor()

    @property
    def condition(self) -> Condition:
        """How it stands with the trail, as far as is known without verifying it."""

        def work(connection: Connection) -> tuple[AuditRow | None, AuditRow | None]:
            return (
                audit_rows.newest(connection, Action.AUDIT_VERIFY),
                audit_rows.newest(connection, Action.AUDIT_BREAK),
            )

        verified, broken = self._desk.read(work)
        since = broken is not None and (verified is None or broken.seq > verified.seq)
        return Condition(self.findings, self._checked(verified) if verified else None, since)

    def rows(
        self,
        record_no: str = "",
        *,
        since: str = "",
        until: str = "",
        operator: str = "",
        action: str = "",
        reason: str = "",
        refused: bool = False,
        reasoned: bool = False,
        limit: int = LISTED,
    ) -> list[AuditRow]:
        """The newest rows that fit, newest first. Raises as `page` does, and `UserError` bad_limit."""
        asked = Asked(record_no, since, until, operator, action, reason, refused, reasoned)
        self._require(asked)
        if limit < 1:
            raise UserError("bad_limit", value=limit)
        wanted = self._wanted(asked)
        self._tell(wanted)
        return self._desk.read(lambda connection: audit_rows.listed(connection, wanted, limit))

    def page(self, asked: Asked = EVERYTHING, before: int = 0, limit: int = PAGE_ROWS) -> TrailPage:
        """At most `limit` of the rows that fit, newest first: from the newest on, or after the `next` of the page before.

        One row tells of looking through the same rows for a while, as of a reading of a record. What is told of one patient, or of
        oneself, needs less of a right than all of it.
        Raises `UserError` bad_record_no, bad_time, unknown_action, unknown_reason.
        """
        self._require(asked)
        wanted = self._wanted(asked)
        now = time.monotonic()
        self._readings = {one: until for one, until in self._readings.items() if until > now}
        if wanted not in self._readings:
            self._tell(wanted)
            self._readings[wanted] = now + ONE_READING_S
        is_named = self._desk.acting.could(Right.DEMOGRAPHICS)

        def work(connection: Connection) -> TrailPage:
            found = audit_rows.listed(connection, wanted, limit + 1, before)
            rows = found[:limit]
            numbers = {row.record_no for row in rows if row.record_no} if is_named else set()
            names = store.names(connection, numbers)
            entries = tuple(Entry(row, names.get(row.record_no or "", "")) for row in rows)
            return TrailPage(entries, rows[-1].seq if len(found) > limit else 0)

        return self._desk.read(work)

    def operators(self) -> tuple[str, ...]:
        """Whom the trail can be asked about by name: who works here, and who did."""
        self._desk.require(Right.TRAIL)
        return tuple(one.name for one in self._desk.roster.everyone)

    def verify(self, told: Callable[[int, int], None] = lambda _done, _of: None) -> Verified:
        """Walk the whole chain. `told` hears how many rows of how many are done; what it raises ends the walk, and no row tells of it."""
        self._desk.require(Right.TRAIL)
        began = time.perf_counter()
        anchors = self._anchoring.anchors.read()
        with self._desk.store.aside() as lane:
            chain = StoredChain(lane.run)
            total = chain.head().seq
            verdict = verify(chain, self._desk.book.keys, anchors, lambda done: told(min(done, total), total))
        done = Verified(verdict, self.findings, time.perf_counter() - began)
        kinds = sorted({one.kind.value for one in done.findings})

        def work(change: Change) -> None:
            change.trail.record(Action.AUDIT_VERIFY, rows=verdict.rows, found=kinds)
            change.announce(TrailVerified(whole=done.whole))

        self._desk.change(work)
        return done

    def paper_line(self) -> str:
        """The head of the trail as a line to copy on paper."""
        self._desk.require(Right.TRAIL)
        return line_of(self._desk.read(audit_rows.head), self._desk.clock.zone)

    def against_paper(self, typed: str) -> OnPaper:
        """Hold a line from paper against the trail. Raises `UserError` bad_paper_line."""
        self._desk.require(Right.TRAIL)
        line = read_line(typed)
        chain = StoredChain(self._desk.read)
        row, mac = chain.row(line.seq), chain.mac_of(line.seq)
        agreement = line.agreement(mac)
        self._desk.change(
            lambda change: change.trail.record(Action.AUDIT_PAPER, reason=agreement, row=line.seq)
        )
        return OnPaper(agreement, line.seq, from_stored(row.at, self._desk.clock.zone) if row else None)

    def export(
        self,
        file: Path,
        asked: Asked = EVERYTHING,
        told: Callable[[int, int], None] = lambda _done, _of: None,
    ) -> Exported:
        """Write the trail, or what of it is asked for, as JSON lines: how to verify it, the rows, the head.

        The export's own row is among them when it fits. `told` hears how far in the trail it is; what it raises ends the export, and
        no file is left. Raises `UserError` out_inside, file_exists, and as `page` does; OSError.
        """
        self._desk.require(Right.TRAIL_EXPORT)
        refuse_among_ours(self._home, file)
        wanted = self._wanted(asked)
        try:
            handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError as error:
            raise UserError("file_exists", file=file) from error
        try:
            with os.fdopen(handle, "wb") as out:
                self._tell(wanted, Action.AUDIT_EXPORT)
                head = self.anchor()
                whole, rows = hashlib.sha256(), 0
                for line in trail_export.lines(self._desk.store, wanted, head, told):
                    out.write(line)
                    whole.update(line)
                    rows += 1
                end = {
                    "head": self._anchoring.anchors.sealed(head),
                    "rows": rows - 1,
                    "sha256": whole.hexdigest(),
                }
                out.write(trail_export.line(end))
                out.flush()
                os.fsync(out.fileno())
        except BaseException:
            file.unlink(missing_ok=True)
            raise
        return Exported(file, rows - 1, head, line_of(head, self._desk.clock.zone))

    def _require(self, asked: Asked) -> None:
        of_one = asked.record_no or asked.operator == self._desk.acting.present.operator
        self._desk.require(Right.TRAIL, *([Right.OWN_TRAIL] if of_one else []))

    def _wanted(self, asked: Asked) -> Wanted:
        if asked.action and asked.action not in set(Action):
            raise UserError("unknown_action", value=asked.action, known="、".join(Action))
        number = parse_record_no(asked.record_no) if asked.record_no else None
        # To say that nobody looked at somebody who is not there would be an answer about somebody else.
        if number and not self._desk.read(lambda connection: store.names(connection, {number})):
            raise UserError("unknown_record_no", record_no=number)
        return Wanted(
            record_no=number,
            since=self._moment(asked.since),
            until=self._moment(asked.until, end=True),
            operator=asked.operator,
            action=asked.action or (Action.RECORD_READ if asked.reason else ""),
            reasons=_reasons(asked.reason),
            refused=asked.refused,
            reasoned=asked.reasoned,
        )

    def _tell(self, wanted: Wanted, action: Action = Action.AUDIT_READ) -> None:
        """That somebody looks through it, or takes a copy, and by which filters."""
        number = parse_record_no(wanted.record_no) if wanted.record_no else None
        filters = [name for name, value in asdict(wanted).items() if value and name != "record_no"]
        detail: dict[str, Any] = {"filters": filters} if filters else {}
        self._desk.change(lambda change: change.trail.record(action, number, **detail))

    def _checked(self, row: AuditRow) -> Checked:
        told = detail_of(row)
        kinds, rows = told.get("found"), told.get("rows")
        return Checked(
            from_stored(row.at, self._desk.clock.zone),
            row.operator,
            rows if isinstance(rows, int) else 0,
            tuple(map(str, kinds)) if isinstance(kinds, list) else (),
        )

    def _moment(self, typed: str, *, end: bool = False) -> str:
        if not typed:
            return ""
        moment = parse_moment(typed, self._desk.clock.zone)
        if end and _is_day(typed):
            moment += timedelta(days=1) - datetime.resolution
        return to_stored(moment)


def _reasons(wanted: str) -> tuple[str, ...]:
    """The codes of a filter. Raises `UserError` unknown_reason."""
    if not wanted:
        return ()
    if wanted == ANY:
        return tuple(Reason)
    if wanted not in set(Reason):
        raise UserError("unknown_reason", value=wanted, known="、".join((*Reason, ANY)))
    return (wanted,)


def _is_day(typed: str) -> bool:
    try:
        date.fromisoformat(typed.strip())
    except ValueError:
        return False
    return True
