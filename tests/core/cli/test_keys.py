"""`mingdao keys` and the code that `mingdao init` hands out: once, and no secret in a line, a log or a refusal."""

import io
import json
import os
from pathlib import Path

import pytest

from core.base.errors import UserError
from core.base.paths import Home
from core.base.recovery_code import RecoveryCode
from core.cli.recovery import write_code
from core.services.keys.keys import keys_at_hand
from tests.fakes.clinic import OPERATOR, PASSPHRASE, Clinic
from tests.fakes.terminal import Terminal
from tests.fakes.vault import InMemoryVault

NEW = "山高月小 水落石出 赤壁"


@pytest.fixture
def files(tmp_path: Path, clinic: Clinic) -> dict[str, str]:
    """Files with secrets in them."""
    texts = {
        "passphrase": PASSPHRASE,
        "new": NEW,
        "code": clinic.recovery.text,
        "other": RecoveryCode.new().text,
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text + "\n", encoding="utf-8")
    return {name: str(tmp_path / name) for name in texts}


@pytest.fixture
def bare(tmp_path: Path) -> Clinic:
    """A home without a clinic."""
    return Clinic(Home(tmp_path / "bare"), InMemoryVault(), RecoveryCode.new())


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """What comes by the standard input."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_init_prints_the_code_once_and_calls_it_unconfirmed(bare: Clinic, files: dict[str, str]) -> None:
    made = bare.json("init", "--passphrase-file", files["passphrase"])
    assert made["recovery_confirmed"] is False
    assert made["recovery_file"] is None
    code = RecoveryCode.parse(made["recovery"])
    assert keys_at_hand(bare.home).confirmed is False
    with bare.open(recovery=code) as kernel:
        assert kernel.forms.every()
    kept = b"".join(file.read_bytes() for file in bare.home.folder.iterdir())
    assert code.text.encode() not in kept
    assert code.secret.hex().encode() not in kept


def test_init_shows_a_person_the_code_in_one_line(bare: Clinic, files: dict[str, str]) -> None:
    done = bare.run("init", "--passphrase-file", files["passphrase"])
    (line,) = [line for line in done.out.splitlines() if line.count("-") == 8]
    RecoveryCode.parse(line.rpartition("：")[2])
    assert "confirm-recovery" in done.out


def test_init_writes_the_code_into_a_file_of_its_owner(
    bare: Clinic, files: dict[str, str], tmp_path: Path
) -> None:
    out = tmp_path / "recovery.txt"
    made = bare.json("init", "--passphrase-file", files["passphrase"], "--recovery-out", str(out))
    assert (made["recovery"], made["recovery_file"]) == (None, str(out))
    if os.name == "posix":
        assert out.stat().st_mode & 0o777 == 0o600
    assert bare.json("keys", "open-check", "--recovery-file", str(out))["opened_by"] == "recovery"


def test_a_file_that_is_there_is_never_written_over(
    bare: Clinic, clinic: Clinic, files: dict[str, str]
) -> None:
    before = Path(files["new"]).read_bytes()
    refused = bare.refused("init", "--passphrase-file", files["passphrase"], "--recovery-out", files["new"])
    assert refused["code"] == "file_exists"
    assert not bare.home.folder.exists()
    keys = clinic.home.envelope.read_bytes()
    assert clinic.refused("keys", "new-recovery", "--recovery-out", files["new"])["code"] == "file_exists"
    assert clinic.home.envelope.read_bytes() == keys
    assert Path(files["new"]).read_bytes() == before


def test_a_code_that_no_file_takes_is_shown(bare: Clinic, files: dict[str, str], tmp_path: Path) -> None:
    nowhere = str(tmp_path / "no" / "folder" / "code")
    made = bare.json("init", "--passphrase-file", files["passphrase"], "--recovery-out", nowhere)
    assert RecoveryCode.parse(made["recovery"]).text == made["recovery"]
    assert made["recovery_file"] is None


def test_every_command_opens_by_the_code(clinic: Clinic, files: dict[str, str]) -> None:
    clinic.add("陈敏")
    clinic.vault.secrets.clear()
    assert clinic.refused("patient", "find", "陈敏")["code"] == "keyring_missing"
    listed = clinic.run("audit", "list", "--recovery-file", files["code"], "--json")
    assert "patient.add" in listed.out
    assert clinic.json("patient", "find", "陈敏")["outcome"] == "exact"  # the keyring has a key again


def test_a_wrong_or_mistyped_code_is_told_apart(clinic: Clinic, files: dict[str, str]) -> None:
    assert clinic.refused("keys", "open-check", "--recovery-file", files["other"])["code"] == "recovery_wrong"
    groups = list(clinic.recovery.groups)
    groups[3] = groups[3][:3] + ("0" if groups[3][3] != "0" else "1")
    Path(files["other"]).write_text("-".join(groups), encoding="utf-8")
    refused = clinic.refused("keys", "open-check", "--recovery-file", files["other"])
    assert refused["code"] == "recovery_code_group"
    assert "4" in refused["message"]
    assert groups[3] not in json.dumps(refused)


def test_status_tells_who_can_open_without_opening(clinic: Clinic) -> None:
    told = clinic.json("keys", "status")
    assert told["state"] == "ready"
    assert told["ways"] == [
        {"kind": "passphrase", "operator": OPERATOR, "backend": None},
        {"kind": "recovery", "operator": None, "backend": None},
        {"kind": "keyring", "operator": OPERATOR, "backend": "memory"},
    ]
    assert (told["recovery_confirmed"], told["failures"], told["wait_s"]) == (False, 0, 0)
    assert OPERATOR in clinic.run("keys", "status").out


def test_status_of_what_is_not_there_is_an_answer(bare: Clinic) -> None:
    assert bare.json("keys", "status") == {"state": "not_set_up"}
    assert not bare.home.folder.exists()


def test_a_code_is_confirmed_by_typing_it(clinic: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, clinic.recovery.text.lower().replace("-", " "))
    assert clinic.json("keys", "confirm-recovery")["recovery_confirmed"] is True
    assert clinic.json("keys", "status")["recovery_confirmed"] is True


def test_a_code_is_confirmed_from_its_file(clinic: Clinic, files: dict[str, str]) -> None:
    assert (
        clinic.refused("keys", "confirm-recovery", "--recovery-file", files["other"])["code"]
        == "recovery_wrong"
    )
    assert (
        clinic.json("keys", "confirm-recovery", "--recovery-file", files["code"])["recovery_confirmed"]
        is True
    )


def test_three_groups_typed_back_at_a_terminal_confirm(
    clinic: Clinic, files: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[RecoveryCode] = []
    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("core.cli.recovery.asked_groups", lambda: (1, 4, 9))
    real = RecoveryCode.new

    def new() -> RecoveryCode:
        shown.append(real())
        return shown[-1]

    monkeypatch.setattr(RecoveryCode, "new", new)
    answers = iter((0, 3, 8))
    monkeypatch.setattr("core.cli.recovery._prompt", lambda _: shown[-1].groups[next(answers)])
    assert clinic.run("keys", "new-recovery", "--passphrase-file", files["passphrase"]).code == 0
    assert keys_at_hand(clinic.home).confirmed is True
    monkeypatch.setattr("core.cli.recovery._prompt", lambda _: "0000")
    assert clinic.run("keys", "new-recovery", "--passphrase-file", files["passphrase"]).code == 0
    assert keys_at_hand(clinic.home).confirmed is False


def test_a_new_code_stops_the_old(clinic: Clinic, files: dict[str, str], tmp_path: Path) -> None:
    out = str(tmp_path / "renewed")
    clinic.json("keys", "new-recovery", "--recovery-file", files["code"], "--recovery-out", out)
    assert clinic.refused("keys", "open-check", "--recovery-file", files["code"])["code"] == "recovery_wrong"
    assert clinic.json("keys", "open-check", "--recovery-file", out)["opened_by"] == "recovery"


def test_a_passphrase_is_changed_by_a_line_of_the_standard_input(
    clinic: Clinic, files: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, NEW)
    assert clinic.json("keys", "passphrase", "--passphrase-file", files["passphrase"])["operator"] == OPERATOR
    told = clinic.json("keys", "open-check", "--passphrase-file", files["new"])
    assert told == {"opened_by": "passphrase", "operator": OPERATOR}
    assert (
        clinic.refused("keys", "open-check", "--passphrase-file", files["passphrase"])["code"]
        == "wrong_passphrase"
    )


def test_nothing_typed_is_said_to_be_that(
    clinic: Clinic, files: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch)
    assert clinic.refused("keys", "confirm-recovery")["code"] == "secret_needed"
    refused = clinic.refused("keys", "passphrase", "--passphrase-file", files["passphrase"])
    assert refused["code"] == "secret_needed"


def test_five_wrong_passphrases_cost_a_wait_that_is_told(clinic: Clinic, files: dict[str, str]) -> None:
    codes = [
        clinic.refused("keys", "open-check", "--passphrase-file", files["new"])["code"] for _ in range(5)
    ]
    assert codes == ["wrong_passphrase"] * 4 + ["too_many_tries"]
    told = clinic.json("keys", "status")
    assert told["failures"] == 5
    assert 800 < told["wait_s"] <= 900
    assert (
        clinic.refused("keys", "open-check", "--passphrase-file", files["passphrase"])["code"]
        == "too_many_tries"
    )


def test_the_keyring_is_turned_off_and_on(clinic: Clinic, files: dict[str, str]) -> None:
    by = ("--passphrase-file", files["passphrase"])
    assert clinic.refused("keys", "keyring", "off", *by)["code"] == "too_few_keys"
    clinic.json("keys", "confirm-recovery", "--recovery-file", files["code"])
    assert clinic.json("keys", "keyring", "off", *by)["keyring"] == "off"
    assert clinic.vault.secrets.keys() == {entry for entry in clinic.vault.secrets if "/audit/" in entry}
    assert clinic.refused("keys", "open-check")["code"] == "passphrase_needed"
    assert clinic.refused("keys", "keyring", "off", *by)["code"] == "keyring_off"
    assert clinic.json("keys", "status")["keyring"] == "off"
    assert "审计记录最后的位置" in clinic.run("keys", "status").out
    clinic.json("keys", "keyring", "on", *by)
    assert clinic.json("keys", "open-check")["opened_by"] == "keyring"
    assert clinic.refused("keys", "keyring", "only")["code"] == "passphrase_needed"
    clinic.json("keys", "keyring", "only", *by)
    told = clinic.run("keys", "status")
    assert clinic.json("keys", "status")["keyring"] == "only"
    assert "没有口令" in told.out


def test_the_data_key_is_replaced_and_everything_opens_as_before(
    clinic: Clinic, files: dict[str, str]
) -> None:
    clinic.add("陈敏")
    before = clinic.key
    assert clinic.refused("keys", "rotate")["code"] == "passphrase_needed"
    assert clinic.key == before
    told = clinic.run("keys", "rotate", "--passphrase-file", files["passphrase"])
    assert told.code == 0
    assert len(told.err.splitlines()) == 4
    assert clinic.key != before
    assert clinic.json("patient", "find", "陈敏")["outcome"] == "exact"
    for by in (("--passphrase-file", files["passphrase"]), ("--recovery-file", files["code"])):
        assert clinic.json("keys", "open-check", *by)["operator"]
    verified = clinic.json("audit", "verify")
    assert verified["whole"] is True
    assert clinic.rows("SELECT count(*) FROM audit WHERE action = 'keys.rotate'") == [(1,)]


def test_no_command_takes_a_secret_in_its_line(clinic: Clinic) -> None:
    told = ("status", "passphrase", "confirm-recovery", "new-recovery", "keyring", "rotate")
    for command in ("init", *(f"keys {name}" for name in told)):
        shown = clinic.run(*command.split(), "--help").out
        for option in ("--passphrase ", "--recovery ", "--code"):
            assert option not in shown


def test_a_file_that_came_meanwhile_is_not_written_over(clinic: Clinic, files: dict[str, str]) -> None:
    with pytest.raises(UserError, match="file_exists"):
        write_code(Path(files["new"]), clinic.recovery)
    assert Path(files["new"]).read_text(encoding="utf-8").strip() == NEW
