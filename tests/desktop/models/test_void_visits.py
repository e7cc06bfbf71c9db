"""A void visit is offered nowhere to compare with, and has no place to be called by."""

from desktop.models.chosen_visit import ChosenVisit
from desktop.models.comparison import load, visit_words
from desktop.models.trend import load_series
from tests.fakes.clinic import Clinic, symptom


def test_a_void_visit_is_not_among_those_that_can_be_compared(clinic: Clinic) -> None:
    clinic.add("陈敏")
    for day in ("2026-03-01", "2026-03-15", "2026-03-29"):
        clinic.save("P001", symptoms=[symptom("口干", grade=1)], at=day)
    with clinic.open() as kernel:
        kernel.amendments.void("P001", 2, reason="duplicate")
        comparison = load(kernel, "P001")
        assert [(visit.number, visit.place) for visit in comparison.visits] == [(1, 1), (3, 2)]
        _, series = load_series(kernel, "P001", "口干")
        assert series
        assert [point.visit for point in series.points] == [1, 3]
        record = kernel.records.of_patient("P001", 2)[0]
        assert [one.signed for one in kernel.today.overview().recent] == [False]
    chosen = ChosenVisit.of_record(record, "陈敏")
    assert chosen.is_void
    assert visit_words(chosen.place) == "已作废"
    assert chosen.about == "陈敏 P001·已作废 2026-03-15"
