"""Commands a clinic may want two people for: the second by the passphrase of a file, or asked for at a terminal, and only then."""

import io
from pathlib import Path

import pytest

from core.base.rights import TwoPersonRule
from core.services.patients.patients import Given
from tests.fakes.clinic import MENZHEN, PASSPHRASE, Clinic, content
from tests.fakes.people import PASSPHRASES, staffed

SECOND = PASSPHRASES["钱管理"]


class Terminal(io.StringIO):
    """Somebody sits here."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def two(clinic: Clinic, tmp_path: Path) -> Clinic:
    """A clinic that wants two people for all it can, with a signed visit of P001 and a backup."""
    staffed(clinic)
    (tmp_path / "first").write_text(f"{PASSPHRASE}\n", encoding="utf-8")
    (tmp_path / "second").write_text(f"{SECOND}\n", encoding="utf-8")
    (tmp_path / "stick").mkdir()
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        kernel.patients.register(Given("陈敏", "女"))
        kernel.intake.save("P001", "menzhen", content(MENZHEN))
        kernel.intake.sign("P001", 1)
        kernel.backups.make(tmp_path / "stick")
        kernel.preferences.change(kernel.preferences.read(), dict.fromkeys(TwoPersonRule, True))
    return clinic


def command(name: str, clinic: Clinic, folder: Path) -> tuple[list[str], str]:
    """A command on the line of the first operator, and the option that names the second's file."""
    visit = ["--record-no", "P001", "--visit", "1"]
    answers = str(clinic.answers({**MENZHEN, "zhushu": "头痛一月"}))
    slip = ["--version", "1", "--reason", "slip", "--answers", answers]
    backup = [str(file) for file in (folder / "stick").rglob("*.mdbk")]
    line, option = {
        "rotate": (["keys", "rotate"], "--second-passphrase-file"),
        "amend": (["visits", "amend", *visit, *slip], "--approver-passphrase-file"),
        "void": (["visits", "void", *visit, "--reason", "duplicate"], "--approver-passphrase-file"),
        "restore": (["backup", "restore", *backup], "--second-passphrase-file"),
    }[name]
    return [*line, "--passphrase-file", str(folder / "first")], option


COMMANDS = ("rotate", "amend", "void", "restore")


@pytest.mark.parametrize("name", COMMANDS)
def test_the_second_says_yes_by_a_file(two: Clinic, tmp_path: Path, name: str) -> None:
    line, option = command(name, two, tmp_path)
    assert two.refused(*line)["code"] == ("backup_second_needed" if name == "restore" else "second_needed")
    assert two.json(*line, option, str(tmp_path / "second"))


@pytest.mark.parametrize("name", COMMANDS)
def test_at_a_terminal_the_second_is_asked_for(
    two: Clinic, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def prompt(text: str, **_: object) -> str:
        asked.append(text)
        return SECOND

    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("typer.prompt", prompt)
    line, _ = command(name, two, tmp_path)
    assert two.json(*line)
    assert asked == ["需要另一人同意：请其输入自己的口令"]


def test_nobody_is_asked_where_one_is_enough(
    two: Clinic, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with two.open(passphrase=PASSPHRASE) as kernel:
        kernel.preferences.change(kernel.preferences.read(), {TwoPersonRule.ROTATION: False})
    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("typer.prompt", lambda *_, **__: pytest.fail("asked"))
    line, _ = command("rotate", two, tmp_path)
    assert two.json(*line)["rotated"] is True


def test_what_was_given_and_does_not_do_is_not_asked_for_again(
    two: Clinic, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("typer.prompt", lambda *_, **__: pytest.fail("asked"))
    line, option = command("rotate", two, tmp_path)
    assert two.refused(*line, option, str(tmp_path / "first"))["code"] == "second_same"
