"""The icon of the program: its mark, 明 in a square, in the colours and the font of the window. Nothing of it is drawn elsewhere."""

import ctypes
from collections.abc import Iterator

from PySide6.QtCore import QByteArray, QPointF, Qt
from PySide6.QtGui import QFont, QGuiApplication, QIcon, QImage, QPainter, QPainterPath, QPixmap
from PySide6.QtSvg import QSvgRenderer

from desktop.theme import fonts
from desktop.theme.tokens import LIGHT, Tone

IN_WINDOW = (16, 24, 32, 48, 64, 128)
"""Sizes in pixels that title bars, switchers and task bars ask of a window, also on a screen of twice the resolution."""

SIDE = 96
CORNER, GLYPH = 18, 64
"""The square's corner and the sign's height. A panel's icon is small, so the sign fills more of it than in the window."""

ON_TASKBAR = "MingDaoClinic.Window"
"""What Windows groups windows by; without one they stand under Python's icon."""


def show_icon(app: QGuiApplication) -> None:
    """Let every window of the program have it, and a place of their own on the task bar of Windows."""
    if (windll := getattr(ctypes, "windll", None)) is not None:
        windll.shell32.SetCurrentProcessExplicitAppUserModelID(ON_TASKBAR)
    drawing = QSvgRenderer(QByteArray(svg()))
    icon = QIcon()
    for size in IN_WINDOW:
        icon.addPixmap(QPixmap.fromImage(_picture(drawing, size)))
    app.setWindowIcon(icon)


def svg() -> bytes:
    """The icon as a drawing: the sign is an outline, so no font is needed to show it. Needs a QGuiApplication."""
    fonts.load()
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


def picture(size: int) -> QImage:
    """The icon as a picture of this many pixels. Needs a QGuiApplication."""
    return _picture(QSvgRenderer(QByteArray(svg())), size)


def _picture(drawing: QSvgRenderer, size: int) -> QImage:
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    drawing.render(painter)
    painter.end()
    return image


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
