"""`mingdao backup …` as a person types it."""

import re
import shutil
from pathlib import Path

import pytest

from core.base.atomic import previous_of
from tests.fakes.backups import BackedUp, backed_up, cut_off, flipped
from tests.fakes.clinic import PASSPHRASE, Clinic
from tests.fakes.vault import InMemoryVault


@pytest.fixture
def made(clinic: Clinic) -> BackedUp:
    return backed_up(clinic)


@pytest.fixture
def passphrase(made: BackedUp) -> str:
    file = made.home.folder.parent / "passphrase.txt"
    file.write_text(PASSPHRASE + "\n", encoding="utf-8")
    return str(file)


def code(made: BackedUp) -> str:
    file = made.home.folder.parent / "code.txt"
    file.write_text(made.clinic.recovery.text + "\n", encoding="ascii")
    return str(file)


def test_make_list_and_status(made: BackedUp) -> None:
    clinic = made.clinic
    document = clinic.json("backup", "make", "--to", str(made.stick))
    assert document["verified"] is True
    assert Path(document["file"]).exists()
    assert document["rows"]["visits"] == 2
    listed = clinic.json("backup", "list", "--folder", str(made.stick))["backups"]
    assert [one["head"] for one in listed] == [document["head"], 2]
    assert listed[0]["opened_by"] == {"recovery": True, "operators": ["李大夫"]}
    assert listed[0]["verified"]
    assert clinic.json("backup", "status")["needs_attention"] is False
    for command in (["make", "--to", str(made.stick)], ["list", "--folder", str(made.stick)], ["status"]):
        done = clinic.run("backup", *command)
        assert done.code == 0, done.err
        assert done.out
        assert done.err == ""


def test_the_folder_of_the_settings_is_used(made: BackedUp) -> None:
    made.home.settings.write_text(
        f'backup_folder = "{made.stick}"\nclinic_name = "明道/诊所"\n', encoding="utf-8"
    )
    document = made.clinic.json("backup", "make")
    assert Path(document["file"]).parent == made.stick
    assert Path(document["file"]).match(f"明道-诊所-20??-??-??-{document['head']}.mdbk")


def test_verify(made: BackedUp, passphrase: str) -> None:
    assert made.clinic.json("backup", "verify", str(made.file))["outcome"] == "unchanged"
    full = made.clinic.json("backup", "verify", str(made.file), "--passphrase-file", passphrase)
    assert full["outcome"] == "verified"
    assert (
        made.clinic.json("backup", "verify", str(made.file), "--recovery-file", code(made))["outcome"]
        == "verified"
    )
    flipped(made.file, -9000)
    assert made.clinic.refused("backup", "verify", str(made.file))["code"] == "backup_body_damaged"


def test_S59_verify_and_restore_on_a_bare_machine(made: BackedUp, passphrase: str) -> None:
    home = made.empty_home()
    at = ["--home", str(home.folder)]
    document = made.clinic.json("backup", "verify", str(made.file), "--recovery-file", code(made), *at)
    assert document["rows"]["patients"] == 1
    assert document["outcome"] == "verified"
    done = made.clinic.run("backup", "restore", str(made.file), "--recovery-file", code(made), *at)
    assert done.code == 0, done.err
    assert "已恢复到" in done.out
    listed = made.clinic.json("visits", "--record-no", "P001", "--passphrase-file", passphrase, *at)
    assert len(listed["visits"]) == 1


def test_S60_verify_in_the_middle_of_a_restore_is_done_by_the_clinic(made: BackedUp) -> None:
    cut_off(made)
    document = made.clinic.json("backup", "verify", str(made.file), "--recovery-file", code(made))
    assert document["outcome"] == "verified"
    assert made.clinic.rows("SELECT count(*) FROM audit WHERE action = 'backup.verify'") == [(1,)]


def test_S60_restore_where_the_store_is_damaged(made: BackedUp, passphrase: str) -> None:
    made.home.store.write_bytes(b"")
    document = made.clinic.json("backup", "restore", str(made.file), "--passphrase-file", passphrase)
    assert "damaged-" in document["kept_in"]
    assert made.clinic.json("backup", "status", "--passphrase-file", passphrase)["frozen"] is True
    confirmed = made.clinic.json("backup", "confirm-thinning", "--passphrase-file", passphrase)
    assert confirmed["frozen"] is False


