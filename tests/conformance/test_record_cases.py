"""Cases T45 to T49 and T79: visit labels, what the physician sees before writing, and the printed record."""

import pytest

from tests.fakes.clinic import MENZHEN, Clinic, chen_min, new_clinic, prepared
from tests.fakes.forms import MENZHEN_OPTIONAL, SHIWEN_KEYS

SEEN = {**MENZHEN, "shexiang": "舌淡苔白腻", "maixiang": "脉濡缓", "guominshi": "磺胺过敏"}
"""What fixture F says that the next visit must see."""


@pytest.fixture
def p001(clinic: Clinic) -> Clinic:
    prepared(clinic, chen_min)
    return clinic


@pytest.fixture(scope="module")
def seen_once(tmp_path_factory: pytest.TempPathFactory) -> Clinic:
    """P001 with one saved record."""
    clinic = new_clinic(tmp_path_factory.mktemp("seen"))
    clinic.add("陈敏", birth="1985")
    clinic.save("P001", SEEN, at="2026-03-01T09:30")
    return clinic


def test_T45_the_fourth_visit_is_never_called_sizhen(p001: Clinic) -> None:
    labels = [p001.save("P001", at=f"2026-03-{day:02d}").json["label"] for day in range(1, 12)]
    assert labels == ["初诊", *(f"第{place}诊" for place in range(2, 12))]
    printed = p001.run("visits", "--record-no", "P001").out
    assert "四诊" not in printed
    assert "第4诊" in printed
    assert "第11诊" in printed


def test_T46_a_return_visit_sees_the_record_before_it(seen_once: Clinic) -> None:
    found = seen_once.json("patient", "find", "陈敏")
    assert found["outcome"] == "exact"
    assert found["next_visit"] == {"visit": 2, "label": "第2诊"}
    assert found["last_record"]["answers"] == SEEN


def test_T46_the_record_before_it_is_printed(seen_once: Clinic) -> None:
    printed = seen_once.run("patient", "find", "陈敏").out
    for words in (
        "第2诊",
        "现病史：晨起头晕，久站加重。",
        "舌象：舌淡苔白腻",
        "脉象：脉濡缓",
        "过敏史：磺胺过敏",
    ):
        assert words in printed


def test_T47_what_was_not_given_stays_empty(seen_once: Clinic) -> None:
    printed = seen_once.run("visits", "--record-no", "P001").out
    labels = [line.strip() for line in printed.splitlines()]
    assert "家族史：" in labels
    for nothing in ("undefined", "null", "None", "未录"):
        assert nothing not in printed


def test_T47_what_is_asked_about_prints_as_not_asked(p001: Clinic) -> None:
    p001.save("P001", dict.fromkeys(SHIWEN_KEYS, "有"), form="shiwen")
    printed = p001.run("visits", "--record-no", "P001").out
    assert "：未问" in printed
    assert "None" not in printed


def test_T48_no_record_is_no_failure(p001: Clinic) -> None:
    assert p001.json("visits", "--record-no", "P001") == {"visits": []}
    done = p001.run("visits", "--record-no", "P001")
    assert done.code == 0
    assert "还没有就诊记录" in done.out


def test_T49_the_first_visit_has_no_last_one(p001: Clinic) -> None:
    found = p001.json("patient", "find", "陈敏")
    assert found["next_visit"] == {"visit": 1, "label": "初诊"}
    assert found["last_record"] is None
    printed = p001.run("patient", "find", "陈敏").out
    assert "初诊" in printed
    assert "上次" not in printed


def test_T79_an_edit_leaves_the_records_alone(seen_once: Clinic) -> None:
    before = seen_once.json("visits", "--record-no", "P001")
    assert seen_once.rows("SELECT updated_at FROM patients") == [(None,)]
    seen_once.json("patient", "edit", "--record-no", "P001", "--name", "陈慧敏")
    assert seen_once.json("visits", "--record-no", "P001") == before
    assert seen_once.json("patient", "show", "--record-no", "P001")["patient"]["name"] == "陈慧敏"
    assert seen_once.rows("SELECT updated_at FROM patients") != [(None,)]


def test_every_optional_item_is_on_paper(p001: Clinic) -> None:
    p001.save("P001")
    printed = p001.run("visits", "--record-no", "P001").out
    form = p001.json("forms", "show", "menzhen")
    labels = {item["linkId"]: item["text"] for item in form["items"]}
    assert all(f"{labels[key]}：" in printed for key in MENZHEN_OPTIONAL)
