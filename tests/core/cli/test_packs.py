"""`mingdao pack …`: what it says, how it ends, and that it needs an admin where there is a clinic."""

import json
from pathlib import Path

import pytest

from core.base.paths import Home
from tests.fakes.clinic import Clinic
from tests.fakes.pack_folder import files_of, pack_at, sha256, zipped
from tests.fakes.people import PASSPHRASES, staffed
from tests.fakes.vault import InMemoryVault


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to give commands in."""
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def bare(clinic: Clinic, tmp_path: Path) -> Clinic:
    """A data folder without a clinic."""
    return Clinic(Home(tmp_path / "bare"), InMemoryVault(), clinic.recovery)


def test_the_whole_way_of_a_pack(clinic: Clinic, here: Path, tmp_path: Path) -> None:
    made = Path(clinic.json("pack", "new", "demo")["folder"])
    assert made == here / ".mingdao" / "packs" / "demo"
    assert clinic.json("pack", "verify", str(made))["runtime"] is False
    archive, digest = zipped(
        tmp_path / "demo.zip",
        {path.relative_to(made).as_posix(): path.read_bytes() for path in made.rglob("*") if path.is_file()},
    )
    installed = clinic.run("pack", "install", str(archive), "--sha256", digest)
    assert installed.code == 0
    folder = clinic.home.packs / "demo"
    assert f"mingdao pack trust {folder}" in installed.out
    assert "pack.py" in installed.out
    shown = clinic.run("pack", "info", "demo")
    assert (shown.code, "未信任" in shown.out) == (1, True)
    (trusted,) = clinic.json("pack", "trust", str(folder))["trusted"]
    assert len(trusted["sha256"]) == 64
    assert clinic.run("pack", "info", "demo").code == 0
    listed = clinic.json("pack", "list")
    assert [(one["name"], one["tier"], one["state"]) for one in listed["packs"]] == [
        ("demo", "user", "effective"),
        ("demo", "project", "untrusted"),
        ("tcm", "builtin", "effective"),
    ]
    assert [one["code"] for one in listed["notices"]] == ["untrusted"]
    lines = clinic.run("pack", "list").out.splitlines()
    assert [("apiVersion 1" in line, "未信任" in line) for line in lines if "demo（" in line] == [
        (True, False),
        (False, True),
    ]
    assert clinic.json("pack", "untrust", str(folder)) == {"untrusted": [str(folder)]}
    assert clinic.json("pack", "untrust", str(folder)) == {"untrusted": []}


def test_problems_are_numbered_and_all_told(clinic: Clinic, tmp_path: Path) -> None:
    folder = pack_at(tmp_path / "demo", name="core", version="v1", dependsOn=[])
    done = clinic.run("pack", "verify", str(folder))
    assert done.code == 1
    assert [line[:2] for line in done.out.splitlines() if line[:1].isdigit()] == ["1.", "2.", "3."]
    document = clinic.run("pack", "verify", str(folder), "--json")
    assert document.code == 1
    assert len(document.json["problems"]) == 3
    assert all(problem["message"] for problem in document.json["problems"])


def test_P76_only_json_stands_on_stdout(clinic: Clinic, tmp_path: Path) -> None:
    folder = pack_at(tmp_path / "demo", {"more.py": "import requests"})
    for command in (
        ("list",),
        ("verify", str(folder)),
        ("verify", str(folder), "--runtime"),
        ("info", "tcm"),
    ):
        done = clinic.run("pack", *command, "--json")
        json.loads(done.out)
        assert done.err == ""


def test_running_code_is_said_first(clinic: Clinic) -> None:
    from core.packhost.host import SHIPPED

    done = clinic.run("pack", "verify", str(SHIPPED / "tcm"), "--runtime")
    assert (done.code, "会执行" in done.err, "运行时" in done.out) == (0, True, True)


def test_P78_a_command_that_is_none_is_no_question(clinic: Clinic) -> None:
    for line in (("pack", "frob"), ("constraint", "frob"), ("pack", "verify"), ("pack", "install", "x")):
        assert clinic.refused(*line)["code"] == "usage"


@pytest.mark.parametrize("source", ["npm:pack-tcm", "https://example.cn/pack.zip"])
def test_what_would_have_to_be_fetched_is_refused(clinic: Clinic, source: str) -> None:
    refused = clinic.refused("pack", "install", source, "--sha256", "0" * 64)
    assert refused["code"] == "pack_source_remote"
    assert "not supported in this build" in refused["message"]


def test_where_there_is_a_clinic_it_takes_an_admin(clinic: Clinic, tmp_path: Path) -> None:
    staffed(clinic)
    file = tmp_path / "passphrase"
    file.write_text(PASSPHRASES["赵前台"], encoding="utf-8")
    by = ("--passphrase-file", str(file))
    folder = pack_at(tmp_path / "demo")
    archive, digest = zipped(tmp_path / "demo.zip", files_of())
    for line in (
        ("trust", str(folder)),
        ("untrust", str(folder)),
        ("install", str(archive), "--sha256", digest),
    ):
        assert clinic.refused("pack", *line, *by)["code"] == "not_allowed"
    assert not clinic.home.packs.exists()


def test_where_there_is_no_clinic_nobody_is_asked(bare: Clinic, tmp_path: Path) -> None:
    archive, digest = zipped(tmp_path / "demo.zip", files_of())
    folder = bare.json("pack", "install", str(archive), "--sha256", digest)["folder"]
    assert bare.json("pack", "trust", folder)["trusted"][0]["pack"] == "demo"
    assert sha256(archive) == digest


def test_an_opening_says_what_does_not_count(clinic: Clinic, here: Path) -> None:
    clinic.run("pack", "new", "demo")
    done = clinic.run("whoami")
    assert f"mingdao pack trust {here}" in done.err
    assert "mingdao pack trust" not in done.out


def test_constraints_are_tried_and_one_without_use_is_told(clinic: Clinic, here: Path) -> None:
    folder = Path(clinic.json("pack", "new", "demo")["folder"])
    assert clinic.refused("constraint", "test", "demo")["code"] == "pack_not_effective"
    clinic.json("pack", "trust", str(folder))
    (one,) = clinic.json("constraint", "test", "demo")["constraints"]
    assert (one["id"], one["outcome"]) == ("greet-needs-a-name", ["ok"])
    assert clinic.json("pack", "test", "demo")["tools"] == ["greet"]
    examples = [
        {"id": "x", "kind": "tool-arg-require", "tool": "t", "requireArg": "a", "examples": {"passes": [{}]}}
    ]
    (folder / "constraints.json").write_text(json.dumps(examples), encoding="utf-8")
    clinic.json("pack", "trust", str(folder))
    done = clinic.run("constraint", "test", "demo")
    assert (done.code, "与领域包给出的例子不符" in done.out) == (1, True)
    assert clinic.run("pack", "test", "demo").code == 1


def test_the_name_of_a_pack_that_ships_is_taken_for_no_new_one(clinic: Clinic, here: Path) -> None:
    refused = clinic.refused("pack", "new", "tcm")
    assert [one["code"] for one in refused["problems"]] == ["pack_name_protected"]
    assert not (here / ".mingdao").exists()


def test_what_changed_since_it_was_trusted_is_told_by_file(clinic: Clinic, here: Path) -> None:
    folder = Path(clinic.json("pack", "new", "demo")["folder"])
    clinic.json("pack", "trust", str(folder))
    (folder / "prompts" / "rules.md").write_text("other", encoding="utf-8")
    (folder / "more.md").write_text("more", encoding="utf-8")
    told = clinic.run("pack", "info", "demo").out
    assert "改动：prompts/rules.md" in told
    assert "新增：more.md" in told
    document = clinic.run("pack", "info", "demo", "--json").json
    assert document["pack"]["changes"] == {"more.md": "added", "prompts/rules.md": "altered"}


def test_the_forms_of_a_trusted_pack_are_listed_with_those_that_ship(clinic: Clinic, here: Path) -> None:
    form = {
        "resourceType": "Questionnaire",
        "url": "urn:demo:note",
        "version": "1.0.0",
        "name": "Note",
        "title": "便笺",
        "status": "active",
        "item": [{"linkId": "note", "text": "便笺", "type": "text"}],
    }
    written = {"note.json": json.dumps(form, ensure_ascii=False)}
    folder = pack_at(clinic.home.packs / "demo", written, contributes={"forms": ["note.json"]})
    assert clinic.refused("forms", "show", "note")["code"] == "unknown_form"
    clinic.json("pack", "trust", str(folder))
    assert "note" in {one["name"] for one in clinic.json("forms", "list")["forms"]}
    assert clinic.json("forms", "show", "note")["items"][0]["linkId"] == "note"
