"""Saving a visit in a large clinic: checked, compared with the visit before and durable when the call returns."""

from collections.abc import Iterator
from datetime import timedelta
from functools import partial

from core.kernel import Kernel
from core.services.patients.patients import Given
from tests.bench.answers import answers
from tests.bench.ground import FORM, Ground
from tests.bench.measure import Limit, Line, gathered, line, progress, timed
from tests.bench.rival import NAME, Statement, recorded

LIMIT = Limit(100)
SYMPTOMS = 10
EARLIER = 20
SAVES = 4
"""So many visits are saved for one patient, so that the history stays about as long."""
NAMES = ("甲", "乙", "丙", "丁", "戊", "己", "庚", "辛", "壬", "癸")


def bench(ground: Ground) -> Iterator[Line]:
    """The rival writes the same rows, and reads and checks nothing."""
    large = ground.large
    took: list[float] = []
    plain: list[float] = []
    with progress("saving"), large.clinic.open() as clinic:
        for name in NAMES[: ground.sizes.repeats // 2]:
            with recorded() as statements:
                record_no = registered(clinic, f"测试{name}", EARLIER, SYMPTOMS)
            large.plain.replay([_writes(statements)])
            for turn in range(SAVES):
                content = answers(EARLIER + turn, SYMPTOMS)
                with recorded() as statements:
                    took.append(timed(partial(clinic.intake.save, record_no, FORM, content)))
                plain.append(large.plain.replay([_writes(statements)])[0].ms)
    yield line(
        "save",
        gathered(took),
        rival=(NAME, gathered(plain)),
        limit=LIMIT,
        earlier=EARLIER,
        symptoms=SYMPTOMS,
    )


def registered(clinic: Kernel, name: str, visits: int, symptoms: int) -> str:
    """The record number of a new patient with so many visits, one a week, the last a week ago."""
    record_no = clinic.patients.register(Given(name=name, sex="女", birth="1985-03")).patient.record_no
    for turn in range(visits):
        at = clinic.clock.now() - timedelta(weeks=visits - turn)
        clinic.intake.save(record_no, FORM, answers(turn, symptoms), at.isoformat())
    return record_no


def _writes(statements: list[Statement]) -> list[Statement]:
    return [statement for statement in statements if statement.writes]
