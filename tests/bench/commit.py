"""What durability costs: one row in one transaction, on the disk when the call returns."""

from collections.abc import Iterator

from sqlalchemy import Connection, insert

from core.store.schema import audit
from core.store.store import Store
from tests.bench.ground import Ground
from tests.bench.measure import Line, gathered, line, progress, timed
from tests.bench.rival import NAME, recorded

COMMITS_A_REPEAT = 20
ROW = {"at": "", "operator": "bench", "source": "bench", "action": "bench", "detail": "{}"}


def bench(ground: Ground) -> Iterator[Line]:
    """Through the writer's lane; the rival commits with no lane between."""
    clinic = ground.clinic()
    plain = ground.plain(clinic)
    store = Store(clinic.home.store, clinic.key)
    again = range(ground.sizes.repeats * COMMITS_A_REPEAT)
    with progress("committing"), recorded() as statements:
        store.write(_add_row)
        sent = [statement for statement in statements if statement.writes]
    with progress("committing"):
        ours = gathered(timed(lambda: store.write(_add_row)) for _ in again)
        theirs = gathered(one.ms for one in plain.replay([sent for _ in again]))
    store.close()
    yield line("commit", ours, rival=(NAME, theirs))


def _add_row(connection: Connection) -> None:
    connection.execute(insert(audit), [ROW])
