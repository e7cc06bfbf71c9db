"""Secrets as people give them: typed at a terminal, by a file, by a line of a pipe; and what is said where none can be had."""

import io
from pathlib import Path

import pytest
import typer

from core.base.paths import Home
from core.base.recovery_code import RecoveryCode
from core.services.keys.keys import keys_at_hand
from tests.fakes.backups import backed_up
from tests.fakes.clinic import OPERATOR, PASSPHRASE, Clinic
from tests.fakes.people import PASSPHRASES, staffed
from tests.fakes.terminal import types
from tests.fakes.vault import FailingVault, InMemoryVault

NEW = "山高月小 水落石出 赤壁"


@pytest.fixture
def passphrase(clinic: Clinic, tmp_path: Path) -> str:
    file = tmp_path / "passphrase"
    file.write_text(PASSPHRASE + "\n", encoding="utf-8")
    return str(file)


@pytest.fixture
def bare(tmp_path: Path) -> Clinic:
    """A home without a clinic."""
    return Clinic(Home(tmp_path / "bare"), InMemoryVault(), RecoveryCode.new())


def mistyped(code: RecoveryCode) -> str:
    groups = list(code.groups)
    groups[3] = groups[3][:3] + ("0" if groups[3][3] != "0" else "1")
    return "-".join(groups)


