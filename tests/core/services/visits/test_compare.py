"""Comparison: computed from the records as they stand, beside what was stored and what the physician chose."""

from collections.abc import Iterator

import pytest

from core.base.errors import UserError
from core.events.model import ComparisonOverridden, Event
from core.kernel import Kernel
from core.services.visits.compare import Compared, rows_as_json
from core.store import visits
from tests.fakes.clinic import MENZHEN, Clinic, chen_min, content, prepared, rows, store_of, symptom, trail

DAYS = ("2026-03-01", "2026-03-15", "2026-03-29", "2026-04-12")


@pytest.fixture
def kernel(clinic: Clinic) -> Iterator[Kernel]:
    """The services, with P001 registered."""
    prepared(clinic, chen_min)
    with clinic.open() as opened:
        yield opened


def save(kernel: Kernel, day: str, *symptoms: dict[str, object], **answers: str) -> int:
    return kernel.intake.save("P001", "menzhen", content({**MENZHEN, **answers}, symptoms), day).number


@pytest.fixture
def course(clinic: Clinic) -> Iterator[Kernel]:
    """口干 over four visits: 轻, 重, 中, 轻."""
    prepared(clinic, four_visits)
    with clinic.open() as opened:
        yield opened


def four_visits(clinic: Clinic) -> None:
    chen_min(clinic)
    with clinic.open() as kernel:
        for day, grade in zip(DAYS, (1, 3, 2, 1), strict=True):
            save(kernel, day, symptom("口干", grade=grade))


def override(kernel: Kernel, **given: str) -> Compared:
    return kernel.compare.override("P001", 4, "口干", **{"reason": "问错了", **given})  # type: ignore[arg-type]


def verdicts(compared: Compared) -> list[tuple[str, str | None, str | None]]:
    return [(row.symptom, row.state or row.marker, row.rule) for row in compared.rows]


def test_the_last_two_visits_are_compared(course: Kernel) -> None:
    compared = course.compare.visits("P001")
    assert (compared.base, compared.to, verdicts(compared)) == (3, 4, [("口干", "减轻", "D4")])
    assert str(compared.base_day) == DAYS[2]


def test_visits_after_the_base_are_ignored(course: Kernel) -> None:
    compared = course.compare.visits("P001", base=1)
    assert (compared.base, compared.to, verdicts(compared)) == (1, 4, [("口干", "无变化", "D5")])


def test_as_known_at_the_base_something_may_be_recorded_first(kernel: Kernel) -> None:
    save(kernel, DAYS[0])
    save(kernel, DAYS[1], symptom("口干", "无"))
    save(kernel, DAYS[2], symptom("口干"))
    assert verdicts(kernel.compare.visits("P001")) == [("口干", "新出现", "C5")]
    assert verdicts(kernel.compare.visits("P001", base=1)) == [("口干", "首次记录", "C2")]


def test_looking_back_goes_past_visits_that_did_not_ask(kernel: Kernel) -> None:
    save(kernel, DAYS[0], symptom("口干", grade=3))
    save(kernel, DAYS[1])
    save(kernel, DAYS[2], symptom("口干", grade=1))
    (row,) = kernel.compare.visits("P001").rows
    assert (row.state, row.previous and row.previous.visit) == ("减轻", 1)


def test_another_visit_can_be_the_one_compared(course: Kernel) -> None:
    compared = course.compare.visits("P001", to=2)
    assert (compared.base, compared.to, verdicts(compared)) == (1, 2, [("口干", "加重", "D4")])


@pytest.mark.parametrize(
    ("base", "to", "code"),
    [
        (4, 4, "base_not_before"),
        (4, 3, "base_not_before"),
        (9, None, "unknown_visit"),
        (None, 9, "unknown_visit"),
        (None, 1, "no_earlier_visit"),
    ],
)
def test_a_pair_that_cannot_be_compared_is_refused(
    course: Kernel, base: int | None, to: int | None, code: str
) -> None:
    with pytest.raises(UserError) as refusal:
        course.compare.visits("P001", base, to)
    assert refusal.value.code == code


def test_tongue_and_pulse_stand_side_by_side_without_a_state(kernel: Kernel) -> None:
    save(kernel, DAYS[0], shexiang="舌红", maixiang="脉弦")
    save(kernel, DAYS[1], symptom("口干"), shexiang="舌淡")
    compared = kernel.compare.visits("P001")
    assert [(row.field, row.state, row.marker, row.rule) for row in compared.rows[1:]] == [
        ("tongue", None, None, None),
        ("pulse", None, None, None),
    ]


def test_an_override_stands_beside_the_computed_row(course: Kernel) -> None:
    before = rows_as_json(course.compare.visits("P001").rows)
    chosen = override(course, state="无变化")
    assert rows_as_json(chosen.rows) == before
    assert rows_as_json(course.compare.visits("P001").rows) == before
    assert chosen.chosen
    kept = chosen.chosen["口干"]
    assert (kept.state, kept.marker, kept.reason, kept.by) == ("无变化", None, "问错了", "李大夫")
    assert not kept.outdated


