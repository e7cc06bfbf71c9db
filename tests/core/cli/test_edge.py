"""The edge of the command line: whatever happens becomes one document or a sentence, never a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fakes.clinic import MENZHEN, PASSPHRASE, Clinic, content

PROGRAM = Path(sys.executable).with_name("mingdao")


def said(*arguments: str | bytes, **environment: str) -> tuple[int, bytes, bytes]:
    """Run the real program: exit code, stdout, stderr."""
    done = subprocess.run(
        [PROGRAM, *arguments], capture_output=True, env={**os.environ, **environment}, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    "answers",
    [
        '{"answers": {}, "foo": 1}',
        '{"answers": {"a": 1, "a": 2}}',
        '{"symptoms": [{"term": "口干", "status": "有", "foo": 1}]}',
        '{"answers": {"nothing": NaN}}',
        "[]",
        "",
    ],
)
def test_every_problem_of_a_file_has_a_sentence(clinic: Clinic, tmp_path: Path, answers: str) -> None:
    clinic.add("陈敏")
    file = tmp_path / "answers.json"
    file.write_text(answers, encoding="utf-8")
    save = ("intake", "save", "--record-no", "P001", "--form", "menzhen", "--answers", str(file))
    error = clinic.refused(*save)
    assert error["code"] in {"answers_unreadable", "symptoms_invalid"}
    assert all(problem["message"] for problem in error["problems"])


@pytest.mark.parametrize(
    "form",
    [
        "{}",
        '{"resourceType": "Questionnaire", "item": [null]}',
        '{"resourceType": "Questionnaire", "url": 3, "item": [{"linkId": "a", "type": "text", "maxLength": -1}]}',
        '{"resourceType": "Questionnaire", "item": [{"linkId": "a", "type": "text", "required": "x"}]}',
        '{"resourceType": "Questionnaire", "resourceType": "x"}',
    ],
)
def test_every_problem_of_a_form_has_a_sentence(clinic: Clinic, tmp_path: Path, form: str) -> None:
    file = tmp_path / "form.json"
    file.write_text(form, encoding="utf-8")
    error = clinic.refused("forms", "validate", str(file))
    assert all(problem["message"] for problem in error["problems"])


def test_a_byte_that_is_no_character_is_refused(home: object) -> None:
    code, out, err = said("patient", "find", "--birth", b"\xff", "--json")
    assert (code, json.loads(out)["error"]["code"], err) == (1, "argument_unreadable", b"")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs /dev/zero")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        (("policy", "preview", "/dev/zero"), "egress_policy_unfit"),
        (("policy", "set", "/dev/zero"), "egress_policy_unfit"),
        (("model", "change", "own", "--certificate", "/dev/zero"), "file_long"),
        (("forms", "validate", "/dev/zero"), "file_long"),
    ],
)
def test_a_file_without_an_end_is_not_read_to_it(clinic: Clinic, command: tuple[str, ...], code: str) -> None:
    assert clinic.refused(*command)["code"] == code


def test_a_home_that_leads_nowhere_is_said() -> None:
    code, out, err = said("patient", "find", "王", "--json", MINGDAO_HOME="~no-such-user-here/x")
    assert (code, json.loads(out)["error"]["code"], err) == (1, "bad_home", b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_an_output_that_cannot_be_written_is_no_traceback() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [PROGRAM, "forms", "list", "--json"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert (done.returncode, done.stderr) == (1, b"")


def test_a_name_the_terminal_cannot_show_does_not_end_the_command(clinic: Clinic) -> None:
    passphrase = clinic.home.folder.parent / "passphrase"
    passphrase.write_text(PASSPHRASE, encoding="utf-8")
    code, _, err = said(
        *("--home", str(clinic.home.folder), "--passphrase-file", str(passphrase)),
        *("patient", "add", "--name", "🙂䶮", "--sex", "男"),
        PYTHONIOENCODING="gbk",
    )
    assert (code, err) == (0, b"")


def test_a_line_break_in_an_option_makes_no_line_of_its_own(clinic: Clinic) -> None:
    done = clinic.run("patient", "show", "--record-no", "P1\n已登记：P999")
    assert "\n已登记" not in done.err


def test_a_refused_save_without_answers_replaces_no_draft(clinic: Clinic) -> None:
    clinic.add("陈敏")
    typed = content(MENZHEN)
    with clinic.open() as kernel:
        kernel.intake.save_draft("P001", "menzhen", typed)
    clinic.save("P001", {})
    with clinic.open() as kernel:
        assert kernel.intake.drafts("P001")[0].content == typed


@pytest.mark.parametrize("narrowed", [("--sex", "女"), ("--birth", "1985")])
def test_what_narrows_does_not_switch_the_search_off(clinic: Clinic, narrowed: tuple[str, str]) -> None:
    clinic.add("王芳", birth="1985", sex="女")
    found = clinic.json("patient", "find", "wangf", *narrowed)
    assert (found["outcome"], [one["record_no"] for one in found["candidates"]]) == ("near", ["P001"])
    assert clinic.json("patient", "find", "wangf", "--sex", "男")["outcome"] == "new"


def test_a_name_longer_than_any_is_refused(clinic: Clinic) -> None:
    assert clinic.refused("patient", "add", "--name", "王" * 501, "--sex", "女")["code"] == "name_too_long"
