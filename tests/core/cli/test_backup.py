"""`mingdao backup …` as a person types it."""

import shutil
from pathlib import Path

import pytest

from tests.fakes.backups import BackedUp, backed_up, flipped
from tests.fakes.clinic import PASSPHRASE, Clinic


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
    done = made.clinic.run("backup", "restore", str(made.file), "--recovery-file", code(made), *at)
    assert done.code == 0, done.err
    assert "已恢复到" in done.out
    listed = made.clinic.json("visits", "--record-no", "P001", "--passphrase-file", passphrase, *at)
    assert len(listed["visits"]) == 1


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
