"""What one box may hold: a number, a phone or its end, a name or its pinyin, and what is typed beside them."""

from collections.abc import Iterator
from datetime import date

import pytest

from core.base.ids import RecordNo
from core.kernel import Kernel
from core.services.patients.patients import Asked, Given, Outcome
from core.services.patients.typed import Typed, read_typed
from tests.fakes.clinic import Clinic

TODAY = date(2026, 11, 29)


@pytest.fixture
def open_clinic(clinic: Clinic) -> Iterator[Kernel]:
    with clinic.open() as kernel:
        yield kernel


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("", Typed()),
        ("P001", Typed(record_no=RecordNo("P001"))),
        ("Ｐ１", Typed(record_no=RecordNo("P001"))),
        ("P001 李四", Typed(record_no=RecordNo("P001"), name="李四")),
        ("P001李四", Typed(record_no=RecordNo("P001"), name="李四")),
        ("李四，P001", Typed(record_no=RecordNo("P001"), name="李四")),
        ("P001 1962", Typed(record_no=RecordNo("P001"), birth="1962")),
        ("P001 P002", Typed(record_no=RecordNo("P001"), name="P002")),
        ("13800004471", Typed(phone="13800004471")),
        ("138-0000-4471", Typed(phone="138-0000-4471")),
        ("62345678", Typed(phone="62345678")),
        ("4471", Typed(name="4471")),
        ("1985", Typed(name="1985")),
        ("19850302", Typed(name="19850302")),
        ("王秀英", Typed(name="王秀英")),
        (" 王 秀英 ", Typed(name="王 秀英")),
        ("阿卜杜拉·买买提", Typed(name="阿卜杜拉·买买提")),
        ("Anna Maria", Typed(name="Anna Maria")),
        ("wxy", Typed(name="wxy")),
        ("wxy 4471", Typed(name="wxy", phone="4471")),
        ("王秀英 1962", Typed(name="王秀英", birth="1962")),
        ("王秀英1962", Typed(name="王秀英", birth="1962")),
        ("王秀英 1962-11-08", Typed(name="王秀英", birth="1962-11-08")),
        ("王秀英 4471", Typed(name="王秀英", phone="4471")),
        ("王秀英13800004471", Typed(name="王秀英", phone="13800004471")),
        ("王秀英，女，63岁", Typed(name="王秀英", sex="女", birth="63岁")),
        ("王秀英 85", Typed(name="王秀英 85")),
        ("女 1985", Typed(name="女 1985")),
        ("女", Typed(name="女")),
        ("63岁", Typed(name="63岁")),
    ],
)
def test_the_box_is_taken_apart_where_there_is_no_doubt(text: str, typed: Typed) -> None:
    assert read_typed(text, TODAY) == typed


@pytest.mark.parametrize(
    ("text", "name"),
    [("李四", "李四"), ("P099 李四", "李四"), ("lisi", ""), ("4471", ""), ("李四 85", ""), ("P099", "")],
)
def test_only_a_name_is_carried_to_somebody_new(text: str, name: str) -> None:
    assert read_typed(text, TODAY).new_name == name


@pytest.mark.parametrize(
    ("text", "outcome", "numbers"),
    [
        ("P001", Outcome.EXACT, ["P001"]),
        ("P001 王秀英", Outcome.EXACT, ["P001"]),
        ("P001 李四", Outcome.CONTRADICTION, ["P001", "P003"]),
        ("P001 王秀英 男", Outcome.CONTRADICTION, ["P001", "P002"]),
        ("P001 王秀英 1990", Outcome.CONTRADICTION, ["P001", "P002"]),
        ("P099 李四", Outcome.UNKNOWN_RECORD_NO, ["P003"]),
        ("王秀英", Outcome.AMBIGUOUS, ["P001", "P002"]),
        ("王秀英 1962", Outcome.EXACT, ["P001"]),
        ("王秀英 0826", Outcome.EXACT, ["P002"]),
        ("wxy 1984", Outcome.NEAR, ["P002"]),
        ("13800004471", Outcome.NEAR, ["P001"]),
        ("4471", Outcome.NEAR, ["P001"]),
        ("13800009999", Outcome.INSUFFICIENT, []),
        ("王秀英 2001", Outcome.NEW, []),
    ],
)
def test_who_is_meant_by_what_stands_in_the_box(
    open_clinic: Kernel, text: str, outcome: Outcome, numbers: list[str]
) -> None:
    for name, sex, birth, phone in (
        ("王秀英", "女", "1962-11-08", "13800004471"),
        ("王秀英", "女", "1984-06-21", "13100000826"),
        ("李四", "男", "1979", "13900000001"),
    ):
        open_clinic.patients.register(Given(name, sex, birth, phone), "另一人")
    found = open_clinic.patients.find(Asked(text=text))
    assert found.outcome is outcome
    listed = [one.patient.record_no for one in found.candidates]
    assert listed[: len(numbers)] == numbers
    assert found.patient is None or outcome is Outcome.EXACT


def test_a_field_of_its_own_says_that_the_box_is_all_name(open_clinic: Kernel) -> None:
    open_clinic.patients.register(Given("王秀英", "女", "1962-11-08"))
    assert open_clinic.patients.find(Asked(text="王秀英 1962", birth="1984")).outcome is Outcome.NEW
    assert open_clinic.patients.find(Asked(text="王秀英", birth="1962")).outcome is Outcome.EXACT
    assert open_clinic.patients.find(Asked(text="P001", record_no="P001")).outcome is Outcome.CONTRADICTION
