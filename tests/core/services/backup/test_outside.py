"""Backups do not go among the clinic's own files, by whatever road one gets there; but for the folder that is there for them."""

from pathlib import Path

import pytest

from core.base.errors import UserError
from core.base.messages import LANGUAGES, Messages
from core.base.paths import Home
from core.services.preferences import Preferences
from core.store.backup.outside import refuse_inside
from tests.fakes.clinic import Clinic


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
