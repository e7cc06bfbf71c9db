"""Backups do not go among the clinic's own files, by whatever road one gets there; but for the folder that is there for them."""

from pathlib import Path

import pytest

from core.base.errors import ClinicError, UserError
from core.base.messages import LANGUAGES, Messages
from core.base.paths import Home
from core.services.preferences import Preferences
from core.store.backup.outside import refuse_inside
from tests.fakes.clinic import PASSPHRASE, Clinic


@pytest.fixture(params=["folder", "below", "link", "link to one below", "through ..", "still to be made"])
def inside(request: pytest.FixtureRequest, clinic: Clinic, tmp_path: Path) -> Path:
    """A way into the data folder."""
    home, link = clinic.home.folder, tmp_path / "link"
    below = home / "more" / "still more"
    below.mkdir(parents=True)
    if "link" in request.param:
        link.symlink_to(below if "below" in request.param else home, target_is_directory=True)
    return {
        "folder": home,
        "below": below,
        "link": link,
        "link to one below": link,
        "through ..": tmp_path / "stick" / ".." / home.name,
        "still to be made": home / "new",
    }[request.param]


def test_it_is_refused(clinic: Clinic, inside: Path) -> None:
    with clinic.open() as kernel, pytest.raises(UserError, match="backup_target_inside") as refused:
        kernel.backups.make(inside)
    assert not list(clinic.home.folder.rglob("*.mdbk*"))
    for language in LANGUAGES:
        assert str(clinic.home.folder / "backups") in Messages(language).error(refused.value)[1]


def test_nor_can_it_be_chosen(clinic: Clinic, inside: Path) -> None:
    preferences = Preferences(clinic.home)
    with pytest.raises(UserError, match="backup_target_inside"):
        preferences.change(preferences.read(), {"backup_folder": str(inside)})
    assert not clinic.home.settings.exists()
    refused = clinic.refused("settings", "set", "backup_folder", str(inside))
    assert refused["code"] == "backup_target_inside"


def test_one_that_was_chosen_by_hand_keeps_no_key_from_being_changed(clinic: Clinic) -> None:
    clinic.home.settings.write_text(f'backup_folder = "{clinic.home.folder}"\n', encoding="utf-8")
    with clinic.open() as kernel:
        assert kernel.backups.make_before_change().file.parent == clinic.home.folder / "backups"


def test_the_folder_that_is_there_for_them_is_none(clinic: Clinic, tmp_path: Path) -> None:
    own = clinic.home.folder / "backups"
    with clinic.open() as kernel:
        assert kernel.backups.make(own).file.parent == own
        kernel.preferences.change(kernel.preferences.read(), {"backup_folder": str(own)})
    (tmp_path / "link").symlink_to(own, target_is_directory=True)
    refuse_inside(clinic.home, tmp_path / "link")


def test_beside_it_and_under_a_like_name_there_is_room(tmp_path: Path) -> None:
    home = Home(tmp_path / "clinic")
    for name in ("clinic-backups", "stick", "."):
        refuse_inside(home, tmp_path / name)


def test_a_place_is_told_by_more_than_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = Home(tmp_path / "clinic")
    home.folder.mkdir()
    monkeypatch.setattr("core.base.places._real", Path.absolute)
    (tmp_path / "CLINIC").symlink_to(home.folder, target_is_directory=True)
    with pytest.raises(UserError, match="backup_target_inside"):
        refuse_inside(home, tmp_path / "CLINIC" / "new")


NOT_IN_FULL = ("", ".", "stick", "../stick", "~nobody-of-that-name/stick")


@pytest.mark.parametrize("named", NOT_IN_FULL)
def test_where_a_backup_goes_is_named_in_full(clinic: Clinic, named: str) -> None:
    with clinic.open() as kernel, pytest.raises(UserError, match="folder_not_in_full"):
        kernel.backups.make(Path(named))
    assert clinic.rows("SELECT reason FROM audit ORDER BY seq DESC LIMIT 1") == [("folder_not_in_full",)]


@pytest.mark.parametrize("named", NOT_IN_FULL[1:])
def test_so_is_what_is_chosen_for_good(clinic: Clinic, named: str) -> None:
    assert clinic.refused("settings", "set", "backup_folder", named)["code"] == "folder_not_in_full"
    assert not clinic.home.settings.exists()


def test_ones_own_folder_is_written_out(
    clinic: Clinic, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "stick").mkdir()
    clinic.json("settings", "set", "backup_folder", "~/stick")
    monkeypatch.setenv("HOME", "/nowhere")
    assert clinic.json("backup", "status")["folder"] == str(tmp_path / "stick")
    assert clinic.json("settings", "set", "backup_folder", "")["settings"] == {"backup_folder": ""}


def test_links_that_lead_round_in_a_circle_lead_nowhere(clinic: Clinic, tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    refused = clinic.refused("settings", "set", "backup_folder", str(loop))
    assert (refused["code"], "绕成了圈" in refused["message"]) == ("file_trouble", True)
    with clinic.open() as kernel, pytest.raises(ClinicError, match="file_trouble"):
        kernel.backups.make(loop)


def test_one_that_was_chosen_by_hand_in_part_keeps_no_key_from_being_changed(clinic: Clinic) -> None:
    clinic.home.settings.write_text('backup_folder = "stick"\n', encoding="utf-8")
    with clinic.open() as kernel:
        assert kernel.backups.make_before_change().file.parent == clinic.home.folder / "backups"


def test_no_copy_of_the_trail_goes_in(clinic: Clinic, inside: Path) -> None:
    with clinic.open() as kernel:
        for place in (inside / "trail.jsonl", clinic.home.backups / "trail.jsonl"):
            with pytest.raises(UserError, match="out_inside"):
                kernel.audit.export(place)
    assert not list(clinic.home.folder.rglob("trail.jsonl"))


def test_nor_does_the_recovery_code(clinic: Clinic, inside: Path, tmp_path: Path) -> None:
    (tmp_path / "passphrase").write_text(PASSPHRASE, encoding="utf-8")
    out = ("--recovery-out", str(inside / "code"))
    by = ("--passphrase-file", str(tmp_path / "passphrase"))
    assert clinic.refused("keys", "new-recovery", *out, *by)["code"] == "out_inside"
    assert clinic.refused("init", *out, *by, "--home", str(clinic.home.folder))["code"] == "out_inside"
    with clinic.open(recovery=clinic.recovery) as kernel:
        assert kernel.opened_by == "recovery"


@pytest.mark.parametrize(
    "line",
    [
        ("backup", "make", "--to"),
        ("audit", "export", "--out"),
        ("rescue", "--out"),
        ("keys", "new-recovery", "--recovery-out"),
        ("init", "--recovery-out"),
    ],
    ids=" ".join,
)
def test_nothing_is_written_where_nothing_says_where(
    clinic: Clinic, line: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    for empty in ("", " "):
        assert clinic.refused(*line, empty)["code"] == "place_empty"
    assert not list((tmp_path / "work").iterdir())
