"""`mingdao settings`: the options of the clinic, set by an admin; the language by anybody."""

from pathlib import Path

from core.settings.model import Settings
from tests.fakes.clinic import Clinic
from tests.fakes.people import PASSPHRASES, staffed


def test_options_are_listed_and_set(clinic: Clinic) -> None:
    assert clinic.json("settings", "list")["settings"] == Settings().model_dump(mode="json")
    assert clinic.json("settings", "set", "lock_minutes", "7") == {"settings": {"lock_minutes": 7}}
    assert clinic.json("settings", "set", "clinic_name", "明道堂")["settings"] == {"clinic_name": "明道堂"}
    listed = clinic.run("settings", "list").out
    assert all(name in listed for name in Settings.model_fields)
    assert "明道堂" in listed
    assert clinic.rows("SELECT count(*) FROM audit WHERE action = 'settings.change'") == [(2,)]


def test_what_cannot_be_is_refused_with_what_can(clinic: Clinic) -> None:
    assert "session_hours" in clinic.refused("settings", "set", "lock", "7")["hint"]
    for key, value in (
        ("lock_minutes", "soon"),
        ("lock_minutes", "99"),
        ("backup_schedule", "ja"),
        ("language", "de"),
    ):
        refused = clinic.refused("settings", "set", key, value)
        assert refused["code"] == "setting_unfit"
        assert refused["hint"] != "原来的设置没有变。"
    assert "“http://x”" in clinic.refused("settings", "set", "net_allow", "http://x")["message"]
    assert clinic.refused("settings", "set", "packs", "here/packs")["code"] == "folder_not_in_full"
    assert clinic.refused("settings", "set", "restore_needs_two", "true")["code"] == "unknown_setting"
    assert not clinic.home.settings.exists()


def test_the_language_is_anybodys_and_the_rest_is_an_admins(clinic: Clinic, tmp_path: Path) -> None:
    staffed(clinic)
    file = tmp_path / "passphrase"
    file.write_text(PASSPHRASES["赵前台"], encoding="utf-8")
    by = ("--passphrase-file", str(file))
    assert clinic.refused("settings", "set", "lock_minutes", "7", *by)["code"] == "not_allowed"
    clinic.json("settings", "set", "language", "en", *by)
    assert "当前身份" not in clinic.run("whoami", *by).out
    assert "no such command" in clinic.run("whoam", *by).err