def test_S52_a_damaged_store_can_be_verified_against(made: BackedUp) -> None:
    made.home.store.write_bytes(b"x" * 9000)
    document = made.clinic.json("backup", "verify", str(made.file), "--recovery-file", code(made))
    assert document["outcome"] == "verified"


def test_drill(made: BackedUp, passphrase: str) -> None:
    document = made.clinic.json("backup", "drill", str(made.file), "--passphrase-file", passphrase)
    assert document["records"] == 1


def test_refusals_have_words(made: BackedUp, passphrase: str) -> None:
    gone = str(made.stick / "gone")
    assert made.clinic.refused("backup", "make", "--to", gone)["code"] == "backup_target_missing"
    assert made.clinic.refused("backup", "verify", gone)["code"] == "backup_missing"
    wrong = made.stick.parent / "wrong.txt"
    wrong.write_text("ganz falsch\n", encoding="utf-8")
    refused = made.clinic.refused("backup", "restore", str(made.file), "--passphrase-file", str(wrong))
    assert refused["code"] == "backup_passphrase_wrong"
    shutil.copy(made.home.store, made.stick / "x.mdbk")
    listed = made.clinic.json("backup", "list", "--folder", str(made.stick))["backups"]
    assert [one["error"]["code"] for one in listed if "error" in one] == ["backup_not_one"]


def test_a_stick_is_looked_at_where_there_is_no_clinic(
    made: BackedUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = Clinic(made.empty_home(), InMemoryVault(), made.clinic.recovery)
    on = ("backup", "list", "--folder", str(made.stick))
    (one,) = bare.json(*on)["backups"]
    assert (one["file"], one["verified"]) == (str(made.file), None)
    assert one["opened_by"] == {"recovery": True, "operators": ["李大夫"]}
    for columns in ("80", "200"):
        monkeypatch.setenv("COLUMNS", columns)
        said = bare.run(*on).out
        assert made.file.name in said
        assert "未核验" not in said
        assert "mingdao backup restore" in said
    assert bare.refused("backup", "list")["code"] == "not_set_up"
    assert "mingdao backup restore" in bare.refused("whoami")["hint"]
    assert not bare.home.folder.exists()


def test_it_is_looked_at_beside_a_clinic_that_does_not_open(made: BackedUp) -> None:
    made.home.store.write_bytes(b"")
    on = ("backup", "list", "--folder", str(made.stick))
    assert len(made.clinic.json(*on)["backups"]) == 1


def test_a_person_reads_times_of_the_clinic_and_whole_names(made: BackedUp) -> None:
    made.home.settings.write_text('clinic_name = "明道中医门诊部"\n', encoding="utf-8")
    name = Path(made.clinic.json("backup", "make", "--to", str(made.stick))["file"]).name
    said = made.clinic.run("backup", "list", "--folder", str(made.stick)).out
    assert name in said
    status = made.clinic.run("backup", "status").out
    assert "+08:00" not in status
    assert re.search(r"20\d\d-\d\d-\d\d \d\d:\d\d。", status)


def test_what_was_not_held_back_needs_no_confirming(made: BackedUp, passphrase: str) -> None:
    done = made.clinic.run("backup", "confirm-thinning")
    assert (done.code, "无须确认" in done.out) == (0, True)
    assert made.clinic.rows("SELECT count(*) FROM audit WHERE action = 'backup.thinning'") == [(0,)]
    made.clinic.json("backup", "restore", str(made.file), "--passphrase-file", passphrase)
    done = made.clinic.run("backup", "confirm-thinning", "--passphrase-file", passphrase)
    assert "已确认" in done.out


def test_damage_leads_to_backup_and_rescue(made: BackedUp) -> None:
    made.home.store.write_bytes(b"x" * 9000)
    hint = made.clinic.refused("whoami")["hint"]
    assert "mingdao backup restore 文件" in hint
    assert "mingdao rescue --out 目录" in hint
    assert hint in made.clinic.run("keys", "status").out


def test_a_key_file_that_is_gone_leads_to_the_one_before_or_a_backup(made: BackedUp, passphrase: str) -> None:
    made.clinic.json("keys", "confirm-recovery", "--recovery-file", code(made))
    made.home.envelope.unlink()
    for said in (made.clinic.refused("whoami")["hint"], made.clinic.run("keys", "status").out):
        assert "mingdao keys use-previous" in said
    previous_of(made.home.envelope).unlink()
    for said in (made.clinic.refused("whoami")["hint"], made.clinic.run("keys", "status").out):
        assert "use-previous" not in said
        assert "mingdao backup restore 文件" in said
