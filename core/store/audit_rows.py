"""The audit trail's table, behind the port `core.base.ports.AuditRows`, and reading it back.

The table only grows: its triggers (`core.store.schema.AUDIT_GUARDS`) refuse every other statement, REPLACE included.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Select, func, insert, literal_column, select, text, update

from core.base.chain import AuditKeys
from core.base.errors import Damaged
from core.base.ports import AUDIT_FIELDS, AuditRow, Head, Link
from core.store.schema import AUDIT_GUARDS, audit, clinic

T = TypeVar("T")


class Read(Protocol):
    """Runs queries on one consistent view: `core.store.store.Store.read`."""

    def __call__(self, work: Callable[[Connection], T]) -> T: ...


CHUNK = 10_000
"""Rows a walk reads at a time; between two of them the lane is free for others."""

_ROW = [audit.c[name] for name in AUDIT_FIELDS]
_HEAD = select(audit.c.seq, audit.c.mac, audit.c.at).order_by(audit.c.seq.desc()).limit(1)
# SQLite writes the bytes of a row itself, in the form of `core.base.chain`. In pieces that as a rule stay below 100 bytes: a longer one
# takes memory of its own, which SQLCipher locks and wipes, and that would take longer than all the rest.
_ENDS = (0, 5, 10, 17, 19, len(AUDIT_FIELDS))
_PIECES = ", ".join(f"json_array({', '.join(AUDIT_FIELDS[begin:end])})" for begin, end in pairwise(_ENDS))
_LINKS = f"SELECT seq, prev, mac, at, action, {_PIECES} FROM audit WHERE seq > ? ORDER BY seq LIMIT {CHUNK}"  # noqa: S608 - names of columns


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which rows are listed: all that is given must fit. `since` and `until` are stored moments, both included.

    `refused` are those of what was not done, `reasoned` those that say why.
    """

    record_no: str | None = None
    since: str = ""
    until: str = ""
    operator: str = ""
    action: str = ""
    reasons: tuple[str, ...] = ()
    refused: bool = False
    reasoned: bool = False


@dataclass(frozen=True, slots=True)
class Sealed:
    """A row as it is kept, with its place in the chain."""

    row: AuditRow
    prev: bytes
    mac: bytes


