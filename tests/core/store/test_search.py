"""Search: one box, ranked, forgiving of how a name is written, typed and read aloud."""

from collections.abc import Iterator
from typing import cast

import pytest
from sqlalchemy import Connection
from sqlalchemy.event import listen, remove

from core.kernel import Kernel
from core.services.patients.patients import Asked, Given
from core.store import patients
from core.store.search import LIMIT, search
from tests.fakes.clinic import new_clinic, store_of

PEOPLE = (
    ("陈敏", "13800001234"),
    ("陈敏华", ""),
    ("小陈敏", ""),
    ("陈民", ""),
    ("单雄信", ""),
    ("曾国强", ""),
    ("解缙", ""),
    ("仇英", ""),
    ("区大相", ""),
    ("查良镛", ""),
    ("尉迟恭", ""),
    ("朴正", ""),
    ("欧阳修文", "01087651234"),
    ("林宁", ""),
    ("张胜", ""),
    ("吕蒙", ""),
    ("阿卜杜拉·买买提", ""),
    ("李小龙", "13911112222"),
    ("張國榮", ""),
    ("Anna Bell", ""),
)


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kernel]:
    """A clinic with the people above, P001 on."""
    with new_clinic(tmp_path_factory.mktemp("search")).open() as opened:
        for name, phone in PEOPLE:
            opened.patients.register(Given(name, "男", phone=phone or None))
        yield opened


def found(kernel: Kernel, typed: str, limit: int = LIMIT) -> list[str]:
    """The names, best first."""
    zone = kernel.clock.zone
    return store_of(kernel).read(
        lambda connection: [
            patient.details.name
            for patient in patients.by_ids(connection, search(connection, typed, limit), zone)
        ]
    )


def test_R17_exact_comes_before_prefix_before_contains(kernel: Kernel) -> None:
    assert found(kernel, "陈敏") == ["陈敏", "陈敏华", "小陈敏"]


def test_R17_pinyin_comes_after_what_is_written(kernel: Kernel) -> None:
    kernel.patients.register(Given("Chenmin", "男"))
    assert found(kernel, "chenmin")[:2] == ["Chenmin", "陈敏"]
    assert set(found(kernel, "chenmin")) == {"Chenmin", "陈敏", "陈民", "陈敏华"}


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("shanxiongxin", "单雄信"),
        ("danxiongxin", "单雄信"),
        ("zengguoqiang", "曾国强"),
        ("cengguoqiang", "曾国强"),
        ("xiejin", "解缙"),
        ("qiuying", "仇英"),
        ("oudaxiang", "区大相"),
        ("zhaliangyong", "查良镛"),
        ("yuchigong", "尉迟恭"),
        ("piaozheng", "朴正"),
    ],
)
def test_R18_a_surname_is_found_by_its_own_reading(kernel: Kernel, typed: str, name: str) -> None:
    assert name in found(kernel, typed)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("chengmin", "陈敏"),
        ("chenming", "陈敏"),
        ("cenmin", "陈敏"),
        ("zangsheng", "张胜"),
        ("zhangsen", "张胜"),
        ("ninling", "林宁"),
        ("linlin", "林宁"),
        ("lvmeng", "吕蒙"),
        ("lümeng", "吕蒙"),
        ("lyumeng", "吕蒙"),
        ("ｌｖｍｅｎｇ", "吕蒙"),
        ("lumeng", "吕蒙"),
        ("numen", "吕蒙"),
    ],
)
def test_the_usual_confusions_of_pinyin_are_forgiven(kernel: Kernel, typed: str, name: str) -> None:
    assert name in found(kernel, typed)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("oyxw", "欧阳修文"),
        ("oyx", "欧阳修文"),
        ("cm", "陈敏"),
        ("CMH", "陈敏华"),
        ("ycg", "尉迟恭"),
        ("sxx", "单雄信"),
    ],
)
def test_R18_initials_count_in_full_length(kernel: Kernel, typed: str, name: str) -> None:
    assert name in found(kernel, typed)


