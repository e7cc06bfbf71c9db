"""Every command where there is no clinic, where one is damaged in each way, and where another process has it.

Each says what is so and what to do next, with the exit code of the README, as words and as a document; none is a traceback.
"""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock

from core.base.messages import LANGUAGES
from core.services.keys.keys import KeyState
from tests.core.cli.test_help_page import EVERY
from tests.fakes.clinic import MENZHEN, Clinic, content

VISIT = ("--record-no", "P001", "--visit", "1")
ADMIN = ("--name", "钱管理")

LINES: dict[str, tuple[str, ...]] = {
    "keys confirm-recovery": (),
    "keys keyring": ("off",),
    "keys new-recovery": (),
    "keys open-check": (),
    "keys passphrase": ("--new-passphrase-file", "secret"),
    "keys rotate": (),
    "keys use-previous": (),
    "patient add": ("--name", "陈敏", "--sex", "女"),
    "patient find": ("陈敏",),
    "patient show": ("--record-no", "P001"),
    "patient edit": ("--record-no", "P001", "--name", "陈敏"),
    "intake save": ("--record-no", "P001", "--form", "menzhen", "--answers", "answers"),
    "intake draft save": ("--record-no", "P001", "--form", "menzhen", "--answers", "answers"),
    "intake draft show": ("--record-no", "P001"),
    "intake draft discard": ("--record-no", "P001", "--form", "menzhen"),
    "intake suggest": ("头晕",),
    "visits": ("--record-no", "P001"),
    "visits amend": (*VISIT, "--version", "1", "--reason", "slip", "--answers", "answers"),
    "visits void": (*VISIT, "--reason", "trial"),
    "visits sign": VISIT,
    "visits versions": VISIT,
    "compare": ("--record-no", "P001"),
    "compare override": ("--to", "2", "--symptom", "头晕", "--reason", "x"),
    "audit list": (),
    "audit verify": (),
    "audit export": ("--out", "new"),
    "audit head": (),
    "backup make": ("--to", "."),
    "backup list": (),
    "backup status": (),
    "backup drill": ("file.mdbk",),
    "backup confirm-thinning": (),
    "backup tidy": (),
    "operators list": (),
    "operators add": (*ADMIN, "--role", "admin", "--new-passphrase-file", "secret"),
    "operators roles": (*ADMIN, "--role", "auditor"),
    "operators end": ADMIN,
    "operators rules": (),
    "settings set": ("language", "en"),
    "model list": (),
    "model add": ("m", "--kind", "vllm"),
    "model change": ("m", "--context", "1"),
    "model remove": ("m",),
    "model choose": ("m",),
    "model test": ("m",),
    "model find": (),
    "key status": (),
    "key set": ("deepseek",),
    "key remove": ("deepseek",),
    "key import": (),
    "policy show": (),
    "policy history": (),
    "policy preview": ("answers",),
    "policy set": ("answers",),
    "policy template": (),
    "net policy": (),
    "net report": (),
    "cost": (),
    "cost report": (),
    "price list": (),
    "price set": ("m", "--miss", "1", "--output", "1"),
    "price remove": ("m",),
    "whoami": (),
    "tool list": (),
    "tool call": ("pack__tcm__followup_board",),
    "quarantine list": (),
    "quarantine show": ("1",),
}
"""What opens the clinic, with the least it takes on the line."""

ELSEWHERE = {
    "keys status": "tells the state",
    "init": "sets up",
    "demo": "has a clinic of its own",
    "backup verify": "reads a file",
    "backup restore": "reads a file first",
    "rescue": "reads what does not open",
    "forms list": "reads no clinic",
    "forms show": "reads no clinic",
    "forms validate": "reads no clinic",
    "settings list": "reads no clinic",
    "pack list": "reads folders",
    "pack info": "reads folders",
    "pack verify": "reads a folder",
    "pack new": "begins a folder",
    "pack test": "reads a folder and runs its code apart",
    "pack trust": "works without a clinic, too",
    "pack untrust": "works without a clinic, too",
    "pack install": "works without a clinic, too",
    "constraint test": "reads a folder and runs its code apart",
    "licences": "reads the program's folder",
    "verify-install": "reads the program's folder",
    "update check": "reads a file",
    "update list": "reads the program's folder",
    "update install": "of an installed program only, which a tree is not",
    "update back": "of an installed program only, which a tree is not",
}


def spoil(file: Path) -> None:
    file.write_bytes(b"\xff\x00" * 5000)


def folder_for(file: Path) -> None:
    file.unlink(missing_ok=True)
    file.mkdir()


