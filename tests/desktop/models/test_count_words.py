"""English tells one from several; Chinese does not."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from desktop.models.count_words import CountWords
from desktop.session.backup_words import held_words
from desktop.start.early import Translations


@pytest.fixture
def english(qapp: QApplication) -> Iterator[None]:
    spoken = Translations(qapp)
    spoken.use("en")
    yield
    spoken.use("zh_CN")


@pytest.mark.usefixtures("english")
def test_one_is_told_from_several() -> None:
    assert held_words({"patients": 1, "visits": 1}) == "1 record, 1 visit"
    assert held_words({"patients": 2, "visits": 0}) == "2 records, 0 visits"
    assert held_words({"patients": 1234, "visits": 5678}) == "1,234 records, 5,678 visits"
    say = CountWords()
    assert (say.people(1), say.people(2)) == ("1 person", "2 people")
    assert (say.sound_alike(1), say.sound_alike(3)) == ("1 sounds alike", "3 sound alike")
    assert say.have_phone(1, "138") == "1 patient has the phone “138”"


def test_in_chinese_there_is_one_form() -> None:
    assert held_words({"patients": 1, "visits": 12}) == "1 份病历、12 次就诊"