class StoredAuditRows:
    """Appends to the table on the connection, and in the transaction, of a change."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._head: Head | None = None

    def head(self) -> Head:
        if self._head is None:
            self._head = head(self._connection)
        return self._head

    def append(self, row: AuditRow, prev: bytes, mac: bytes) -> None:
        self._connection.execute(insert(audit).values({**asdict(row), "prev": prev, "mac": mac}))
        self._head = Head(row.seq, mac, row.at)


def head(connection: Connection) -> Head:
    """The newest row."""
    found = connection.execute(_HEAD).first()
    return Head(found.seq, found.mac, found.at) if found else Head(0, b"", "")


class StoredChain:
    """The trail as `core.base.ports.AuditChain`. Each question is one piece of work on a lane, so nobody waits for a whole walk."""

    def __init__(self, read: Read) -> None:
        self.read = read

    def links(self, after: int) -> list[Link]:
        def work(connection: Connection) -> list[Link]:
            # By the driver itself: a row object for each would take as long as its seal.
            driver: Any = connection.connection.driver_connection
            return [
                (seq, f"{a[:-1]},{b[1:-1]},{c[1:-1]},{d[1:-1]},{e[1:]}", prev, mac, at, action)
                for seq, prev, mac, at, action, a, b, c, d, e in driver.execute(_LINKS, (after,))
            ]

        return self.read(work)

    def row(self, seq: int) -> AuditRow | None:
        found = self.read(
            lambda connection: connection.execute(select(*_ROW).where(audit.c.seq == seq)).first()
        )
        return AuditRow(*found) if found else None

    def mac_of(self, seq: int) -> bytes | None:
        return self.read(lambda connection: connection.scalar(select(audit.c.mac).where(audit.c.seq == seq)))

    def seq_of(self, mac: bytes) -> int | None:
        query = select(audit.c.seq).where(audit.c.mac == mac).limit(1)
        return self.read(lambda connection: connection.scalar(query))

    def head(self) -> Head:
        return self.read(head)

    def counted(self) -> int:
        query = text("SELECT seq FROM sqlite_sequence WHERE name = 'audit'")
        return self.read(lambda connection: connection.scalar(query)) or 0

    def missing_guards(self) -> list[str]:
        return self.read(missing_guards)


def listed(connection: Connection, wanted: Wanted, limit: int, before: int = 0) -> list[AuditRow]:
    """The newest rows that fit, newest first; with `before`, of those with a lower number.

    Newest is by number: a clock may have been set back. Each filter has an index in that order, so none walks the whole trail.
    """
    first, last = _between(connection, wanted)
    if before:
        last = min(last, before - 1)
    query = (
        select(*_ROW)
        .where(audit.c.seq.between(first, last), *_fitting(wanted))
        .order_by(audit.c.seq.desc())
        .limit(limit)
    )
    return [AuditRow(*found) for found in connection.execute(query)]


def newest(connection: Connection, action: str) -> AuditRow | None:
    """The newest row of an action."""
    return next(iter(listed(connection, Wanted(action=action), 1)), None)


def _between(connection: Connection, wanted: Wanted) -> tuple[int, int]:
    """The lowest and the highest number of what was written in the time asked for. By an index alone: 0.2 µs a row of that time."""
    if wanted.record_no is not None or not _leaves_out(connection, wanted):
        return 1, head(connection).seq
    query = select(func.min(audit.c.seq), func.max(audit.c.seq)).where(*_in_time(wanted))
    first, last = connection.execute(query).one()
    return (first or 1, last or 0)


def _leaves_out(connection: Connection, wanted: Wanted) -> bool:
    """Whether something was written outside of the time asked for."""
    outside = [audit.c.at < wanted.since] if wanted.since else []
    outside += [audit.c.at > wanted.until] if wanted.until else []
    return any(
        connection.scalar(select(literal_column("1")).where(one).limit(1)) is not None for one in outside
    )


def walked(read: Read, wanted: Wanted, until: int) -> Iterator[Sealed]:
    """Every row up to number `until` that fits, in order, with its seals; `read` runs each piece on a lane."""
    first, last = read(partial(_between, wanted=wanted))
    after, until = first - 1, min(until, last)
    while after < until:
        query = (
            select(*_ROW, audit.c.prev, audit.c.mac)
            .where(audit.c.seq > after, audit.c.seq <= until, *_fitting(wanted))
            .order_by(audit.c.seq)
            .limit(CHUNK)
        )
        rows = read(partial(_page, query=query))
        yield from rows
        after = rows[-1].row.seq if len(rows) == CHUNK else until


def missing_guards(connection: Connection) -> list[str]:
    """The triggers that are not there as they were made."""
    made = (
        select(text("name"), text("sql")).select_from(text("sqlite_schema")).where(text("type = 'trigger'"))
    )
    found = {row.name: row.sql for row in connection.execute(made)}
    return [name for name, made in AUDIT_GUARDS.items() if found.get(name) != made]


def put_guards_back(connection: Connection) -> None:
    """Make the triggers as they were made."""
    for name in missing_guards(connection):
        connection.execute(text(f"DROP TRIGGER IF EXISTS {name}"))
        connection.execute(text(AUDIT_GUARDS[name]))


def anchored_at(connection: Connection) -> str:
    """When the head of the trail was first kept outside the store; empty when it never was."""
    return connection.scalar(select(clinic.c.anchored_at)) or ""


def keys(connection: Connection, path: Path) -> AuditKeys:
    """The keys of the trail. Raises `Damaged` store_structure when they are not what was put in."""
    try:
        return AuditKeys.kept(connection.scalar(select(clinic.c.audit_keys)) or b"")
    except ValueError as error:
        raise Damaged("store_structure", file=path, table=clinic.name) from error


def note_anchored(connection: Connection, at: str) -> None:
    """From now on an anchor that is not there is missed."""
    connection.execute(update(clinic).values(anchored_at=at))


def _page(connection: Connection, query: Select[Any]) -> list[Sealed]:
    return [_sealed(one) for one in connection.execute(query)]


def _fitting(wanted: Wanted) -> Iterator[Any]:
    if wanted.record_no is not None:
        yield audit.c.record_no == wanted.record_no
    yield from _in_time(wanted)
    # The plus keeps SQLite from the index of an operator or an action, which have many rows, where the few with a refusal or a reason
    # are asked for.
    few = wanted.refused or wanted.reasoned or wanted.reasons
    if wanted.operator:
        yield (literal_column("+audit.operator") if few else audit.c.operator) == wanted.operator
    if wanted.action:
        yield (literal_column("+audit.action") if few else audit.c.action) == wanted.action
    if wanted.refused:
        yield audit.c.outcome == literal_column("'refused'")
    if wanted.reasoned or wanted.reasons:
        yield audit.c.reason != literal_column("''")
    if wanted.reasons:
        yield audit.c.reason.in_(wanted.reasons)


def _in_time(wanted: Wanted) -> Iterator[Any]:
    if wanted.since:
        yield audit.c.at >= wanted.since
    if wanted.until:
        yield audit.c.at <= wanted.until


def _sealed(found: Sequence[Any]) -> Sealed:
    *values, prev, mac = found
    return Sealed(AuditRow(*values), prev, mac)