STATES: dict[str, tuple[Callable[[Clinic], object], str, str]] = {
    "no clinic": (lambda clinic: shutil.rmtree(clinic.home.folder), "not_set_up", "not_set_up"),
    "no keys": (lambda clinic: clinic.home.envelope.unlink(), "envelope_missing", "keys_absent"),
    "garbage for keys": (lambda clinic: spoil(clinic.home.envelope), "envelope_damaged", "keys_damaged"),
    "keys of an old program": (
        lambda clinic: clinic.home.envelope.write_bytes(
            clinic.home.envelope.read_bytes().replace(b'"format": 3', b'"format": 2')
        ),
        "envelope_older",
        "older",
    ),
    "no store": (lambda clinic: clinic.home.store.unlink(), "store_missing", "store_absent"),
    "an empty store": (lambda clinic: clinic.home.store.write_bytes(b""), "store_empty", "store_absent"),
    "garbage for a store": (lambda clinic: spoil(clinic.home.store), "store_damaged", "store_damaged"),
    "a folder for keys": (lambda clinic: folder_for(clinic.home.envelope), "file_trouble", ""),
    "a folder for a store": (lambda clinic: folder_for(clinic.home.store), "file_trouble", ""),
    "a folder for the lock": (lambda clinic: folder_for(clinic.home.lock), "file_trouble", ""),
}
"""How it is made, what a command says that opens the clinic, and what `keys status` says, nothing where it cannot tell."""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    Path("secret").write_text("苍术 白芷 旧铜壶 清晨", encoding="utf-8")
    Path("answers").write_text(content(MENZHEN), encoding="utf-8")
    Path("file.mdbk").write_bytes(b"none")


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a lock here."""
    monkeypatch.setattr("core.store.store.FileLock", lambda path, timeout, **rest: FileLock(path, 0, **rest))


def test_no_command_is_forgotten() -> None:
    every = {" ".join(path) for path in EVERY}
    groups = {one for one in every if any(other.startswith(f"{one} ".lstrip()) for other in every - {one})}
    known = {*LINES, *ELSEWHERE}
    assert every - groups - known <= {"operators rule"}
    assert known <= every


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("state", STATES)
def test_what_opens_the_clinic_says_why_it_does_not(clinic: Clinic, state: str) -> None:
    make, code, _ = STATES[state]
    make(clinic)
    for line, rest in LINES.items():
        if (state, line) == ("no keys", "keys use-previous"):
            continue  # it is what is done about it
        expected = {code, "keys_are_whole"} if line == "keys use-previous" else {code}
        if line == "keys use-previous" and state in {"garbage for keys", "keys of an old program"}:
            expected = {"envelope_missing"}
        assert clinic.refused(*line.split(), *rest)["code"] in expected, line


@pytest.mark.usefixtures("files", "hasty")
def test_what_opens_the_clinic_says_that_another_process_has_it(clinic: Clinic) -> None:
    with FileLock(clinic.home.lock, mode=0o600):
        for line, rest in LINES.items():
            assert clinic.refused(*line.split(), *rest)["code"] == "store_busy", line
        assert clinic.refused("keys", "status")["code"] == "store_busy"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("state", STATES)
def test_the_status_says_what_is_so(clinic: Clinic, state: str, language: str) -> None:
    make, _, said = STATES[state]
    make(clinic)
    if clinic.home.folder.exists():
        clinic.home.settings.write_text(f'language = "{language}"\n', encoding="utf-8")
    done, document = clinic.run("keys", "status"), clinic.run("keys", "status", "--json")
    assert done.code == document.code == (0 if said == "not_set_up" else 1)
    assert "Traceback" not in done.out + done.err
    if not said:
        assert document.error == "file_trouble"
        return
    assert document.json["state"] == said
    assert done.err == ""
    assert len(done.out.strip().splitlines()) >= 2
    if said != "not_set_up":
        assert document.json["message"] in done.out
        assert document.json["hint"]


def test_every_state_in_which_something_is_missing_or_damaged_has_the_exit_code(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    fit = {KeyState.READY, KeyState.NOT_SET_UP, KeyState.PASSPHRASE, KeyState.SEVERAL}
    keyring = {KeyState.UNAVAILABLE, KeyState.LOCKED, KeyState.MISSING, KeyState.WRONG}
    for state in KeyState:
        monkeypatch.setattr("core.cli.keys.key_state", lambda *_, found=state: found)
        assert clinic.run("keys", "status").code == (0 if state in fit | keyring else 1), state


@pytest.mark.usefixtures("files")
def test_what_reads_no_clinic_goes_on(clinic: Clinic) -> None:
    spoil(clinic.home.store)
    for line in (("forms", "list"), ("forms", "show", "menzhen"), ("settings", "list")):
        assert clinic.json(*line)


@pytest.mark.usefixtures("files")
def test_a_rescue_where_there_is_nothing_says_so(clinic: Clinic) -> None:
    shutil.rmtree(clinic.home.folder)
    assert clinic.refused("rescue", "--out", "out")["code"] == "not_set_up"
    assert not clinic.home.folder.exists()


def test_no_secret_is_asked_for_where_there_is_no_clinic(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.rmtree(clinic.home.folder)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("typer.prompt", lambda *_, **__: pytest.fail("asked"))
    assert clinic.refused("keys", "confirm-recovery")["code"] == "not_set_up"
