"""The whole self-test from source, in a process of its own: its report, its exit code, and that it leaves nothing."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.base.messages import Messages
from desktop.self_test import run
from desktop.self_test.finding import Absent, Faulty, Finding, Verdict, carry_out
from desktop.self_test.run import Check, checks
from desktop.self_test.watch import Watch

ROOT = Path(__file__).resolve().parents[3]

NAMES = [
    *(
        "modules",
        "versions",
        "program",
        "resources",
        "messages",
        "help",
        "names",
        "argon2",
        "keyring",
        "qt_plugins",
    ),
    *(
        "translations",
        "font",
        "icons",
        "store",
        "packs",
        "journey",
        "paper",
        "window",
        "tour",
        "written",
        "network",
    ),
]


BUT_FOR_THE_TOUR = (
    "import sys\nfrom desktop.__main__ import main\nfrom desktop.self_test import window\n"
    "window.tour = lambda *_: 'tests/installer and make demo go there'\n"
    "sys.exit(main(['--self-test', '--json']))\n"
)


def raising(error: Exception) -> Finding:
    def check() -> str:
        raise error

    return carry_out("one", check)


def test_each_way_a_check_ends() -> None:
    assert carry_out("one", lambda: "two\nlines").detail == "two lines"
    assert raising(Absent("no keyring")).verdict is Verdict.ABSENT
    assert raising(Faulty("broken")).verdict is Verdict.FAILED
    found = raising(KeyError("gone"))
    assert (found.verdict, found.detail) == (Verdict.FAILED, "KeyError: 'gone'")


def test_a_module_that_is_missing_is_the_finding(tmp_path: Path) -> None:
    def every(_: Path) -> Iterator[Check]:
        raise ModuleNotFoundError("No module named 'jeepney'")

    found = [carry_out(name, check) for name, check in checks(tmp_path, Watch(tmp_path), every)]
    assert [finding.name for finding in found] == ["modules", "written", "network"]
    assert found[0].verdict is Verdict.FAILED
    assert "jeepney" in found[0].detail


@pytest.mark.parametrize("as_json", [False, True])
def test_one_failure_is_reported_and_the_rest_goes_on(
    as_json: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails() -> str:
        raise Faulty("broken")

    def some(_folder: Path, _watch: Watch) -> Iterator[Check]:
        yield "first", lambda: "fine"
        yield "second", fails
        yield "third", lambda: "fine"

    monkeypatch.setattr(sys, "dont_write_bytecode", sys.dont_write_bytecode)
    monkeypatch.setattr(run, "checks", some)
    monkeypatch.setattr(run, "withdraw", lambda *_: None)
    assert run.self_test(as_json=as_json) == 1
    out = capsys.readouterr().out
    if as_json:
        document = json.loads(out)
        assert document["ok"] is False
        assert [(one["name"], one["verdict"]) for one in document["checks"]] == [
            ("first", "ok"),
            ("second", "FAILED"),
            ("third", "ok"),
        ]
    else:
        *lines, last = out.splitlines()
        assert [line.split() for line in lines] == [
            ["ok", "first", "fine"],
            ["FAILED", "second", "broken"],
            ["ok", "third", "fine"],
        ]
        assert "second" in last


def test_the_last_line_is_in_the_language_of_the_clinic() -> None:
    assert run.summary(3, [], "en") == Messages("en").text("self_test.passed", count=3)
    assert run.summary(3, ["store"], "zh_CN") == Messages().text("self_test.failed", count=3, failed="store")


def test_the_last_line_comes_without_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(_language: str) -> None:
        raise FileNotFoundError

    monkeypatch.setattr(run, "Messages", gone)
    assert run.summary(3, ["messages"], "zh_CN") == "2 passed, 1 failed"


def test_everything_of_the_person_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", None)
    environ = {"HOME": "/home/li", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/bus"}
    run.withdraw(environ, tmp_path)
    assert environ.pop("DBUS_SESSION_BUS_ADDRESS") == "unix:path=/run/bus"
    assert environ.pop("QT_QPA_PLATFORM") == "offscreen"
    assert {Path(place).parent for place in environ.values()} == {tmp_path}
    assert {"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "TMPDIR", "MINGDAO_HOME"} <= environ.keys()


def test_the_program_passes(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "cwd").mkdir()
    done = subprocess.run(
        [sys.executable, "-c", BUT_FOR_THE_TOUR],
        cwd=tmp_path / "cwd",
        env={"HOME": str(tmp_path / "home"), "PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    document = json.loads(done.stdout)
    verdicts = {one["name"]: (one["verdict"], one["detail"]) for one in document["checks"]}
    assert list(verdicts) == NAMES
    assert verdicts.pop("keyring")[0] == "absent"
    assert {name: found for name, found in verdicts.items() if found[0] != "ok"} == {}
    assert done.returncode == 0
    assert set(tmp_path.rglob("*")) == {tmp_path / "home", tmp_path / "cwd"}