def test_R18_initials_in_full_do_not_find_a_shorter_name(kernel: Kernel) -> None:
    assert "陈敏" not in found(kernel, "cmh")


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("1234", ["陈敏", "欧阳修文"]),
        ("01234", ["陈敏"]),
        ("13800001234", ["陈敏"]),
        ("2222", ["李小龙"]),
        ("222", []),
        ("１２３４", ["陈敏", "欧阳修文"]),
    ],
)
def test_the_end_of_a_phone_finds_its_people(kernel: Kernel, typed: str, names: list[str]) -> None:
    assert found(kernel, typed) == names


@pytest.mark.parametrize("typed", ["P002", "p2", "P2", "2", "002", "Ｐ００２", " p002 "])
def test_a_record_number_is_found_with_and_without_its_letter(kernel: Kernel, typed: str) -> None:
    assert found(kernel, typed)[0] == "陈敏华"


def test_the_beginning_of_a_number_finds_those_that_begin_so(kernel: Kernel) -> None:
    assert found(kernel, "P00")[:3] == ["陈敏", "陈敏华", "小陈敏"]


@pytest.mark.parametrize("typed", ["陳敏", "陈 敏", "陈\u3000敏", " 陈敏", "陈·敏"])
def test_a_name_is_found_in_other_writings(kernel: Kernel, typed: str) -> None:
    assert found(kernel, typed)[0] == "陈敏"


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("张国荣", "張國榮"),
        ("ANNA BELL", "Anna Bell"),
        ("ａｎｎａ", "Anna Bell"),
        ("买买提", "阿卜杜拉·买买提"),
        ("小龙", "李小龙"),
    ],
)
def test_what_was_registered_otherwise_is_found(kernel: Kernel, typed: str, name: str) -> None:
    assert name in found(kernel, typed)


@pytest.mark.parametrize("typed", ["", " ", "·", "%", "_", "*", "'", "陈%", "' OR 1=1 --", "𠮷"])
def test_marks_find_nobody(kernel: Kernel, typed: str) -> None:
    assert found(kernel, typed) == []


def test_no_more_than_the_limit_comes(kernel: Kernel) -> None:
    assert len(found(kernel, "陈", limit=2)) == 2


@pytest.mark.parametrize("typed", ["陈", "chen", "cm", "P1", "1234", "敏华", "nobody here"])
def test_R16_every_question_to_the_store_is_a_range_of_an_index(kernel: Kernel, typed: str) -> None:
    asked: list[tuple[str, tuple[object, ...]]] = []

    def plans(connection: Connection) -> list[str]:
        def on_execute(*event: object) -> None:
            asked.append((str(event[2]), cast(tuple[object, ...], event[3])))

        listen(connection, "before_cursor_execute", on_execute)
        search(connection, typed)
        remove(connection, "before_cursor_execute", on_execute)
        return [
            str(step.detail)
            for statement, parameters in asked
            for step in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        ]

    steps = store_of(kernel).read(plans)
    assert any(step.startswith("SEARCH ") for step in steps)
    assert [step for step in steps if step.startswith("SCAN ")] == []


def test_one_person_comes_once(kernel: Kernel) -> None:
    names = found(kernel, "c")
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("typed", "outcome"),
    [("陈敏", "exact"), ("P2", "exact"), ("ycg", "near"), ("1234", "near"), ("赵云", "new")],
)
def test_the_one_box_decides_by_full_name_or_number_alone(kernel: Kernel, typed: str, outcome: str) -> None:
    assert kernel.patients.find(Asked(text=typed)).outcome == outcome


def test_those_found_by_search_stand_after_those_who_are_meant(kernel: Kernel) -> None:
    answer = kernel.patients.find(Asked(text="陈敏"))
    assert [(one.patient.details.name, one.why) for one in answer.candidates] == [
        ("陈敏", "same_name"),
        ("陈民", "homophone"),
        ("陈敏华", "search"),
        ("小陈敏", "search"),
    ]
