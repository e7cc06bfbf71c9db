"""The costs of many calls, put together each way the ledger offers, as its page reads them."""

from collections.abc import Iterator
from functools import partial
from time import process_time

from sqlalchemy import insert

from core.services.spending.facts import By
from core.store.schema import calls
from core.store.store import Store
from desktop.views.ledger.costs_asked import CostsAsked, Period, read
from tests.bench.ground import Ground
from tests.bench.measure import Limit, Line, gathered, line, progress, timed
from tests.fakes.spending import many_calls

LIMIT = Limit(1000)
"""Of processor time: the page says that it reads, and nobody should come to believe it has stopped."""


def bench(ground: Ground) -> Iterator[Line]:
    """All calls there ever were: the longest period there is. What they take of time stands beside."""
    clinic, count = ground.clinic(), ground.sizes.patients
    store = Store(clinic.home.store, clinic.key)
    with progress(f"adding {count} calls"):
        store.write(lambda connection: connection.execute(insert(calls), many_calls(count)))
    store.close()
    with progress("reading their costs"), clinic.open() as kernel:
        works = [partial(read, CostsAsked(Period.ALL, by), kernel) for by in By] * 3
        passed = gathered(timed(work) for work in works)
        measured = gathered(timed(work, process_time) for work in works)
    yield line("costs", measured, limit=LIMIT, clock="processor", calls=count, wall_p95_ms=passed.p95)