def test_where_a_passphrase_is_asked_for_the_code_does_too(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    clinic.vault.secrets.clear()
    types(monkeypatch, clinic.recovery.text.lower())
    assert clinic.json("keys", "open-check")["opened_by"] == "recovery"
    clinic.vault.secrets.clear()
    types(monkeypatch, PASSPHRASE)
    assert clinic.json("keys", "open-check")["opened_by"] == "passphrase"
    types(monkeypatch, mistyped(clinic.recovery))
    refused = clinic.refused("keys", "open-check")
    assert (refused["code"], "4" in refused["message"]) == ("recovery_code_group", True)
    assert keys_at_hand(clinic.home).failures == 0


def test_a_forgotten_passphrase_is_set_anew_by_the_code(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wrong, new = tmp_path / "wrong", tmp_path / "new"
    wrong.write_text("ganz falsch und lang", encoding="utf-8")
    new.write_text(NEW, encoding="utf-8")
    assert "--recovery-file" in clinic.refused("whoami", "--passphrase-file", str(wrong))["hint"]
    monkeypatch.setattr("sys.stdin", io.StringIO(clinic.recovery.text + "\n"))
    changed = clinic.json(
        *("--recovery-file", "-", "keys", "passphrase", "--operator", OPERATOR),
        *("--new-passphrase-file", str(new)),
    )
    assert changed["operator"] == OPERATOR
    assert clinic.json("keys", "open-check", "--passphrase-file", str(new))["opened_by"] == "passphrase"


@pytest.mark.parametrize("typed", ["code", "passphrase"])
def test_restore_on_a_bare_machine_takes_what_is_typed(
    clinic: Clinic, bare: Clinic, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    file = str(backed_up(clinic).file)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    refused = bare.refused("backup", "restore", file)
    assert (refused["code"], "恢复码" in refused["message"]) == ("secret_needed", True)
    assert "--recovery-file" in refused["hint"]
    asked = types(monkeypatch, clinic.recovery.text if typed == "code" else PASSPHRASE)
    assert bare.json("backup", "restore", file)["rows"]["patients"] == 1
    assert asked == ["恢复码，或管理员口令"]


def test_a_weak_passphrase_is_asked_for_again(bare: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    weak, code = "password2026", "core.cli.recovery._prompt"
    monkeypatch.setattr(code, lambda _: "")
    asked = types(monkeypatch, weak, weak, NEW, "other than that", NEW, NEW)
    done = bare.run("init", "--operator", OPERATOR)
    assert (done.code, len(asked)) == (0, 6)
    assert "至少 10 个字符" in asked[0]
    assert done.err.count("太容易猜") == 1
    assert done.err.count("两次输入的不同") == 1


def test_a_weak_passphrase_is_asked_for_three_times(bare: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = types(monkeypatch, *["short"] * 6)
    assert bare.run("init", "--operator", OPERATOR).code == 1
    assert len(asked) == 6
    assert not bare.home.envelope.exists()


def test_another_passphrase_is_asked_for_as_that(clinic: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    clinic.vault.secrets.clear()
    asked = types(monkeypatch, PASSPHRASE, NEW, NEW)
    assert clinic.run("keys", "passphrase").code == 0
    assert (asked[0], asked[1].startswith("设定新口令")) == ("口令，或恢复码", True)


def test_what_is_missing_without_a_terminal_is_named(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch, passphrase: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    add = ("operators", "add", "--name", "赵前台", "--role", "reception")
    assert "--passphrase-file" in clinic.refused(*add)["hint"]
    assert "--new-passphrase-file" in clinic.refused(*add, "--passphrase-file", passphrase)["hint"]
    assert "--passphrase-file" in clinic.refused("keys", "keyring", "only")["hint"]


def test_a_passphrase_that_was_not_there_is_not_said_to_be_dead(
    clinic: Clinic, tmp_path: Path, passphrase: str
) -> None:
    code, new = tmp_path / "code", tmp_path / "new"
    code.write_text(clinic.recovery.text, encoding="ascii")
    new.write_text(NEW, encoding="utf-8")
    by = ("--recovery-file", str(code))
    clinic.json("keys", "confirm-recovery", *by)
    clinic.json("keys", "keyring", "only", "--passphrase-file", passphrase)
    hint = clinic.refused("keys", "keyring", "off", *by)["hint"]
    assert "mingdao --recovery-file 文件 keys passphrase --operator 姓名" in hint
    change = ("keys", "passphrase", "--operator", OPERATOR, "--new-passphrase-file", str(new), *by)
    assert "旧口令" not in clinic.run(*change).out
    new.write_text(NEW + "二", encoding="utf-8")
    assert "旧口令" in clinic.run(*change).out


def test_nobody_resets_the_passphrase_of_another_with_their_own(clinic: Clinic, tmp_path: Path) -> None:
    staffed(clinic)
    mine, new = tmp_path / "mine", tmp_path / "new"
    mine.write_text(PASSPHRASE, encoding="utf-8")
    new.write_text(NEW, encoding="utf-8")
    by = ("--passphrase-file", str(mine), "--new-passphrase-file", str(new))
    refused = clinic.refused("keys", "passphrase", "--operator", next(iter(PASSPHRASES)), *by)
    assert (refused["code"], "--recovery-file" in refused["hint"]) == ("only_own_passphrase", True)
    assert clinic.refused("keys", "passphrase", "--operator", "没有此人", *by)["code"] == "unknown_operator"


@pytest.mark.parametrize("broken_off", [typer.Abort, KeyboardInterrupt])
def test_a_new_code_holds_where_typing_it_back_is_broken_off(
    clinic: Clinic,
    monkeypatch: pytest.MonkeyPatch,
    passphrase: str,
    broken_off: type[BaseException],
) -> None:
    types(monkeypatch, broken_off)
    done = clinic.run("keys", "new-recovery", "--passphrase-file", passphrase)
    assert "新的恢复码已经生效，旧的已作废" in done.out
    assert keys_at_hand(clinic.home).confirmed is False
    old = Path(passphrase).with_name("old")
    old.write_text(clinic.recovery.text, encoding="ascii")
    assert clinic.refused("keys", "open-check", "--recovery-file", str(old))["code"] == "recovery_wrong"


def test_groups_that_were_not_typed_back_right_are_named_and_asked_for_again(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch, passphrase: str
) -> None:
    code = RecoveryCode.new()
    monkeypatch.setattr(RecoveryCode, "new", lambda: code)
    monkeypatch.setattr("core.cli.recovery.asked_groups", lambda: (1, 4, 9))
    asked = types(monkeypatch, code.groups[0], "0000", code.groups[8], code.groups[3])
    done = clinic.run("keys", "new-recovery", "--passphrase-file", passphrase)
    assert "第 4 组" in done.err
    assert ["第 4 组" in one for one in asked] == [False, True, False, True]
    assert keys_at_hand(clinic.home).confirmed is True
    asked = types(monkeypatch, "0000", " ")
    clinic.run("keys", "new-recovery", "--passphrase-file", passphrase)
    assert len(asked) == 2
    assert keys_at_hand(clinic.home).confirmed is False


def test_a_wait_that_is_over_is_not_told(clinic: Clinic, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong"
    wrong.write_text("ganz falsch und lang", encoding="utf-8")
    clinic.refused("whoami", "--passphrase-file", str(wrong))
    said = clinic.run("keys", "status").out
    assert "连续输错 1 次" in said
    assert "0 分钟" not in said


def test_a_keyring_that_is_not_there_is_not_turned_on(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch, passphrase: str
) -> None:
    clinic.json("keys", "confirm-recovery", "--recovery-file", _code(clinic))
    clinic.json("keys", "keyring", "off", "--passphrase-file", passphrase)
    monkeypatch.setattr(clinic.vault, "write", FailingVault("keyring_unavailable").write)
    refused = clinic.refused("keys", "keyring", "on", "--passphrase-file", passphrase)
    assert refused["code"] == "no_keyring"


def _code(clinic: Clinic) -> str:
    file = clinic.home.folder.parent / "code.txt"
    file.write_text(clinic.recovery.text, encoding="ascii")
    return str(file)


@pytest.mark.parametrize("content", ["", "\n", " \r\n"])
def test_an_empty_file_is_no_wrong_passphrase(clinic: Clinic, tmp_path: Path, content: str) -> None:
    empty = tmp_path / "empty"
    empty.write_text(content, encoding="utf-8")
    for option in ("--passphrase-file", "--recovery-file"):
        refused = clinic.refused("whoami", option, str(empty))
        assert (refused["code"], str(empty) in refused["message"]) == ("secret_file_empty", True)
    assert keys_at_hand(clinic.home).failures == 0


def test_nor_is_an_empty_line(clinic: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    for line in ("", "\n"):
        monkeypatch.setattr("sys.stdin", io.StringIO(line))
        assert clinic.refused("whoami", "--passphrase-file", "-")["code"] == "secret_needed"
    assert keys_at_hand(clinic.home).failures == 0
