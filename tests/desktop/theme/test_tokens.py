"""R44: every text colour can be read on every surface of its scheme, and no file but tokens.py names a colour."""

import re
from pathlib import Path

import pytest

from desktop.theme.tokens import DARK, LIGHT, SURFACES, WRITING, Colours, Tone, contrast

ROOT = Path(__file__).resolve().parents[3]
TEXT, BORDER = 4.5, 3.0
SCHEMES = pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])

# The table of design/look.md, light and dark.
DESIGN = {
    Tone.BG: ("#F6F7F9", "#11161B"),
    Tone.SURFACE: ("#FFFFFF", "#192027"),
    Tone.SUNKEN: ("#EEF1F4", "#0D1115"),
    Tone.LINE: ("#D5DBE3", "#313B46"),
    Tone.CONTROL: ("#868F9C", "#66737F"),
    Tone.SELECTED: ("#E7F1F1", "#1B2C31"),
    Tone.SCRIM: ("#18212C", "#000000"),
    Tone.SHADOW: ("#18212C", "#000000"),
    Tone.TEXT: ("#18212C", "#E6EBF0"),
    Tone.MUTED: ("#56616F", "#A4B0BD"),
    Tone.ACCENT: ("#0B6B68", "#55BDB5"),
    Tone.RESOLVED: ("#1B7A4B", "#5CC58C"),
    Tone.IMPROVED: ("#2A66A8", "#7DB1EA"),
    Tone.UNCHANGED: ("#5F6B79", "#A4B0BD"),
    Tone.WORSE: ("#B0302A", "#F0837B"),
    Tone.DANGER: ("#B0302A", "#F0837B"),
    Tone.WARN: ("#8A5600", "#E0AC58"),
}


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.005)
    assert contrast("#123456", "#123456") == 1


@pytest.mark.parametrize("tone", DESIGN)
def test_a_colour_is_the_one_of_the_design(tone: Tone) -> None:
    assert (LIGHT.of(tone), DARK.of(tone)) == DESIGN[tone]


@SCHEMES
@pytest.mark.parametrize("ground", SURFACES)
@pytest.mark.parametrize("ink", WRITING)
def test_R44_text_can_be_read(colours: Colours, ink: Tone, ground: Tone) -> None:
    assert contrast(colours.of(ink), colours.of(ground)) >= TEXT


@SCHEMES
@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        (Tone.ON_ACCENT, Tone.ACCENT),
        (Tone.ON_ACCENT, Tone.ACCENT_OVER),
        (Tone.ON_ACCENT, Tone.ACCENT_DOWN),
        (Tone.ON_DANGER, Tone.DANGER),
        (Tone.ON_DANGER, Tone.DANGER_OVER),
        (Tone.ON_DANGER, Tone.DANGER_DOWN),
    ],
)
def test_R44_text_on_a_fill_can_be_read(colours: Colours, ink: Tone, ground: Tone) -> None:
    assert contrast(colours.of(ink), colours.of(ground)) >= TEXT


@SCHEMES
@pytest.mark.parametrize("ground", [Tone.SURFACE, Tone.BG])
@pytest.mark.parametrize("border", [Tone.CONTROL, Tone.ACCENT, Tone.DANGER])
def test_borders_of_controls_can_be_seen(colours: Colours, border: Tone, ground: Tone) -> None:
    assert contrast(colours.of(border), colours.of(ground)) >= BORDER


@SCHEMES
def test_every_tone_has_a_colour(colours: Colours) -> None:
    assert all(re.fullmatch(r"#[0-9A-F]{6}", colours.of(tone)) for tone in Tone)


LITERAL = re.compile(r"#[0-9a-fA-F]{3,8}\b|QColor\(\s*\d|\brgba?\(|GlobalColor\.(?!transparent)")
OWNERS = {
    LITERAL: "desktop/theme/tokens.py",
    re.compile(r"\.svg\b"): "desktop/theme/icons.py",
    re.compile(r"\.otf\b|\.ttf\b|Noto Sans"): "desktop/theme/fonts.py",
}


@pytest.mark.parametrize(("what", "owner"), OWNERS.items(), ids=["colours", "icons", "fonts"])
def test_only_one_file_names(what: re.Pattern[str], owner: str) -> None:
    sources = {
        file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8")
        for file in (ROOT / "desktop").rglob("*.py")
    }
    code = {file: re.sub(r'"""(?:.|\n)*?"""', "", text) for file, text in sources.items() if file != owner}
    assert what.search(sources[owner])
    assert {file for file, text in code.items() if what.search(text)} == set()


@pytest.mark.parametrize("source", ['"#fff"', '"#0B6B68"', "QColor(1, 2, 3)", "rgb(1", "Qt.GlobalColor.red"])
def test_the_search_finds(source: str) -> None:
    assert LITERAL.search(source)