def test_the_latest_override_counts_and_the_earlier_stay(course: Kernel) -> None:
    override(course, state="无变化")
    chosen = override(course, marker="需核对", reason="再问")
    assert chosen.chosen
    assert (chosen.chosen["口干"].state, chosen.chosen["口干"].marker) == (None, "需核对")
    assert len(rows(store_of(course), "SELECT 1 FROM overrides")) == 2


def test_an_override_outlives_a_back_dated_visit_and_says_that_the_row_changed(course: Kernel) -> None:
    override(course, state="无变化")
    save(course, "2026-04-01", symptom("口干", grade=1))
    again = course.compare.visits("P001", to=4)
    assert (again.base, again.chosen["口干"].state, again.chosen["口干"].outdated) == (5, "无变化", True)


def test_an_override_belongs_to_its_two_visits(course: Kernel) -> None:
    override(course, state="无变化")
    assert course.compare.visits("P001", base=1).chosen == {}
    assert course.compare.visits("P001", to=3).chosen == {}


def test_an_override_leaves_its_row_and_its_event(course: Kernel) -> None:
    events: list[Event] = []
    course.bus.subscribe(Event, events.append)
    chosen = override(course, state="无变化")
    assert trail(store_of(course))[-1] == ("compare.override", "P001", 4, {"base": 3, "rule": "D4"})
    assert events == [ComparisonOverridden(chosen.record_no, 4)]


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"state": "减轻", "reason": ""}, "reason_required"),
        ({"state": "减轻", "reason": " \n"}, "reason_required"),
        ({"state": "减轻", "reason": "不详"}, "reason_required"),
        ({}, "choose_one"),
        ({"state": "减轻", "marker": "需核对"}, "choose_one"),
        ({"state": "好转"}, "unknown_state"),
        ({"state": "需核对"}, "unknown_state"),
        ({"marker": "减轻"}, "unknown_marker"),
    ],
)
def test_an_override_without_its_parts_is_refused(course: Kernel, given: dict[str, str], code: str) -> None:
    with pytest.raises(UserError) as refusal:
        override(course, **given)
    assert refusal.value.code == code
    assert rows(store_of(course), "SELECT 1 FROM overrides") == []


@pytest.mark.parametrize("row", ["头痛", "舌象", ""])
def test_a_row_that_is_not_judged_cannot_be_overridden(kernel: Kernel, row: str) -> None:
    save(kernel, DAYS[0], symptom("口干"), shexiang="舌红")
    save(kernel, DAYS[1], symptom("口干"), shexiang="舌淡")
    with pytest.raises(UserError, match="no_such_row"):
        kernel.compare.override("P001", 2, row, state="减轻", reason="问错了")


def test_one_visit_has_no_row_to_override(kernel: Kernel) -> None:
    save(kernel, DAYS[0], symptom("口干"))
    with pytest.raises(UserError, match="no_such_row"):
        kernel.compare.override("P001", 1, "口干", state="减轻", reason="问错了")


def test_what_was_stored_is_what_was_computed_then(course: Kernel) -> None:
    ((stored,),) = rows(
        store_of(course), "SELECT rows FROM comparisons JOIN visits ON id = visit_id WHERE number = 4"
    )
    compared = course.compare.visits("P001")
    assert stored == rows_as_json(compared.rows)
    assert not compared.differs


def test_a_back_dated_visit_makes_it_differ_from_what_was_stored(course: Kernel) -> None:
    ((before,),) = rows(
        store_of(course), "SELECT rows FROM comparisons JOIN visits ON id = visit_id WHERE number = 4"
    )
    save(course, "2026-04-01", symptom("口干", grade=1))
    compared = course.compare.visits("P001", to=4)
    assert (compared.base, compared.differs) == (5, True)
    ((after,),) = rows(
        store_of(course), "SELECT rows FROM comparisons JOIN visits ON id = visit_id WHERE number = 4"
    )
    assert after == before


def test_a_back_dated_visit_elsewhere_makes_no_difference(course: Kernel) -> None:
    save(course, "2026-03-02", symptom("头痛"))
    assert course.compare.visits("P001").differs is True
    assert course.compare.visits("P001", base=1).differs is False


def test_the_comparison_is_written_once(course: Kernel) -> None:
    with pytest.raises(Exception, match="UNIQUE"):
        store_of(course).write(
            lambda connection: visits.keep_comparison(connection, 4, visits.StoredComparison(1, "x", "[]"))
        )


def test_a_list_tells_the_visits_a_back_dated_one_changed(course: Kernel) -> None:
    assert course.compare.outdated("P001") == frozenset()
    save(course, "2026-03-20", symptom("口干", grade=1))
    assert course.compare.outdated("P001") == {3}
    save(course, "2026-02-01")
    assert course.compare.outdated("P001") == {3}  # what was the first visit had nothing stored
    with pytest.raises(UserError, match="unknown_record_no"):
        course.compare.outdated("P009")
