"""Patients: registering, editing, telling two people apart, and the id card that is never shown whole."""

from collections.abc import Iterator

import pytest

from core.base.errors import Refused, UserError
from core.events.model import Event, PatientEdited, PatientRegistered
from core.kernel import Kernel
from core.services.patients.patients import Asked, Given, Registered
from core.store.matching import Why
from tests.fakes.clinic import Clinic, rows, store_of, trail


@pytest.fixture
def open_clinic(clinic: Clinic) -> Iterator[Kernel]:
    with clinic.open() as kernel:
        yield kernel


def add(kernel: Kernel, name: str, sex: str = "女", birth: str | None = None, **more: str) -> Registered:
    reason = more.pop("reason", "")
    return kernel.patients.register(Given(name, sex, birth, **more), reason)


def heard(kernel: Kernel) -> list[Event]:
    events: list[Event] = []
    kernel.bus.subscribe(Event, events.append)
    return events


def test_what_was_typed_is_kept_and_normal_forms_are_beside_it(open_clinic: Kernel) -> None:
    done = add(open_clinic, " 陳 敏 ", birth="1985年3月", phone="+86 138-0000-0000")
    details = done.patient.details
    assert (details.name, details.phone) == (" 陳 敏 ", "13800000000")
    assert details.birth
    assert (details.birth.text, details.birth.estimated) == ("1985-03", False)
    assert (done.warnings, done.alike) == ((), ())


def test_an_age_is_an_estimated_birth(open_clinic: Kernel) -> None:
    birth = add(open_clinic, "陈敏", birth="8个月").patient.details.birth
    assert birth
    assert (birth.text, birth.estimated) == ("2026-03", True)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (Given("", "女"), "name_required"),
        (Given("\u200b\u2060", "女"), "name_required"),
        (Given("陈敏", ""), "bad_sex"),
        (Given("陈敏", "F"), "bad_sex"),
        (Given("陈敏", "女", "85"), "birth_two_digit_year"),
        (Given("陈敏", "女", "2026-11-30"), "birth_in_future"),
        (Given("陈敏", "女", None, "12"), "bad_phone"),
        (Given("陈敏", "女", None, None, "110105"), "id_card_shape"),
    ],
)
def test_what_cannot_be_used_is_refused_and_nothing_kept(
    open_clinic: Kernel, given: Given, code: str
) -> None:
    with pytest.raises(UserError) as refusal:
        open_clinic.patients.register(given)
    assert refusal.value.code == code
    assert rows(store_of(open_clinic), "SELECT 1 FROM patients") == []
    assert trail(store_of(open_clinic)) == []


def test_a_duplicate_is_refused_naming_the_candidates(open_clinic: Kernel) -> None:
    add(open_clinic, "陈敏", birth="1985")
    with pytest.raises(Refused) as refusal:
        add(open_clinic, "陈敏", birth="1985-03-02")
    assert refusal.value.code == "duplicate"
    assert [one.patient.record_no for one in refusal.value.details["candidates"]] == ["P001"]  # type: ignore[attr-defined]
    assert rows(store_of(open_clinic), "SELECT count(*) FROM patients") == [(1,)]


def test_a_refused_number_is_not_used_up(open_clinic: Kernel) -> None:
    add(open_clinic, "陈敏")
    with pytest.raises(Refused):
        add(open_clinic, "陈敏")
    assert add(open_clinic, "何静").patient.record_no == "P002"


def test_the_number_of_a_patient_who_is_gone_is_not_given_out_again(clinic: Clinic) -> None:
    clinic.add("陈敏")
    clinic.add("何静")
    clinic.execute("DELETE FROM patients WHERE record_no = 'P002'")
    assert clinic.add("孙伟") == "P003"


def test_a_reason_lifts_the_refusal_and_stays_with_the_patient(open_clinic: Kernel) -> None:
    add(open_clinic, "陈敏")
    done = add(open_clinic, "陈敏", reason=" 双方到场 ")
    assert (done.patient.record_no, [one.why for one in done.alike]) == ("P002", [Why.SAME_NAME])
    kept = rows(store_of(open_clinic), "SELECT override_reason FROM patients ORDER BY id")
    assert kept == [(None,), ("双方到场",)]
    assert trail(store_of(open_clinic))[-1][3] == {"fields": ["name", "sex"], "overridden": True}


@pytest.mark.parametrize("reason", ["", "  ", "不详", "N/A", "null"])
def test_a_reason_that_says_nothing_lifts_nothing(open_clinic: Kernel, reason: str) -> None:
    add(open_clinic, "陈敏")
    with pytest.raises(Refused):
        add(open_clinic, "陈敏", reason=reason)


