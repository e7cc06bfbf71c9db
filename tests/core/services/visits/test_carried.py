"""The return table: of each symptom the last that was said for certain, with the visit that said it."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

import pytest

from core.base.errors import UserError
from core.kernel import Kernel
from core.services.visits.carried import Carried
from tests.fakes.clinic import MENZHEN, Clinic, chen_min, content, count_of, prepared, symptom

FIRST, SECOND, THIRD = "2026-03-01T09:00", "2026-03-15T09:00", "2026-03-29T09:00"


@pytest.fixture
def kernel(clinic: Clinic) -> Iterator[Kernel]:
    """The services, with P001 registered."""
    prepared(clinic, chen_min)
    with clinic.open() as opened:
        yield opened


def save(kernel: Kernel, at: str, *symptoms: dict[str, object]) -> None:
    kernel.intake.save("P001", "menzhen", content(MENZHEN, symptoms), at)


def shown(carried: tuple[Carried, ...]) -> list[tuple[str, str, int]]:
    return [(one.finding.term, one.finding.status.value, one.visit) for one in carried]


def test_a_first_visit_has_nothing_to_carry(kernel: Kernel) -> None:
    assert kernel.intake.carried("P001") == ()


def test_what_was_said_comes_with_its_date_grade_count_and_words(kernel: Kernel) -> None:
    save(
        kernel,
        FIRST,
        symptom("夜尿", count=count_of(3, "次/夜"), words="一晚上起来三回"),
        symptom("口干", grade=2),
    )
    nocturia, thirst = kernel.intake.carried("P001")
    assert (nocturia.day, nocturia.finding.words) == (date(2026, 3, 1), "一晚上起来三回")
    assert nocturia.finding.count
    assert (nocturia.finding.count.value, nocturia.finding.count.unit) == (Decimal(3), "次/夜")
    assert thirst.finding.grade == 2


def test_the_newest_present_or_absent_counts_and_nothing_said_hides_none(kernel: Kernel) -> None:
    save(kernel, FIRST, symptom("口干", grade=3), symptom("多梦"), symptom("心悸"))
    save(kernel, SECOND, symptom("口干", "未问"), symptom("多梦", "不详"), symptom("心悸", "无"))
    save(kernel, THIRD, symptom("胁胀", "未问"))
    assert shown(kernel.intake.carried("P001")) == [("口干", "有", 1), ("多梦", "有", 1), ("心悸", "无", 2)]


def test_present_ones_stand_first_the_newest_visits_before_older_ones(kernel: Kernel) -> None:
    save(kernel, FIRST, symptom("口干"), symptom("多梦"))
    save(kernel, SECOND, symptom("咳嗽", "无"), symptom("多梦"), symptom("胁胀"))
    assert [term for term, *_ in shown(kernel.intake.carried("P001"))] == ["多梦", "胁胀", "口干", "咳嗽"]


def test_one_symptom_written_in_two_ways_is_one(kernel: Kernel) -> None:
    save(kernel, FIRST, symptom("口 干"))
    save(kernel, SECOND, symptom("口干", "无"))
    assert shown(kernel.intake.carried("P001")) == [("口干", "无", 2)]


def test_time_decides_and_not_the_order_of_saving(kernel: Kernel) -> None:
    save(kernel, SECOND, symptom("口干", "无"))
    save(kernel, FIRST, symptom("口干"))
    assert shown(kernel.intake.carried("P001")) == [("口干", "无", 1)]


def test_a_back_dated_visit_carries_what_was_known_then(kernel: Kernel) -> None:
    save(kernel, FIRST, symptom("口干"))
    save(kernel, THIRD, symptom("口干", "无"))
    assert shown(kernel.intake.carried("P001", SECOND)) == [("口干", "有", 1)]
    assert shown(kernel.intake.carried("P001", FIRST)) == [("口干", "有", 1)]
    with pytest.raises(UserError, match="visit_in_future"):
        kernel.intake.carried("P001", "2027-01-01")


def test_it_is_the_last_of_the_comparison(kernel: Kernel) -> None:
    save(kernel, FIRST, symptom("口干", grade=3), symptom("多梦"), symptom("心悸"))
    save(kernel, SECOND, symptom("多梦", "不详"), symptom("心悸", "无"))
    carried = {one.finding.key: one for one in kernel.intake.carried("P001")}
    save(kernel, THIRD, *(symptom(term) for term in carried))
    before = {row.key: row.previous for row in kernel.compare.visits("P001").rows if row.rule}
    assert {key: (side.visit, side.day, side.status) for key, side in before.items() if side} == {
        key: (one.visit, one.day, one.finding.status) for key, one in carried.items()
    }


def test_an_unknown_patient_is_said_so(kernel: Kernel) -> None:
    with pytest.raises(UserError, match="unknown_record_no"):
        kernel.intake.carried("P009")
