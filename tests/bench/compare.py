"""Comparing the last two of many visits: through the service, and the pack's rule alone."""

from collections.abc import Iterator

from core.packhost.api import VisitRecord
from core.packhost.host import mount
from tests.bench.answers import TERMS
from tests.bench.ground import Ground
from tests.bench.measure import Line, gathered, line, progress, timed
from tests.bench.save import registered

NAME = "测试子"


def bench(ground: Ground) -> Iterator[Line]:
    """The service reads every visit, then judges; the rule is given them."""
    visits = ground.sizes.history
    again = range(ground.sizes.repeats)
    with progress(f"comparing among {visits} visits"), ground.large.clinic.open() as clinic:
        record_no = registered(clinic, NAME, visits, len(TERMS))
        rows = clinic.compare.visits(record_no).rows
        service = gathered(timed(lambda: clinic.compare.visits(record_no)) for _ in again)
        records = [
            VisitRecord(record.number, record.visited_at.date(), record.findings)
            for record in clinic.records.of_patient(record_no)
        ]
    packs = mount()
    rule, direction = packs.comparison, packs.vocabulary.direction
    alone = gathered(timed(lambda: rule.compare(records[:-1], records[-1], direction)) for _ in again)
    yield line("compare", service, visits=visits, rows=len(rows))
    yield line("compare.rule", alone, us_a_row=round(alone.p50 * 1000 / len(rows), 1))
