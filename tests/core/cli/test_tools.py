"""`mingdao tool …`: one call down the road, as anybody makes it."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.fakes.calls import BOARD, COLLECT, FULL
from tests.fakes.clinic import Clinic
from tests.fakes.pack_folder import pack_at, trusted


@pytest.fixture
def arguments(tmp_path: Path) -> Path:
    return tmp_path / "arguments.json"


def write(path: Path, given: Mapping[str, object]) -> str:
    path.write_text(json.dumps(given, ensure_ascii=False), encoding="utf-8")
    return str(path)


def test_the_tools_are_listed(clinic: Clinic) -> None:
    listed = clinic.json("tool", "list")
    assert [one["name"] for one in listed["tools"]] == sorted([BOARD, COLLECT, "pack__tcm__visit_compare"])
    assert [one["readOnly"] for one in listed["tools"]] == [True, False, False]
    assert listed["notices"] == []
    assert "随访看板" in clinic.run("tool", "list").out


def test_a_tool_that_reads_runs_unasked_and_keeps_its_data_to_itself(clinic: Clinic) -> None:
    clinic.add("陈敏")
    document = clinic.json("tool", "call", BOARD)
    assert set(document) == {"tool", "ok", "output"}
    assert clinic.json("tool", "call", BOARD, "--data")["data"]["patients"] == 1
    assert "overdueDays" not in clinic.run("tool", "call", BOARD).out


def test_a_tool_that_writes_wants_a_yes(clinic: Clinic, arguments: Path) -> None:
    given = write(arguments, {"patientId": clinic.add("陈敏"), "answers": FULL})
    assert clinic.refused("tool", "call", COLLECT, "--args", given)["code"] == "tool_not_allowed"
    assert clinic.json("tool", "call", COLLECT, "--args", given, "--yes")["ok"] is True
    assert clinic.rows("SELECT count(*) FROM visits") == [(1,)]


def test_a_red_line_is_named_with_what_is_missing(clinic: Clinic, arguments: Path) -> None:
    answers = {**FULL, "kouke": "未提及"}
    given = write(arguments, {"patientId": clinic.add("陈敏"), "answers": answers})
    refused = clinic.refused("tool", "call", COLLECT, "--args", given, "--yes")
    assert refused["code"] == "tool_constrained"
    assert [(one["id"], one["missing"]) for one in refused["constraints"]] == [
        ("ten-questions-complete", ["kouke"])
    ]
    done = clinic.run("tool", "call", COLLECT, "--args", given, "--yes")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("【领域约束】")
    assert "kouke" in done.err


def test_a_result_that_is_no_success_ends_with_1(clinic: Clinic, arguments: Path) -> None:
    given = write(arguments, {"patientId": clinic.add("陈敏"), "answers": {**FULL, "nonesuch": "x"}})
    done = clinic.run("tool", "call", COLLECT, "--args", given, "--yes", "--json")
    assert (done.code, done.json["ok"]) == (1, False)


def test_a_call_for_one_patient_reaches_no_other(clinic: Clinic, arguments: Path) -> None:
    clinic.add("陈敏")
    given = write(arguments, {"patientId": clinic.add("周强"), "answers": FULL})
    refused = clinic.refused("tool", "call", COLLECT, "--args", given, "--yes", "--record-no", "P001")
    assert refused["code"] == "tool_other_patient"


@pytest.mark.parametrize("said", [True, False])
def test_a_person_at_a_terminal_is_asked(
    clinic: Clinic, arguments: Path, monkeypatch: pytest.MonkeyPatch, said: bool
) -> None:
    given = write(arguments, {"patientId": clinic.add("陈敏"), "answers": FULL})
    asked: list[str] = []

    def prompt(question: str, **_: object) -> str:
        asked.append(question)
        return " Y " if said else "ok"

    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("typer.prompt", prompt)
    assert clinic.run("tool", "call", COLLECT, "--args", given).code == (0 if said else 1)
    assert len(asked) == 1
    assert COLLECT in asked[0]


def test_a_tool_that_is_none(clinic: Clinic) -> None:
    assert clinic.refused("tool", "call", "pack__tcm__nonesuch")["code"] == "tool_unknown"


@pytest.mark.parametrize("said", ["y", "n", None])
def test_a_constraint_is_confirmed_at_a_terminal_alone(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch, said: str | None
) -> None:
    rule = {"id": "look-first", "kind": "confirm", "tool": BOARD}
    folder = pack_at(clinic.home.packs / "careful", name="careful", contributes={"constraints": [rule]})
    trusted(clinic.home, folder)
    asked: list[str] = []

    def prompt(question: str, **_: object) -> str:
        asked.append(question)
        return str(said)

    monkeypatch.setattr("sys.stdin.isatty", lambda: said is not None)
    monkeypatch.setattr("typer.prompt", prompt)
    done = clinic.run("tool", "call", BOARD, "--yes")
    assert done.code == (0 if said == "y" else 1)
    assert ["look-first" in one for one in asked] == ([] if said is None else [True])
    if said != "y":
        assert "look-first" in done.err
