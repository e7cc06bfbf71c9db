"""The icon of the program: its mark, 明 in a square, in the colours and the font of the window. Nothing of it is drawn elsewhere."""

import os
from collections.abc import Iterator

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF
from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication, QImage, QPainter, QPainterPath
from PySide6.QtSvg import QSvgRenderer

from desktop.theme import fonts
from desktop.theme.tokens import LIGHT, Tone

SIZES = (16, 22, 24, 32, 48, 64, 128, 256)
"""Of the hicolor theme."""

SIDE = 96
CORNER, GLYPH = 18, 64
"""The square's corner and the sign's height. A panel's icon is small, so the sign fills more of it than in the window."""


def svg() -> bytes:
    """The icon as a drawing: the sign is an outline, so no font is needed to show it."""
    _application()
    font = QFont(fonts.FAMILY)
    font.setPixelSize(GLYPH * 10)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    sign = QPainterPath()
    sign.addText(QPointF(0, 0), font, "明")
    box = sign.boundingRect()
    sign.translate(-box.center())
    scale = GLYPH / max(box.width(), box.height())
    half = SIDE / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIDE}" height="{SIDE}" viewBox="0 0 {SIDE} {SIDE}">\n'
        f'<rect width="{SIDE}" height="{SIDE}" rx="{CORNER}" fill="{LIGHT.of(Tone.ACCENT)}"/>\n'
        f'<path fill="{LIGHT.of(Tone.ON_ACCENT)}" d="{_outline(sign, scale, half)}"/>\n'
        "</svg>\n"
    ).encode("ascii")


def png(size: int) -> bytes:
    """The icon as a picture of this many pixels."""
    _application()
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    QSvgRenderer(QByteArray(svg())).render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stubs know bytes, which it refuses
    return bytes(buffer.data().data())


def _outline(path: QPainterPath, scale: float, shift: float) -> str:
    """A path in SVG's words. A curve has its two controls and its end one after the other."""
    letters = {
        QPainterPath.ElementType.MoveToElement: "M",
        QPainterPath.ElementType.LineToElement: "L",
        QPainterPath.ElementType.CurveToElement: "C",
        QPainterPath.ElementType.CurveToDataElement: "",
    }

    def words() -> Iterator[str]:
        for index in range(path.elementCount()):
            one = path.elementAt(index)
            x, y = (one.x * scale + shift, one.y * scale + shift)  # type: ignore[attr-defined]
            yield f"{letters[one.type]}{x:.2f} {y:.2f}"  # type: ignore[attr-defined]

    return " ".join(words())


def _application() -> None:
    """Fonts need one, and there may be one already."""
    if QGuiApplication.instance() is None:
        _KEPT.append(QGuiApplication(["icon"]))
    if fonts.FAMILY not in QFontDatabase.families():
        fonts.load()


_KEPT: list[QGuiApplication] = []
