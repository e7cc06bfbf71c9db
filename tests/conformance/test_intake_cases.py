"""Cases T26 to T39: completeness and saving, from an answers file to the encrypted store."""

import pytest

from tests.fakes.clinic import MENZHEN, Clinic, chen_min, prepared, trail
from tests.fakes.forms import MENZHEN_OPTIONAL, SHIWEN_KEYS

FULL = {
    "zhushu": "反复胃脘胀痛两周",
    "xianbingshi": "半月前饮冷后起病，餐后加重，2023 年确诊 2 型糖尿病，口服药控制",
    "jiwangshi": "阑尾切除术后",
    "jiazushi": "父亲患糖尿病",
    "guominshi": "磺胺过敏",
    "liuxingbingshi": "近期无外出",
    "tigejiancha": "BP 128/80",
    "shexiang": "舌淡苔白腻",
    "maixiang": "脉濡缓",
    "suifang": "十天后复诊",
}
"""Fixture F."""


@pytest.fixture
def p001(clinic: Clinic) -> Clinic:
    """A clinic with one patient and no visit."""
    prepared(clinic, chen_min)
    return clinic


def visits(clinic: Clinic) -> tuple[object, object]:
    """The visit counter and the last visit of P001."""
    patient = clinic.json("patient", "show", "--record-no", "P001")["patient"]
    return patient["visits"], patient["last_visit"]


def test_T26_a_sentinel_in_a_required_item_is_missing_and_a_blank_optional_one_is_not(p001: Clinic) -> None:
    done = p001.save("P001", {"zhushu": "头晕", "xianbingshi": "未提及", "jiwangshi": ""})
    assert (done.code, done.error) == (1, "missing_required")
    assert done.json["error"]["missing"] == ["xianbingshi"]


def test_T27_both_required_missing_is_no_visit(p001: Clinic) -> None:
    done = p001.save("P001", {"zhushu": "", "xianbingshi": "  ", "shexiang": "舌淡红"})
    assert done.json["error"]["missing"] == ["zhushu", "xianbingshi"]
    assert visits(p001) == (0, None)
    assert p001.rows("SELECT count(*) FROM visits") == [(0,)]


def test_T28_the_required_are_enough_and_nothing_is_invented(p001: Clinic) -> None:
    assert p001.save("P001", {**MENZHEN, **dict.fromkeys(MENZHEN_OPTIONAL, "")}).code == 0
    (saved,) = p001.json("visits", "--record-no", "P001")["visits"]
    assert saved["answers"] == MENZHEN
    assert saved["symptoms"] == []


def test_T29_one_record_with_who_when_and_by_whom(p001: Clinic) -> None:
    saved = p001.save("P001", FULL, at="2026-03-01T09:30").json
    assert saved == {
        "record_no": "P001",
        "visit": 1,
        "label": "初诊",
        "visited_at": "2026-03-01T09:30:00+08:00",
        "notices": [],
    }
    (record,) = p001.json("visits", "--record-no", "P001")["visits"]
    subject = {"record_no": "P001", "name": "陈敏", "sex": "女", "birth": "1985", "birth_estimated": False}
    assert record["patient"] == subject
    assert (record["visited_at"], record["saved_by"], record["source"]) == (
        "2026-03-01T09:30:00+08:00",
        "李大夫",
        "cli",
    )
    assert record["form_ref"].startswith("urn:mingdao:form:menzhen|")
    assert visits(p001) == (1, "2026-03-01")


def test_T29_the_words_are_kept_byte_for_byte(p001: Clinic) -> None:
    p001.save("P001", FULL)
    (record,) = p001.json("visits", "--record-no", "P001")["visits"]
    assert record["answers"] == FULL


