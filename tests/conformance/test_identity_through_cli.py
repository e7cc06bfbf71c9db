"""Cases T01 to T25 on the whole road: typed on the command line, answered from the encrypted store."""

from typing import Any

import pytest

from tests.fakes.clinic import Clinic, Done, chen_min, new_clinic, prepared


def two_of_one_name(clinic: Clinic) -> None:
    chen_min(clinic)
    clinic.add("陈敏", birth="1990")


@pytest.fixture(scope="module")
def r1(tmp_path_factory: pytest.TempPathFactory) -> Clinic:
    """Registry R1, for looking things up."""
    clinic = new_clinic(tmp_path_factory.mktemp("r1"))
    prepared(clinic, two_of_one_name)
    return clinic


@pytest.fixture
def own_r1(clinic: Clinic) -> Clinic:
    """Registry R1, for changing it."""
    prepared(clinic, two_of_one_name)
    return clinic


@pytest.fixture(scope="module")
def r2(tmp_path_factory: pytest.TempPathFactory) -> Clinic:
    """Registry R2 without its visits, for looking things up and for what is refused."""
    clinic = new_clinic(tmp_path_factory.mktemp("r2"))
    for name, sex, birth in (
        ("陈敏", "女", "1985"),
        ("周强", "男", "1970"),
        ("孙伟", "男", "1990"),
        ("吴倩", "女", "2000"),
    ):
        clinic.add(name, sex, birth)
    return clinic


def find(clinic: Clinic, *arguments: str) -> Any:
    return clinic.json("patient", "find", *arguments)


def numbers(found: Any) -> list[str]:
    return [candidate["record_no"] for candidate in found["candidates"]]


def outcome(found: Any) -> tuple[str, str | None]:
    """What was decided, and on whom."""
    return found["outcome"], found["patient"] and found["patient"]["record_no"]


def everyone(clinic: Clinic) -> list[tuple[object, ...]]:
    return clinic.rows("SELECT record_no, name FROM patients ORDER BY id")


def add(clinic: Clinic, *arguments: str) -> Done:
    return clinic.run("patient", "add", *arguments, "--json")


@pytest.mark.parametrize("typed", [[" p001 "], ["--record-no", " p001 "], ["P1"], ["Ｐ００１"]])
def test_T01_a_number_as_typed(r1: Clinic, typed: list[str]) -> None:
    assert outcome(find(r1, *typed)) == ("exact", "P001")


@pytest.mark.parametrize("typed", [["陈敏"], ["--name", "陈敏"]])
def test_T02_two_of_one_name_and_nobody_is_chosen(r1: Clinic, typed: list[str]) -> None:
    found = find(r1, *typed)
    assert outcome(found) == ("ambiguous", None)
    assert numbers(found) == ["P001", "P002"]
    assert "next_visit" not in found


