"""What is wrong with `settings.toml` is said in the program's language, with the option or the place."""

import re
from pathlib import Path

import pytest

from core.base.errors import UserError
from core.base.messages import LANGUAGES, Messages
from core.base.space import trouble_of
from core.settings.load import language_of, load_settings
from tests.fakes.clinic import Clinic

WRONG = {
    b'clinic_name = "\xd5\xef\xcb\xf9"': "UTF-8",
    b"lock_minutes\n": "1",
    b"lock_minutes": "",
    b"clinic_name = [": "",
    b"lok_minutes = 9": "lok_minutes",
    b"lock_minutes = 99": "30",
    b'lock_minutes = "long"': "lock_minutes",
    b'language = "fr"': "zh_CN",
    b'zone = "Mars"': "Asia/Shanghai",
    b'backup_schedule = "hourly"': "daily",
    b"clinic_name = 5": "clinic_name",
    b"[lock]\nminutes = 5": "lock",
    b'clinic_name = "' + b"x" * 61 + b'"': "60",
}
ENGLISH = re.compile(r"[a-z]{3,} [a-z]{2,}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("content", WRONG, ids=lambda content: content.decode("ascii", "replace"))
def test_it_is_said(tmp_path: Path, content: bytes, language: str) -> None:
    file = tmp_path / "settings.toml"
    file.write_bytes(content)
    with pytest.raises(UserError, match="settings_invalid") as refused:
        load_settings(file)
    message, hint = Messages(language).error(refused.value)
    said = message.replace(str(file), "") + hint
    assert WRONG[content] in said
    assert bool(ENGLISH.search(said)) is (language == "en")


def test_each_mistake_has_the_hint_that_fits_it(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    hints = []
    for content in (b"lock_minutes\n", b"lok_minutes = 9", b"lock_minutes = 99", b'clinic_name = "\xd5"'):
        file.write_bytes(content)
        with pytest.raises(UserError) as refused:
            load_settings(file)
        message, hint = Messages("zh_CN").error(refused.value)
        assert "（" not in message
        hints.append(hint)
    assert ["引号" in hint for hint in hints] == [True, False, False, False]


def test_a_folder_in_the_place_of_the_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError) as refused:
        load_settings(tmp_path)
    assert "是一个目录" in Messages("zh_CN").error(trouble_of(refused.value))[0]


def test_the_language_is_known_beside_a_mistake(tmp_path: Path, clinic: Clinic) -> None:
    clinic.home.settings.write_text('language = "en"\nlock_minutes = 99\n', encoding="utf-8")
    assert clinic.refused("keys", "status")["message"].startswith("The settings file")
    assert language_of(tmp_path / "none") == language_of(tmp_path) == "zh_CN"
    for unread in (b"\xff", b"language = 5", b"language"):
        (tmp_path / "settings.toml").write_bytes(unread)
        assert language_of(tmp_path / "settings.toml") == "zh_CN"
