"""The type of the program: one bundled font, five sizes, one scale.

The bundled Noto Sans SC has one weight, so nothing asks for bold. Its own line spacing is 1.45, which is the 1.5 of the
design within a pixel. The families after it are for characters it lacks, named so that no system falls back to a
Japanese face. Its quotation marks “ ” are as wide as a Chinese sign, which tears Latin words apart: where those are the
language, signs of punctuation take the width of their ink. Its dots … stand in the middle of the line as they do in Chinese, but
at its foot after a Latin letter: where the language is Chinese they stay where they are, so that 打印… and 存为 PDF… end alike.
"""

from dataclasses import dataclass
from importlib import resources

from PySide6.QtGui import QFont, QFontDatabase, QFontMetrics

from desktop.theme.tokens import Type

FAMILY = "Noto Sans SC"
FILE = "NotoSansSC-Regular.otf"
FAMILIES = (
    FAMILY,
    *("Microsoft YaHei UI", "Microsoft YaHei", "PingFang SC", "Noto Sans CJK SC", "Source Han Sans SC"),
    *("WenQuanYi Micro Hei", "SimSun-ExtB", "Plangothic P1", "Segoe UI Symbol"),
)

_PROPORTIONAL = QFont.Tag("palt")
"""OpenType: alternate widths."""

_LOCAL = QFont.Tag("locl")
"""OpenType: other shapes for the language, or here for the script, of what stands around."""


@dataclass(slots=True)
class _Text:
    scale: float = 1.0
    is_latin: bool = False
    loaded: int = -1


_text = _Text()


def load() -> None:
    """Make the bundled font an application font, once. Needs a QGuiApplication; raises RuntimeError if it is unreadable."""
    if FAMILY in QFontDatabase.applicationFontFamilies(_text.loaded):
        return
    with resources.as_file(resources.files("resources") / "fonts" / FILE) as file:
        _text.loaded = QFontDatabase.addApplicationFont(str(file))
    if FAMILY not in QFontDatabase.applicationFontFamilies(_text.loaded):
        raise RuntimeError("the bundled font cannot be read")


def scale() -> float:
    """How much larger than 100 % a person wants the text; the resolution of the screen is Qt's business."""
    return _text.scale


def rescale(factor: float) -> None:
    """Change the scale. For `desktop.theme.style` only: nothing is laid out again here."""
    _text.scale = factor


def speak(language: str) -> None:
    """Set the punctuation of `zh_CN` or `en`. For `desktop.theme.style` only: nothing is laid out again here."""
    _text.is_latin = not language.startswith("zh")


def px(length: int) -> int:
    """A length that holds text, at the scale of the text."""
    return round(length * _text.scale)


def font(size: Type = Type.BODY) -> QFont:
    """The font at one of the sizes."""
    result = QFont()
    result.setFamilies(list(FAMILIES))
    result.setPixelSize(px(size))
    result.setHintingPreference(QFont.HintingPreference.PreferVerticalHinting)
    for feature in (_PROPORTIONAL, _LOCAL):  # said either way, or what was said last stays
        result.setFeature(feature, int(_text.is_latin))
    return result


def metrics(size: Type = Type.BODY) -> QFontMetrics:
    """The measures of the font at one of the sizes."""
    return QFontMetrics(font(size))


def line_height(size: Type = Type.BODY) -> int:
    """The distance of two lines of text, in pixels."""
    return metrics(size).lineSpacing()