@pytest.mark.parametrize("number", ["", "  "])
def test_T30_without_a_confirmed_number_nothing_is_saved_and_the_trail_says_so(
    p001: Clinic, number: str
) -> None:
    assert p001.save(number).error == "record_no_required"
    assert visits(p001) == (0, None)
    with p001.store() as store:
        assert trail(store)[-1] == ("intake.refused", None, None, {"code": "record_no_required"})


def test_T31_an_unknown_number_gets_no_row(p001: Clinic) -> None:
    assert p001.save("P999").error == "unknown_record_no"
    assert p001.rows("SELECT record_no FROM patients") == [("P001",)]
    assert p001.rows("SELECT count(*) FROM visits") == [(0,)]
    assert p001.rows("SELECT count(*) FROM drafts") == [(0,)]


def test_T32_a_refusal_does_not_block_the_complete_attempt(p001: Clinic) -> None:
    assert p001.save("P001", {"zhushu": "头晕"}).error == "missing_required"
    assert p001.save("P001").code == 0
    assert visits(p001)[0] == 1


def test_T35_all_ten_questions_answered(p001: Clinic) -> None:
    ten = {key: f"{key} 答" for key in SHIWEN_KEYS}
    assert p001.save("P001", ten, form="shiwen").code == 0
    assert p001.json("visits", "--record-no", "P001")["visits"][0]["answers"] == ten


def test_T36_nine_answers_and_a_sentinel(p001: Clinic) -> None:
    done = p001.save("P001", {**dict.fromkeys(SHIWEN_KEYS, "有"), "kouke": "  未提及 "}, form="shiwen")
    assert (done.error, done.json["error"]["missing"]) == ("missing_required", ["kouke"])


def test_T36_a_person_who_chose_that_it_is_unknown_has_answered(p001: Clinic) -> None:
    chosen = {**dict.fromkeys(SHIWEN_KEYS, "有"), "kouke": {"code": "不详"}}
    assert p001.save("P001", chosen, form="shiwen").code == 0
    assert p001.json("visits", "--record-no", "P001")["visits"][0]["answers"] == chosen


def test_T38_answers_without_structure_are_refused(p001: Clinic) -> None:
    file = p001.answers({})
    for text in ("头晕一月", "[]", '"头晕"', "", '{"answers": ["头晕"]}'):
        file.write_text(text, encoding="utf-8")
        save = ("intake", "save", "--record-no", "P001", "--form", "menzhen", "--answers", str(file))
        assert p001.refused(*save)["code"] == "answers_unreadable"
    assert visits(p001) == (0, None)


@pytest.mark.parametrize(
    ("number", "form", "at", "code"),
    [
        ("P999", "menzhen", "", "unknown_record_no"),
        ("x", "menzhen", "", "bad_record_no"),
        ("P001", "nothing", "", "unknown_form"),
        ("P001", "menzhen", "yesterday", "bad_time"),
        ("P001", "menzhen", "2999-01-01", "visit_in_future"),
        ("P001", "menzhen", "1984-12-31", "visit_before_birth"),
    ],
)
def test_T39_the_true_cause_is_told(p001: Clinic, number: str, form: str, at: str, code: str) -> None:
    error = p001.save(number, form=form, at=at).json["error"]
    assert error["code"] == code
    assert "missing" not in error


def test_T39_an_answers_file_that_is_not_there_is_said_to_be_so(p001: Clinic) -> None:
    error = p001.refused(
        *("intake", "save", "--record-no", "P001", "--form", "menzhen", "--answers", "/nowhere.json")
    )
    assert error["code"] == "file_unreadable"
    assert "/nowhere.json" in error["message"]


@pytest.mark.parametrize("at", ["2026-10-10T07:30", "2026-10-09T23:30Z", "2026-10-10T07:30:00+08:00"])
def test_T71_a_visit_belongs_to_the_day_of_the_clinic(p001: Clinic, at: str) -> None:
    assert p001.save("P001", at=at).json["visited_at"] == "2026-10-10T07:30:00+08:00"
    assert visits(p001) == (1, "2026-10-10")
