"""A sign, an icon or a word that is not there is named."""

import pytest
from PySide6.QtGui import QPixmapCache
from PySide6.QtWidgets import QApplication

from desktop.self_test import drawn
from desktop.self_test.finding import Faulty
from desktop.theme import fonts, icons


def test_what_is_installed_is_drawn_and_said(app: QApplication) -> None:
    assert "㛃 䶮 ℃" in drawn.font()
    assert drawn.icons() == f"{len(icons.Icon)} drawn"
    assert drawn.translations(app)


@pytest.mark.parametrize("sign", [drawn.NONE, " ", "\u3000"])
def test_a_sign_without_a_shape_is_named(app: QApplication, sign: str) -> None:
    with pytest.raises(Faulty, match=rf"U\+{ord(sign):04X}"):
        drawn.font(f"明{sign}")


def test_another_font_in_its_place_is_named(app: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    fonts.load()
    monkeypatch.setattr(fonts, "FAMILY", "Another")
    monkeypatch.setattr(fonts, "load", lambda: None)
    with pytest.raises(Faulty, match="in place of Another"):
        drawn.font()


def test_an_empty_icon_is_named(app: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    QPixmapCache.clear()
    monkeypatch.setattr(icons, "_source", lambda _: '<svg xmlns="http://www.w3.org/2000/svg"/>')
    with pytest.raises(Faulty, match=f"{icons.Icon.TODAY.value} is empty"):
        drawn.icons([icons.Icon.TODAY])
    QPixmapCache.clear()


@pytest.mark.parametrize(
    "word",
    [("QPlatformTheme", "Cancel", "en", "取消"), ("MainWindow", "明道诊所", "zh_CN", "MingDao Clinic")],
)
def test_a_word_that_is_not_said_is_named(app: QApplication, word: tuple[str, str, str, str]) -> None:
    with pytest.raises(Faulty, match=word[1]):
        drawn.translations(app, [word])
