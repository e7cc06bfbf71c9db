"""Records: read as they were saved, with the form and the person of that day."""

from collections.abc import Iterator

import pytest

from core.base.errors import Damaged, UserError
from core.base.ids import parse_record_no
from core.kernel import Kernel
from core.services.patients.patients import Given
from tests.fakes.clinic import MENZHEN, Clinic, chen_min, content, prepared, rows, store_of, symptom

FIRST, SECOND, THIRD = "2026-03-01T09:00", "2026-03-15T09:00", "2026-03-29T09:00"
P001 = parse_record_no("P001")


@pytest.fixture
def kernel(clinic: Clinic) -> Iterator[Kernel]:
    """The services, with P001 registered."""
    prepared(clinic, chen_min)
    with clinic.open() as opened:
        yield opened


def save(kernel: Kernel, at: str, *symptoms: dict[str, object], **answers: object) -> int:
    return kernel.intake.save("P001", "menzhen", content({**MENZHEN, **answers}, symptoms), at).number


def test_visits_come_in_order_of_time_with_the_number_they_were_given(kernel: Kernel) -> None:
    for at in (THIRD, FIRST, SECOND):
        save(kernel, at)
    found = [(one.number, one.place) for one in kernel.records.of_patient("P001")]
    assert found == [(2, 1), (3, 2), (1, 3)]


def test_one_visit_is_chosen_by_number_not_by_place(kernel: Kernel) -> None:
    save(kernel, SECOND, zhushu="后")
    save(kernel, FIRST, zhushu="前")
    (chosen,) = kernel.records.of_patient("P001", visit=1)
    assert (chosen.answers["zhushu"], chosen.place) == ("后", 2)


@pytest.mark.parametrize("visit", [0, 2, -1])
def test_a_visit_that_is_not_there_is_said_so(kernel: Kernel, visit: int) -> None:
    save(kernel, FIRST)
    with pytest.raises(UserError, match="unknown_visit"):
        kernel.records.of_patient("P001", visit)


def test_the_person_stands_in_the_record_as_registered_that_day(kernel: Kernel) -> None:
    save(kernel, FIRST)
    kernel.patients.edit("P001", Given(name="陈慧敏", birth="1986"))
    save(kernel, SECOND)
    names = [(one.subject["name"], one.subject["birth"]) for one in kernel.records.of_patient("P001")]
    assert names == [("陈敏", "1985"), ("陈慧敏", "1986")]


def test_answers_and_findings_come_back_equal(kernel: Kernel) -> None:
    given = symptom(
        "夜尿",
        field="erbian",
        grade=2,
        count={"value": 3, "unit": "次/夜"},
        trend="加重",
        since=" 三日 ",
        frequency="每夜",
        words="起来三回\n睡不好",
    )
    save(kernel, FIRST, given, symptom("口干", "无", words="不干"), jiazushi={"code": "不详"})
    (record,) = kernel.records.of_patient("P001")
    assert record.answers == {**MENZHEN, "jiazushi": {"code": "不详"}}
    assert [(one.term, one.words) for one in record.findings] == [
        ("夜尿", "起来三回\n睡不好"),
        ("口干", "不干"),
    ]
    assert record.findings[0].since == " 三日 "


def test_an_old_visit_is_read_with_the_form_it_was_filled_in_with(kernel: Kernel) -> None:
    save(kernel, FIRST)
    kept = rows(store_of(kernel), "SELECT ref, definition FROM form_definitions")
    form = kernel.intake._desk.packs.form("menzhen")
    assert kept == [(form.questionnaire.ref, form.definition)]


def test_a_damaged_answer_is_said_to_be_damaged(clinic: Clinic) -> None:
    clinic.add("陈敏")
    clinic.save("P001")
    clinic.execute("DROP TRIGGER visit_answers_no_update")
    clinic.execute("""UPDATE visit_answers SET response = '{"questionnaire": "another"}'""")
    with clinic.open() as kernel, pytest.raises(Damaged):
        kernel.records.of_patient("P001")


def test_before_the_first_visit_there_is_nothing_to_see(kernel: Kernel) -> None:
    context = kernel.records.context(P001)
    assert (context.next_place, context.last) == (1, None)


def test_the_visit_to_come_sees_the_last_one_in_time(kernel: Kernel) -> None:
    save(kernel, SECOND, zhushu="后")
    save(kernel, FIRST, zhushu="前")
    context = kernel.records.context(P001)
    assert context.next_place == 3
    assert context.last
    assert context.last.answers["zhushu"] == "后"


def test_the_list_shows_the_last_complaint_in_time(kernel: Kernel) -> None:
    save(kernel, SECOND, zhushu="后")
    save(kernel, FIRST, zhushu="前")
    patient = kernel.patients.show("P001")
    assert (patient.visits, str(patient.last_visit), patient.chief_complaint) == (2, "2026-03-15", "后")
