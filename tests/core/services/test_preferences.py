"""The options in `settings.toml`: what changes is what was asked for, and nothing a person wrote is lost."""

import pytest

from core.base.errors import UserError
from core.services.preferences import Preferences
from core.settings.load import load_settings
from tests.fakes.clinic import Clinic

BY_HAND = """# 李大夫 2026-01-02
zone = "Asia/Shanghai"   # 不要改

clinic_name = '明和堂' # 招牌
"""


def refused(error: pytest.ExceptionInfo[UserError], code: str) -> None:
    assert error.value.code == code


def test_an_option_is_set_where_there_was_no_file(clinic: Clinic) -> None:
    preferences = Preferences(clinic.home)
    seen = preferences.read()
    assert seen.settings.clinic_name == ""
    now = preferences.change(seen, {"clinic_name": "明和堂“中医”诊所\\"})
    assert load_settings(clinic.home.settings) == now.settings == preferences.read().settings
    assert now.settings.clinic_name == "明和堂“中医”诊所\\"


def test_what_a_person_wrote_stays(clinic: Clinic) -> None:
    clinic.home.settings.write_text(BY_HAND, encoding="utf-8")
    preferences = Preferences(clinic.home)
    preferences.change(preferences.read(), {"clinic_name": "仁心堂", "language": "en"})
    text = clinic.home.settings.read_text(encoding="utf-8")
    assert text.startswith('# 李大夫 2026-01-02\nzone = "Asia/Shanghai"   # 不要改\n')
    assert "# 招牌" in text
    settings = load_settings(clinic.home.settings)
    assert (settings.clinic_name, settings.language) == ("仁心堂", "en")


def test_a_file_changed_meanwhile_is_not_written_over(clinic: Clinic) -> None:
    preferences = Preferences(clinic.home)
    seen = preferences.read()
    clinic.home.settings.write_text(BY_HAND, encoding="utf-8")
    with pytest.raises(UserError) as error:
        preferences.change(seen, {"clinic_name": "仁心堂"})
    refused(error, "settings_changed")
    assert clinic.home.settings.read_text(encoding="utf-8") == BY_HAND
    assert preferences.change(preferences.read(), {"clinic_name": "仁心堂"}).settings.clinic_name == "仁心堂"


def test_a_file_taken_away_meanwhile_is_noticed(clinic: Clinic) -> None:
    clinic.home.settings.write_text(BY_HAND, encoding="utf-8")
    preferences = Preferences(clinic.home)
    seen = preferences.read()
    clinic.home.settings.unlink()
    with pytest.raises(UserError) as error:
        preferences.change(seen, {"clinic_name": "仁心堂"})
    refused(error, "settings_changed")
    assert not clinic.home.settings.exists()


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"clinic_name": "长" * 61}, "setting_too_long"),
        ({"language": "fr"}, "setting_unfit"),
        ({"zone": "Mars/Olympus"}, "setting_unfit"),
        ({"no_such_option": "1"}, "setting_unfit"),
    ],
)
def test_a_value_that_cannot_be_is_refused_before_anything_is_written(
    clinic: Clinic, values: dict[str, str], code: str
) -> None:
    clinic.home.settings.write_text(BY_HAND, encoding="utf-8")
    preferences = Preferences(clinic.home)
    with pytest.raises(UserError) as error:
        preferences.change(preferences.read(), values)
    refused(error, code)
    assert error.value.params["setting"] == next(iter(values))
    assert clinic.home.settings.read_text(encoding="utf-8") == BY_HAND


def test_a_file_that_cannot_be_read_is_said_and_left(clinic: Clinic) -> None:
    clinic.home.settings.write_text("clinic_name = [", encoding="utf-8")
    with pytest.raises(UserError) as error:
        Preferences(clinic.home).read()
    refused(error, "settings_invalid")


def test_what_is_held_is_counted(clinic: Clinic) -> None:
    number = clinic.add("周敏")
    clinic.save(number)
    with clinic.open() as kernel:
        kernel.intake.save_draft(number, "menzhen", '{"answers": {"zhushu": "头晕"}, "symptoms": []}')
        held = kernel.holdings.look()
    assert (held.patients, held.visits, held.drafts) == (1, 1, 1)
    assert held.file == clinic.home.store
    assert held.size >= clinic.home.store.stat().st_size > 0
    assert held.revision.isdigit()
