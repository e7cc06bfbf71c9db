"""`mingdao visits amend|void|sign|versions`, as a person types it, and what the printed record says afterwards."""

from pathlib import Path

import pytest

from tests.fakes.clinic import MENZHEN, OPERATOR, Clinic, chen_min, prepared, symptom


@pytest.fixture
def two(clinic: Clinic) -> Clinic:
    """P001 with two visits."""
    prepared(clinic, seen_twice)
    return clinic


def seen_twice(clinic: Clinic) -> None:
    chen_min(clinic)
    for day in ("2026-03-01", "2026-03-15"):
        clinic.save("P001", symptoms=[symptom("口干", grade=2)], at=day)


def of(visit: int = 2) -> list[str]:
    return ["--record-no", "P001", "--visit", str(visit)]


def answers(clinic: Clinic, complaint: str = "头痛一月") -> Path:
    return clinic.answers({**MENZHEN, "zhushu": complaint}, [symptom("口干", grade=2)])


def amend(clinic: Clinic, *more: str) -> list[str]:
    options = ["--answers", str(answers(clinic)), "--version", "1", "--reason", "slip", *more]
    return ["visits", "amend", *of(), *options]


def test_a_visit_is_amended_and_shows_it(two: Clinic) -> None:
    done = two.json(*amend(two, "--note", "听错了"))
    assert (done["version"], done["changes"], done["was_signed"], done["by"]) == (2, 1, False, OPERATOR)
    shown = two.json("visits", *of())["visits"][0]
    assert (shown["version"], shown["amended"]["reason"], shown["amended"]["note"]) == (2, "slip", "听错了")
    assert (shown["void"], shown["signed"], shown["late"]) == (None, None, True)
    printed = two.run("visits", *of()).out
    assert "第 2 版" in printed
    assert "笔误（听错了）" in printed
    assert "补记" in printed


def test_versions_are_told_with_both_wordings(two: Clinic) -> None:
    two.run(*amend(two))
    first, second = two.json("visits", "versions", *of())["versions"]
    assert (first["reason"], first["changes"]) == (None, [])
    assert second["changes"] == [
        {"label": "主诉", "kind": "changed", "before": MENZHEN["zhushu"], "after": "头痛一月"}
    ]
    told = two.run("visits", "versions", *of()).out
    assert f"主诉：{MENZHEN['zhushu']} → 头痛一月" in told


def test_a_visit_is_voided_and_says_so(two: Clinic) -> None:
    done = two.json("visits", "void", *of(1), "--reason", "duplicate")
    assert done["void"]["reason"] == "duplicate"
    first, second = two.json("visits", "--record-no", "P001")["visits"]
    assert (first["label"], first["void"]["by"], second["label"], second["void"]) == (
        "已作废",
        OPERATOR,
        "初诊",
        None,
    )
    assert "已作废" in two.run("visits", *of(1)).out
    assert two.json("visits", "versions", *of(1))["void"]["reason"] == "duplicate"
    assert two.json("patient", "show", "--record-no", "P001")["patient"]["visits"] == 1


def test_the_new_version_is_signed_by_itself(two: Clinic) -> None:
    assert two.json("visits", "sign", *of())["version"] == 1
    assert two.json(*amend(two))["was_signed"] is True
    assert two.refused("visits", "sign", *of(), "--version", "1")["code"] == "amended_since"
    assert two.json("visits", "sign", *of(), "--version", "2")["version"] == 2
    signed = [one["signed"]["holds"] for one in two.json("visits", "versions", *of())["versions"]]
    assert signed == [True, True]


def test_refusals_say_what_and_what_next(two: Clinic) -> None:
    two.run(*amend(two))
    error = two.refused(*amend(two))
    assert (error["code"], error["changes"][0]["label"]) == ("amended_since", "主诉")
    assert two.refused("visits", "void", *of(), "--reason", "other")["code"] == "note_required"
    assert two.refused("visits", "void", *of(9), "--reason", "trial")["code"] == "unknown_visit"
    two.run("visits", "void", *of(), "--reason", "trial")
    assert two.refused("visits", "void", *of(), "--reason", "trial")["code"] == "visit_voided"
    assert two.refused("compare", "--record-no", "P001", "--from", "1", "--to", "2")["code"] == "visit_voided"


def test_an_override_that_lost_its_row_is_named(two: Clinic) -> None:
    two.json(
        *("compare", "override", "--record-no", "P001", "--to", "2", "--symptom", "口干"),
        *("--state", "消失", "--reason", "漏记"),
    )
    for visit in (1, 2):
        file = str(two.answers(MENZHEN))
        two.json("visits", "amend", *of(visit), "--answers", file, "--version", "1", "--reason", "slip")
    (astray,) = two.json("compare", "--record-no", "P001")["overrides_astray"]
    assert (astray["symptom"], astray["state"], astray["reason"]) == ("口干", "消失", "漏记")
    assert "漏记" in two.run("compare", "--record-no", "P001").out
