"""Commands a clinic may want two people for: the second by the passphrase of a file, or asked for at a terminal, and only then."""

import io
from pathlib import Path

import pytest

from core.base.errors import KeyTrouble, Refused
from core.base.rights import TwoPersonRule
from core.services.keys.keys import Credential
from core.services.patients.patients import Given
from tests.fakes.clinic import MENZHEN, PASSPHRASE, Clinic, content
from tests.fakes.people import FIRST, PASSPHRASES, staffed

SECOND = PASSPHRASES["钱管理"]
NOW = "碧海青天 夜夜心 moonlit sea"


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
        for rule in TwoPersonRule:
            kernel.rules.turn_on(rule)
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
        "rule": (["operators", "rule", "rotation_needs_two", "off"], "--second-passphrase-file"),
    }[name]
    return [*line, "--passphrase-file", str(folder / "first")], option


COMMANDS = ("rotate", "amend", "void", "restore", "rule")


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
        kernel.rules.turn_off(TwoPersonRule.ROTATION, FIRST, Credential(SECOND))
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


class TestSomebodyOfToday:
    """Over a clinic that what opens the backup does not open."""

    @pytest.fixture
    def line(self, clinic: Clinic, tmp_path: Path) -> list[str]:
        """A restore by the passphrase of the day of the backup, which has been changed since."""
        (tmp_path / "stick").mkdir()
        (tmp_path / "then").write_text(PASSPHRASE, encoding="utf-8")
        (tmp_path / "now").write_text(NOW, encoding="utf-8")
        with clinic.open(passphrase=PASSPHRASE) as kernel:
            file = kernel.backups.make(tmp_path / "stick").file
            kernel.keys.change_passphrase(Credential(PASSPHRASE), NOW)
        return ["backup", "restore", str(file), "--passphrase-file", str(tmp_path / "then")]

    def test_is_asked_for_at_a_terminal(
        self, clinic: Clinic, line: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked: list[tuple[str, object]] = []

        def prompt(text: str, *, hide_input: bool, err: bool) -> str:
            asked.append((text, hide_input))
            return NOW

        monkeypatch.setattr("sys.stdin", Terminal())
        monkeypatch.setattr("typer.prompt", prompt)
        assert clinic.json(*line)["keys"] == "current"
        assert asked == [("它打得开备份，打不开现在的诊所：现在的恢复码，或现在某位管理员的口令", True)]

    def test_the_code_does_as_well(
        self, clinic: Clinic, line: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("sys.stdin", Terminal())
        monkeypatch.setattr("typer.prompt", lambda *_, **__: clinic.recovery.text)
        assert clinic.json(*line)["keys"] == "current"

    def test_is_asked_for_once(
        self, clinic: Clinic, line: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked: list[str] = []

        def prompt(text: str, **_: object) -> str:
            asked.append(text)
            return "nobody's passphrase"

        monkeypatch.setattr("sys.stdin", Terminal())
        monkeypatch.setattr("typer.prompt", prompt)
        assert clinic.refused(*line)["code"] == "backup_not_of_today"
        assert len(asked) == 1

    def test_without_a_terminal_the_option_is_named(
        self, clinic: Clinic, line: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("typer.prompt", lambda *_, **__: pytest.fail("asked"))
        refused = clinic.refused(*line)
        assert (refused["code"], "--today-file" in refused["hint"]) == ("backup_not_of_today", True)
        monkeypatch.setattr("sys.stdin", Terminal())
        assert clinic.refused(*line, "--today-file", str(tmp_path / "then"))["code"] == refused["code"]
        assert clinic.json(*line, "--today-file", str(tmp_path / "now"))["keys"] == "current"

    def test_and_the_second_after_it(
        self, clinic: Clinic, line: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("core.cli.backup.restore_clinic", wanting_both)
        monkeypatch.setattr("sys.stdin", Terminal())
        asked: list[str] = []

        def prompt(text: str, **_: object) -> str:
            asked.append(text[:3])
            return NOW

        monkeypatch.setattr("typer.prompt", prompt)
        assert clinic.refused(*line)["code"] == "backup_second_same"
        assert asked == ["它打得", "需要另"]


def wanting_both(*_: object, today: Credential | None, second: Credential | None, **__: object) -> None:
    """A restore that wants somebody of today, and then another, and stops at that."""
    if today is None:
        raise KeyTrouble("backup_not_of_today", folder="clinic")
    raise Refused("backup_second_same" if second else "backup_second_needed")