def test_T02_looking_somebody_up_writes_nothing_but_that_it_was_done(r1: Clinic) -> None:
    tables = [str(name) for (name,) in r1.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    kept_apart = {"audit", "sqlite_sequence"}
    assert kept_apart <= set(tables)

    def content() -> dict[str, list[tuple[object, ...]]]:
        return {name: r1.rows(f"SELECT * FROM {name}") for name in set(tables) - kept_apart}

    before = content()
    find(r1, "陈敏")
    find(r1, "--name", "陈敏", "--birth", "1990")
    assert content() == before


def test_T03_the_birth_decides(r1: Clinic) -> None:
    assert outcome(find(r1, "--name", "陈敏", "--birth", "1990")) == ("exact", "P002")


def test_T04_the_birth_as_typed(r1: Clinic) -> None:
    assert outcome(find(r1, "陈敏", "--birth", "1990年")) == ("exact", "P002")


def test_T05_the_sex_does_not_decide(r1: Clinic) -> None:
    found = find(r1, "--name", "陈敏", "--sex", "女")
    assert outcome(found) == ("ambiguous", None)
    assert numbers(found) == ["P001", "P002"]


def test_T06_nobody_left_is_new_and_no_forced_choice(r1: Clinic) -> None:
    found = find(r1, "--name", "陈敏", "--birth", "1970")
    assert (outcome(found), numbers(found)) == (("new", None), [])


def test_T07_nobody_of_the_name_and_nobody_is_created(r1: Clinic) -> None:
    assert outcome(find(r1, "孙伟")) == ("new", None)
    assert everyone(r1) == [("P001", "陈敏"), ("P002", "陈敏")]


@pytest.mark.parametrize("typed", [[], ["   "], ["--name", " "], ["--sex", "女"]])
def test_T08_nothing_to_go_by_asks_for_more(r1: Clinic, typed: list[str]) -> None:
    found = find(r1, *typed)
    assert outcome(found) == ("insufficient", None)
    assert "姓名与出生年" in found["reason"]


def test_T11_an_unknown_number_is_reported_and_the_name_not_acted_on(r2: Clinic) -> None:
    found = find(r2, "--record-no", "P099", "--name", "孙伟")
    assert outcome(found) == ("unknown_record_no", None)
    assert numbers(found) == ["P003"]


def test_T13_no_birth_on_file_is_near(clinic: Clinic) -> None:
    clinic.add("陈敏")
    found = find(clinic, "--name", "陈敏", "--birth", "1985")
    assert outcome(found) == ("near", None)
    assert numbers(found) == ["P001"]


@pytest.mark.parametrize("typed", ["陈 敏", "陈敏 ", "\u3000陈敏", "陳敏", "陈\u00a0敏", "陈·敏"])
def test_T14_one_name_in_other_writings(clinic: Clinic, typed: str) -> None:
    clinic.add("陈敏")
    assert outcome(find(clinic, typed)) == ("exact", "P001")


def test_T15_a_candidate_shows_what_tells_two_apart(own_r1: Clinic) -> None:
    own_r1.add("陈敏", override_reason="同名，未带证件")
    own_r1.save("P002", at="2026-03-01T09:00")
    shown = [
        [one[key] for key in ("record_no", "name", "birth", "sex", "last_visit")]
        for one in find(own_r1, "陈敏")["candidates"]
    ]
    assert shown == [
        ["P001", "陈敏", "1985", "女", None],
        ["P002", "陈敏", "1990", "女", "2026-03-01"],
        ["P003", "陈敏", None, "女", None],
    ]


def test_T15_a_birth_not_recorded_says_so_in_the_table(clinic: Clinic) -> None:
    clinic.add("陈敏")
    row = next(line for line in clinic.run("patient", "find", "陈敏").out.splitlines() if " P001 " in line)
    assert row.split() == ["P001", "陈敏", "女", "未录", "未录", "未录", "未录", "同名"]


def test_T15_what_follows_carries_the_one_who_was_picked(own_r1: Clinic) -> None:
    picked = numbers(find(own_r1, "陈敏"))[1]
    assert own_r1.save(picked).json["record_no"] == "P002"
    assert own_r1.json("visits", "--record-no", picked)["visits"][0]["patient"]["record_no"] == "P002"
    assert own_r1.json("compare", "--record-no", picked)["visits"] == 1
    assert own_r1.json("visits", "--record-no", "P001") == {"visits": []}


def test_T16_numbers_count_from_one(clinic: Clinic) -> None:
    assert [clinic.add("何静"), clinic.add("何远")] == ["P001", "P002"]


def test_T17_the_same_name_without_birth_is_refused(r2: Clinic) -> None:
    error = r2.refused("patient", "add", "--name", "陈敏", "--sex", "女")
    assert error["code"] == "duplicate"
    assert "P001" in error["message"]
    assert len(everyone(r2)) == 4


def test_T18_a_namesake_of_another_birth_is_another_person(clinic: Clinic) -> None:
    clinic.add("周强", "男", "1970")
    assert clinic.add("周强", "男", "1990") == "P002"


def test_T19_a_third_of_the_name_lists_both(clinic: Clinic) -> None:
    clinic.add("周强", "男", "1970")
    clinic.add("周强", "男", "1990")
    error = clinic.refused("patient", "add", "--name", "周强", "--sex", "男")
    assert [one["record_no"] for one in error["candidates"]] == ["P001", "P002"]


def test_T19_two_real_people_equal_in_everything_need_a_reason(clinic: Clinic) -> None:
    clinic.add("周强", "男", "1970")
    same = ("--name", "周强", "--sex", "男", "--birth", "1970")
    assert add(clinic, *same).error == "duplicate"
    assert add(clinic, *same, "--override-reason", "  ").error == "duplicate"
    assert clinic.add("周强", "男", "1970", override_reason="两人同来，均出示证件") == "P002"


@pytest.mark.parametrize("name", ["", "   ", "\u3000", "\t", "未知", "null"])
def test_T20_no_name_is_refused(clinic: Clinic, name: str) -> None:
    assert add(clinic, "--name", name, "--sex", "女").error == "name_required"
    assert everyone(clinic) == []


def test_T22_padding_is_a_minimum(clinic: Clinic) -> None:
    clinic.add("何静")
    clinic.execute("UPDATE sqlite_sequence SET seq = 998 WHERE name = 'patients'")
    assert [clinic.add("何远"), clinic.add("何明")] == ["P999", "P1000"]
    assert outcome(find(clinic, "p1000")) == ("exact", "P1000")


@pytest.mark.parametrize("typed", ["../etc", "P001/../..", "", "a b", "P" * 40, "P0", "P1234567890", "1"])
@pytest.mark.parametrize(
    "command", [["patient", "show"], ["patient", "edit", "--sex", "男"], ["visits"], ["compare"]]
)
def test_T76_what_is_no_number_is_refused(r1: Clinic, command: list[str], typed: str) -> None:
    assert r1.refused(*command, "--record-no", typed)["code"] == "bad_record_no"


@pytest.mark.parametrize(
    "command", [["patient", "show"], ["patient", "edit", "--sex", "男"], ["visits"], ["compare"]]
)
def test_T77_a_number_nobody_has_does_not_exist(r1: Clinic, command: list[str]) -> None:
    error = r1.refused(*command, "--record-no", "P999")
    assert error["code"] == "unknown_record_no"
    assert "不存在" in error["message"]


def test_T78_an_edit_cannot_take_the_name(r1: Clinic) -> None:
    assert r1.refused("patient", "edit", "--record-no", "P001", "--name", "")["code"] == "name_required"


def test_T78_an_edit_knows_two_sexes(r1: Clinic) -> None:
    assert r1.refused("patient", "edit", "--record-no", "P001", "--sex", "x")["code"] == "bad_sex"


def test_T78_a_month_of_birth_is_kept_as_a_month(own_r1: Clinic) -> None:
    edited = own_r1.json("patient", "edit", "--record-no", "P001", "--birth", "1985年3月")
    assert edited["patient"]["birth"] == "1985-03"
    assert own_r1.json("patient", "show", "--record-no", "P001")["patient"]["birth"] == "1985-03"
