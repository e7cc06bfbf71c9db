"""R40, R41: the bundled font is the one that shows, and it has what a TCM record is written with."""

import pytest
from PySide6.QtGui import QFontInfo, QRawFont, QTextLayout

from desktop.theme import fonts
from desktop.theme.tokens import Type


@pytest.mark.parametrize("size", Type)
def test_R40_text_is_set_in_the_bundled_font(size: Type) -> None:
    info = QFontInfo(fonts.font(size))
    assert (info.family(), info.pixelSize(), info.bold()) == (fonts.FAMILY, size, False)


@pytest.mark.parametrize("mark", "。，：；「」“”…・℃㛃䶮芪蒌㕮咀癥瘕膻痞0123456789→")
def test_R41_a_mark_of_a_record_has_a_glyph_of_its_own(mark: str) -> None:
    glyphs = QRawFont.fromFont(fonts.font()).glyphIndexesForString(mark)
    assert glyphs
    assert 0 not in glyphs


def test_digits_are_of_one_width() -> None:
    metrics = fonts.metrics()
    assert len({metrics.horizontalAdvance(digit) for digit in "0123456789"}) == 1


@pytest.mark.parametrize("size", Type)
def test_lines_stand_half_a_line_apart(size: Type) -> None:
    assert fonts.line_height(size) == pytest.approx(1.45 * size, abs=1)


def test_loading_again_loads_nothing() -> None:
    fonts.load()
    assert fonts.font().families()[0] == fonts.FAMILY


def set_as(words: str, language: str) -> list[int]:
    """The glyphs that a text of this language is set in."""
    fonts.speak(language)
    layout = QTextLayout(words, fonts.font())
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    fonts.speak("zh_CN")
    return [glyph for run in layout.glyphRuns() for glyph in run.glyphIndexes()]


def test_the_dots_at_the_end_stand_alike() -> None:
    assert len({set_as(words, "zh_CN")[-1] for words in ("打印…", "存为 PDF…", "…")}) == 1
    assert len({set_as(words, "en")[-1] for words in ("Print…", "Save as PDF…")}) == 1
