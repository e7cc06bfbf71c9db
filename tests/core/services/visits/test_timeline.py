"""The timeline: visits in order of time, and each symptom at every one of them, with its gaps."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

import pytest

from core.base.errors import UserError
from core.kernel import Kernel
from core.services.visits.timeline import Count, Point, Series, Status, TextChange
from tests.fakes.clinic import MENZHEN, Clinic, chen_min, content, count_of, prepared, symptom
from tests.fakes.forms import SHIWEN_KEYS

FIRST, SECOND, THIRD = "2026-03-01T00:30", "2026-03-15T09:00", "2026-03-29T09:00"


@pytest.fixture
def kernel(clinic: Clinic) -> Iterator[Kernel]:
    """The services, with P001 registered."""
    prepared(clinic, chen_min)
    with clinic.open() as opened:
        yield opened


def save(kernel: Kernel, at: str, *symptoms: dict[str, object], **answers: object) -> None:
    kernel.intake.save("P001", "menzhen", content({**MENZHEN, **answers}, symptoms), at)


def series(kernel: Kernel) -> dict[str, Series]:
    return {one.term: one for one in kernel.records.timeline("P001").symptoms}


def test_without_a_visit_there_is_nothing_to_show(kernel: Kernel) -> None:
    timeline = kernel.records.timeline("P001")
    assert (timeline.record_no, timeline.visits, timeline.symptoms) == ("P001", (), ())
    with pytest.raises(UserError, match="unknown_record_no"):
        kernel.records.timeline("P009")


def test_visits_come_oldest_first_with_what_a_card_shows(kernel: Kernel) -> None:
    save(kernel, SECOND, symptom("口干"), symptom("多梦", "无"), symptom("心悸"), zhushu="后")
    save(kernel, FIRST, zhushu="前")
    first, second = kernel.records.timeline("P001").visits
    assert (first.number, first.place, first.chief_complaint, first.symptoms) == (2, 1, "前", 0)
    assert first.visited_at.isoformat() == "2026-03-01T00:30:00+08:00"
    assert (second.number, second.place, second.chief_complaint, second.symptoms) == (1, 2, "后", 2)
    form = kernel.forms.named("menzhen")
    assert (second.form, second.title, second.signed) == (form.slug, form.title, None)


def test_a_symptom_has_a_point_at_every_visit_and_gaps_stay_gaps(kernel: Kernel) -> None:
    save(kernel, FIRST, symptom("口干", grade=3, words="夜里要喝水"))
    save(kernel, SECOND)
    save(kernel, THIRD, symptom("口干", "无"))
    days = [date(2026, 3, 1), date(2026, 3, 15), date(2026, 3, 29)]
    points = series(kernel)["口干"].points
    assert points == (
        Point(1, days[0], Status.PRESENT, 3, None, "夜里要喝水"),
        Point(2, days[1], Status.NOT_ASKED),
        Point(3, days[2], Status.ABSENT),
    )
    assert [point.is_gap for point in points] == [False, True, False]


def test_unknown_is_a_gap_too(kernel: Kernel) -> None:
    save(kernel, FIRST, symptom("口干", "不详"))
    (point,) = series(kernel)["口干"].points
    assert (point.status, point.is_gap) == (Status.UNKNOWN, True)


def test_a_count_stays_the_number_it_was(kernel: Kernel) -> None:
    save(kernel, FIRST, symptom("夜尿", count=count_of(3, "次/夜")))
    assert series(kernel)["夜尿"].points[0].count == Count(Decimal(3), "次/夜")


def test_symptoms_come_as_the_last_visit_lists_them_then_older_ones(kernel: Kernel) -> None:
    save(kernel, FIRST, symptom("口干", field="饮食"), symptom("多梦"))
    save(kernel, SECOND, symptom("心悸"), symptom("多 梦", field="睡眠"))
    found = kernel.records.timeline("P001").symptoms
    assert [(one.term, one.field) for one in found] == [("心悸", ""), ("多 梦", "睡眠"), ("口干", "饮食")]
    assert [point.status for point in found[1].points] == [Status.PRESENT, Status.PRESENT]


def test_what_nobody_ever_asked_about_has_no_series(kernel: Kernel) -> None:
    save(kernel, FIRST, symptom("口干", "未问"), symptom("多梦"))
    assert list(series(kernel)) == ["多梦"]


def changed(kernel: Kernel) -> list[tuple[TextChange, ...]]:
    return [visit.changes for visit in kernel.records.timeline("P001").visits]


def test_a_visit_tells_which_texts_are_not_what_they_were(kernel: Kernel) -> None:
    save(kernel, SECOND, zhushu="后", guominshi={"code": "不详"}, maixiang="弦")
    save(kernel, FIRST, zhushu="前", guominshi={"code": "无"}, shexiang="舌淡红")
    assert changed(kernel) == [
        (),
        (
            TextChange("主诉", "前", "后"),
            TextChange("过敏史", "无", "不详"),
            TextChange("舌象", "舌淡红", ""),
            TextChange("脉象", "", "弦"),
        ),
    ]


def test_what_was_written_again_word_for_word_is_no_change(kernel: Kernel) -> None:
    save(kernel, FIRST, symptom("口干", words="干"))
    save(kernel, SECOND, symptom("口干", words="更干"))
    assert changed(kernel) == [(), ()]


def test_of_two_forms_only_texts_with_one_role_are_held_together(kernel: Kernel) -> None:
    save(kernel, FIRST, zhushu="头晕一月", guominshi="青霉素", jiwangshi="胃炎")
    keys = dict.fromkeys(SHIWEN_KEYS, "无异常")
    answers = {**keys, "zhushu": "头晕两月", "guomin": {"guomin.guominshi": "青霉素"}}
    kernel.intake.save("P001", "shiwen", content(answers), SECOND)
    assert changed(kernel)[1] == (TextChange("主诉", "头晕一月", "头晕两月"),)