def test_a_name_that_sounds_the_same_is_shown_and_does_not_refuse(open_clinic: Kernel) -> None:
    add(open_clinic, "陈敏")
    done = add(open_clinic, "陈民")
    assert [(one.patient.record_no, one.why) for one in done.alike] == [("P001", Why.HOMOPHONE)]


def test_an_edit_keeps_what_stood_before(open_clinic: Kernel) -> None:
    add(open_clinic, "陈敏", birth="1985", phone="13800000000")
    open_clinic.patients.edit("p1", Given(name="陈慧敏", phone=""))
    details = open_clinic.patients.show("P001").details
    assert (details.name, details.phone, details.sex) == ("陈慧敏", None, "女")
    ((before,),) = rows(store_of(open_clinic), "SELECT before FROM patient_history")
    assert '"name": "陈敏"' in str(before)
    assert trail(store_of(open_clinic))[-1] == ("patient.edit", "P001", None, {"fields": ["name", "phone"]})


def test_an_edited_patient_is_found_by_the_new_name_alone(open_clinic: Kernel) -> None:
    add(open_clinic, "陈敏", phone="13800000000")
    open_clinic.patients.edit("P001", Given(name="何静", phone="13900000001"))
    for typed in ("陈敏", "chenmin", "0000"):
        assert open_clinic.patients.find(Asked(text=typed)).candidates == ()
    for typed in ("何静", "hejing", "hj", "0001"):
        assert [one.patient.record_no for one in open_clinic.patients.find(Asked(text=typed)).candidates] == [
            "P001"
        ]


def test_an_edit_that_makes_two_alike_says_so(open_clinic: Kernel) -> None:
    add(open_clinic, "陈敏", birth="1985")
    add(open_clinic, "陈敏", birth="1990")
    done = open_clinic.patients.edit("P002", Given(birth="1985"))
    assert [one.patient.record_no for one in done.alike] == ["P001"]


def test_an_edit_of_nothing_is_refused(open_clinic: Kernel) -> None:
    add(open_clinic, "陈敏")
    with pytest.raises(UserError, match="nothing_to_change"):
        open_clinic.patients.edit("P001", Given(name="陈敏"))


def test_only_what_is_durable_is_announced(open_clinic: Kernel) -> None:
    events = heard(open_clinic)
    done = add(open_clinic, "陈敏")
    with pytest.raises(Refused):
        add(open_clinic, "陈敏")
    open_clinic.patients.edit("P001", Given(birth="1985"))
    number = done.patient.record_no
    assert events == [PatientRegistered(number), PatientEdited(number)]


def test_looking_up_changes_nothing(open_clinic: Kernel) -> None:
    open_clinic.patients.find(Asked(text="陈敏"))
    assert trail(store_of(open_clinic)) == []


def test_the_one_box_and_a_name_exclude_each_other(open_clinic: Kernel) -> None:
    with pytest.raises(UserError, match="text_and_name"):
        open_clinic.patients.find(Asked(text="陈敏", name="陈敏"))


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (Asked(record_no="x"), "bad_record_no"),
        (Asked(name="陈敏", birth="很久以前"), "birth_unreadable"),
        (Asked(name="陈敏", sex="x"), "bad_sex"),
        (Asked(name="陈敏", phone="x"), "bad_phone"),
    ],
)
def test_a_question_that_cannot_be_read_is_refused(open_clinic: Kernel, asked: Asked, code: str) -> None:
    with pytest.raises(UserError) as refusal:
        open_clinic.patients.find(asked)
    assert refusal.value.code == code


def test_a_preview_says_what_an_edit_would_make_and_writes_nothing(open_clinic: Kernel) -> None:
    add(open_clinic, "陈敏", birth="1985")
    add(open_clinic, "何静")
    before = trail(store_of(open_clinic))
    seen = open_clinic.patients.preview("P002", Given(name="陈敏", id_card="110101198503020075"))
    assert seen.patient.details.name == "陈敏"
    assert [(one.patient.record_no, one.why) for one in seen.alike] == [("P001", Why.SAME_NAME)]
    assert seen.warnings == open_clinic.patients.edit("P002", Given(id_card="110101198503020075")).warnings
    assert open_clinic.patients.show("P002").details.name == "何静"
    assert len(trail(store_of(open_clinic))) == len(before) + 1
    with pytest.raises(UserError, match="nothing_to_change"):
        open_clinic.patients.preview("P002", Given(name="何静"))
