"""An age says the same in both languages, and as precisely as the birth is known."""

from collections.abc import Iterator
from datetime import date

import pytest
from PySide6.QtWidgets import QApplication

from core.base.birth import Birth, age_text
from desktop.models.age import age_words
from desktop.start.early import Translations

ON = date(2026, 11, 29)
BIRTHS = [
    (Birth("1980-01-01", False), "46 y"),
    (Birth("1980", False), "about 46 y"),
    (Birth("2025-03-10", False), "1 y 8 mo"),
    (Birth("2026-08-20", False), "3 mo 9 d"),
    (Birth("2026-11-14", False), "15 d"),
    (Birth("2026-11", False), "under 1 mo"),
    (Birth("2026", False), "under 1 y"),
    (Birth("2027-01-01", False), "before birth"),
]


@pytest.fixture
def english(qapp: QApplication) -> Iterator[None]:
    spoken = Translations(qapp)
    spoken.use("en")
    yield
    spoken.use("zh_CN")
    spoken.end()


@pytest.mark.parametrize(("birth", "_said"), BIRTHS)
def test_in_chinese_it_is_that_of_the_kernel(qapp: QApplication, birth: Birth, _said: str) -> None:
    assert age_words(birth, ON) == age_text(birth, ON)


@pytest.mark.parametrize(("birth", "said"), BIRTHS)
@pytest.mark.usefixtures("english")
def test_in_english(birth: Birth, said: str) -> None:
    assert age_words(birth, ON) == said
