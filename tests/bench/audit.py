"""The audit trail: what a row costs, and how fast the chain is verified."""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial

from sqlalchemy import Connection, insert

from core.base.chain import AuditKeys, sealer, values_bytes
from core.base.clock import SystemClock, zone_named
from core.ledger.anchor import Found
from core.ledger.audit import Action, Actor, Book, Trail
from core.ledger.verify import verify
from core.store.audit_rows import StoredAuditRows, StoredChain, Wanted, head, listed
from core.store.schema import audit
from core.store.store import Store
from tests.bench.ground import Ground
from tests.bench.measure import Limit, Line, gathered, line, progress, timed

LIMIT_S = 60.0
FOR_ROWS = 5_000_000
"""So many rows are to be verified within the limit."""


def bench(ground: Ground) -> Iterator[Line]:
    """Rows one by one, as changes write them; many in one transaction, to have them; then the walk."""
    clinic = ground.clinic()
    store = Store(clinic.home.store, clinic.key)
    keys = AuditKeys.of(clinic.key)
    book, actor, clock = (
        Book(keys, "bench", "bench"),
        Actor("bench", "bench"),
        SystemClock(zone_named("Asia/Shanghai")),
    )

    def add(rows: int, connection: Connection) -> None:
        trail = Trail(StoredAuditRows(connection), book, actor, clock.now())
        for _ in range(rows):
            trail.record(Action.RECORD_READ, None, tool="bench.row")

    with progress("adding audit rows"):
        one = gathered(timed(partial(store.write, partial(add, 1))) for _ in range(20 * ground.sizes.repeats))
    rows = 2 * ground.sizes.patients
    with progress(f"adding {rows} audit rows"):
        store.write(partial(_fill, sealer(keys.rows), rows))
    with progress("verifying"):
        took = (
            timed(lambda: verify(StoredChain(store.read), keys, Found((), missing=False, damaged=False)))
            / 1000
        )
    store.close()
    yield line("audit.row", one, limit=Limit(20))
    total = rows + 20 * ground.sizes.repeats
    needed = took / total * FOR_ROWS
    yield {
        "bench": "audit.verify",
        "n": total,
        "total_ms": round(took * 1000),
        "rows_a_second": round(total / took),
        "for_5m_rows_s": round(needed, 1),
        "limit_s": LIMIT_S,
        "ok": needed <= LIMIT_S,
    }


def _fill(seal: Callable[[bytes], bytes], rows: int, connection: Connection) -> None:
    """Many rows as they are kept; only making them is faster than one by one."""
    last = head(connection)
    row = listed(connection, Wanted(), 1)[0]
    prev, made = last.mac, []
    for seq in range(last.seq + 1, last.seq + rows + 1):
        one = {**asdict(row), "seq": seq, "record_no": f"P{seq:03d}"}
        mac = seal(values_bytes(one.values()) + prev)
        made.append({**one, "prev": prev, "mac": mac})
        prev = mac
    connection.execute(insert(audit), made)
