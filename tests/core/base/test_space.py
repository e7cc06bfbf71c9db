"""A full disk is said to be that, however it shows itself, with the room it takes to go on."""

import errno
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError

from core.base.messages import LANGUAGES, Messages, Phrase
from core.base.space import disk_full, is_full, trouble_of
from core.store import database
from core.store.database import what_happened


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_S47_an_error_of_the_system_about_room_is_a_full_disk(number: int) -> None:
    error = trouble_of(OSError(number, "no room", "/clinic/settings.toml"))
    assert (error.code, error.params["file"]) == ("disk_full", "/clinic/settings.toml")


def test_any_other_error_of_the_system_is_told_by_its_reason() -> None:
    error = trouble_of(OSError(errno.EROFS, "Read-only file system", "/clinic/settings.toml"))
    assert (error.code, error.params["reason"]) == ("file_trouble", Phrase("system.read_only"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_S47_the_room_it_takes_is_named(language: str) -> None:
    message, hint = Messages(language).error(disk_full("clinic.db"))
    assert "clinic.db" in message
    assert "500 MB" in hint


@pytest.mark.parametrize("said", ["disk I/O error", "unable to open database file"])
@pytest.mark.parametrize(("full", "code"), [(True, "disk_full"), (False, "store_unwritable")])
def test_S47_a_log_that_cannot_grow_is_a_full_disk_where_there_is_no_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, full: bool, code: str
) -> None:
    monkeypatch.setattr(database, "is_full", lambda folder: full)
    meaning = what_happened(DBAPIError("COMMIT", None, Exception(said)), tmp_path / "clinic.db")
    assert meaning is not None
    assert meaning.code == code


def test_a_folder_that_cannot_be_asked_is_not_called_full(tmp_path: Path) -> None:
    assert not is_full(tmp_path / "absent")
    assert not is_full(tmp_path)
