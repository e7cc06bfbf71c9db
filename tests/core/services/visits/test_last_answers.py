"""Last time's texts: what stands beside an empty field, what may be taken over, and that a mark is true or refused."""

from collections.abc import Iterator
from datetime import date

import pytest

from core.base.errors import UserError
from core.forms.exact_json import dump_json
from core.kernel import Kernel
from core.services.patients.patients import Given
from core.services.visits.intake import Saved
from tests.fakes.clinic import MENZHEN, Clinic, chen_min, content, prepared, store_of, trail

FIRST, SECOND, THIRD = "2026-03-01T09:00", "2026-03-15T09:00", "2026-03-29T09:00"
PAST, ALLERGY = "高血压五年", {"code": "无"}


@pytest.fixture
def kernel(clinic: Clinic) -> Iterator[Kernel]:
    """The services, with P001 registered and seen once."""
    prepared(clinic, seen_once)
    with clinic.open() as opened:
        yield opened


def seen_once(clinic: Clinic) -> None:
    chen_min(clinic)
    answers = content({**MENZHEN, "jiwangshi": PAST, "guominshi": ALLERGY})
    with clinic.open() as kernel:
        kernel.intake.save("P001", "menzhen", answers, FIRST)


def file(answers: dict[str, object], **more: object) -> str:
    return dump_json({"answers": {**MENZHEN, **answers}, "symptoms": [], **more})


def save(kernel: Kernel, answers: dict[str, object], at: str = SECOND, **more: object) -> Saved:
    return kernel.intake.save("P001", "menzhen", file(answers, **more), at)


def codes(kernel: Kernel, text: str, at: str = "") -> list[tuple[str, str]]:
    checked = kernel.intake.check("menzhen", text, "P001", at)
    assert bool(checked.problems) == bool(checked.refusals)
    return [(problem.where, problem.code) for problem in checked.problems]


def test_the_newest_answer_of_each_text_stands_ready(kernel: Kernel) -> None:
    save(kernel, {"guominshi": "青霉素"})
    last = kernel.intake.last_answers("P001", "menzhen")
    assert (last["jiwangshi"].value, last["jiwangshi"].source.visit) == (PAST, 1)
    assert (last["guominshi"].value, last["guominshi"].source.day) == ("青霉素", date(2026, 3, 15))
    assert last["zhushu"].value == MENZHEN["zhushu"]
    assert not last["zhushu"].may_carry
    assert last["jiwangshi"].may_carry
    assert "jiazushi" not in last


def test_before_a_visit_only_what_was_known_then_stands_ready(kernel: Kernel) -> None:
    save(kernel, {"guominshi": "青霉素"}, THIRD)
    last = kernel.intake.last_answers("P001", "menzhen", SECOND)
    assert last["guominshi"].value == ALLERGY
    assert kernel.intake.last_answers("P001", "menzhen", "2026-02-01") == {}
    assert kernel.intake.last_answers("P001", "shiwen") == {}, "another form asks for itself"


def test_what_was_taken_over_keeps_the_visit_that_asked(kernel: Kernel) -> None:
    save(kernel, {"jiwangshi": PAST, "guominshi": ALLERGY}, carried={"jiwangshi": 1, "guominshi": 1})
    record = kernel.records.of_patient("P001", 2)[0]
    assert {key: source.visit for key, source in record.carried.items()} == {"jiwangshi": 1, "guominshi": 1}
    assert [(line.label, line.carried) for line in record.lines if line.carried] == [
        ("既往史", date(2026, 3, 1)),
        ("过敏史", date(2026, 3, 1)),
    ]
    last = kernel.intake.last_answers("P001", "menzhen")["jiwangshi"]
    assert last.source.visit == 1, "the second visit did not ask"
    save(kernel, {"jiwangshi": PAST}, THIRD, carried={"jiwangshi": 1})
    assert kernel.records.of_patient("P001", 3)[0].carried["jiwangshi"].day == date(2026, 3, 1)


def test_a_mark_that_is_not_true_is_refused_and_nothing_is_lost(kernel: Kernel) -> None:
    save(kernel, {"jiwangshi": PAST}, carried={"jiwangshi": 1})
    for answers, marks, code in (
        ({"jiwangshi": PAST + "，未服药"}, {"jiwangshi": 1}, "carried_differs"),
        ({"jiwangshi": PAST}, {"jiwangshi": 2}, "carried_visit"),
        ({"jiwangshi": PAST}, {"jiwangshi": 9}, "carried_visit"),
        ({"jiazushi": "无"}, {"jiazushi": 1}, "carried_visit"),
        ({}, {"zhushu": 1}, "carried_unfit"),
    ):
        text = file(dict(answers), carried=marks)
        assert codes(kernel, text) == [(next(iter(marks)), code)]
        with pytest.raises(UserError) as refused:
            kernel.intake.save("P001", "menzhen", text)
        assert refused.value.code == "answers_invalid"
        assert kernel.intake.drafts("P001")[0].content == text
    assert len(kernel.records.of_patient("P001")) == 2


def test_a_visit_before_the_one_it_names_cannot_take_over_from_it(kernel: Kernel) -> None:
    assert codes(kernel, file({"jiwangshi": PAST}, carried={"jiwangshi": 1}), "2026-02-01") == [
        ("jiwangshi", "carried_visit")
    ]


def test_another_patients_visit_is_no_source(kernel: Kernel) -> None:
    kernel.patients.register(Given(name="王芳", sex="女", birth="1990"))
    with pytest.raises(UserError):
        kernel.intake.save("P002", "menzhen", file({"jiwangshi": PAST}, carried={"jiwangshi": 1}))


def test_the_answers_file_may_say_when_the_visit_took_place(kernel: Kernel) -> None:
    saved = kernel.intake.save("P001", "menzhen", file({}, visited_at="2026-03-10T08:30"))
    assert f"{saved.visited_at:%m-%d %H:%M}" == "03-10 08:30"
    later = kernel.intake.save("P001", "menzhen", file({}, visited_at="2026-03-10T08:30"), "2026-03-12T08:30")
    assert later.visited_at.day == 12
    for at, code in (("2999-01-01", "visit_in_future"), ("gestern", "bad_time")):
        checked = kernel.intake.check("menzhen", file({}, visited_at=at), "P001")
        assert [refusal.code for refusal in checked.refusals] == [code]
        with pytest.raises(UserError) as refused:
            kernel.intake.save("P001", "menzhen", file({}, visited_at=at))
        assert refused.value.code == code


def test_a_time_alone_is_no_draft(kernel: Kernel) -> None:
    kernel.intake.save_draft("P001", "menzhen", content({"zhushu": "头晕"}))
    with pytest.raises(UserError):
        kernel.intake.save("P001", "menzhen", dump_json({"visited_at": "2026-03-10"}))
    assert kernel.intake.drafts("P001")[0].content == content({"zhushu": "头晕"})
    assert trail(store_of(kernel))[-1][0] == "intake.refused"
