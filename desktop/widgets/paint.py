"""Shapes that several widgets and delegates draw: a rounded box, a line of text, a focus ring. Sharp at any resolution."""

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from desktop.theme.scheme import colour
from desktop.theme.tokens import FOCUS, Radius, Tone

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter
_FIRST_CJK = "\u2e80"
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def box(
    painter: QPainter,
    place: QRectF | QRect,
    fill: Tone | None = None,
    border: Tone | None = None,
    *,
    width: float = 1,
    radius: float = Radius.FIELD,
    dashed: bool = False,
) -> None:
    """A rounded box whose border lies inside `place`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(colour(fill) if fill else Qt.BrushStyle.NoBrush)
    inside = QRectF(place)
    if border is None:
        painter.setPen(Qt.PenStyle.NoPen)
    else:
        pen = QPen(colour(border), width)
        if dashed:
            pen.setDashPattern([3, 2])
        painter.setPen(pen)
        half = width / 2
        inside.adjust(half, half, -half, -half)
        radius -= half
    painter.drawRoundedRect(inside, radius, radius)
    painter.restore()


def ring(painter: QPainter, place: QRectF | QRect, radius: float = Radius.FIELD) -> None:
    """The focus ring: 2 px of accent along the inside of `place`, and 1 px of surface between it and what it holds."""
    gap = QRectF(place).adjusted(FOCUS, FOCUS, -FOCUS, -FOCUS)
    box(painter, gap, border=Tone.SURFACE, radius=radius - FOCUS)
    box(painter, place, border=Tone.ACCENT, width=FOCUS, radius=radius)


def text(
    painter: QPainter,
    place: QRect,
    words: str,
    tone: Tone,
    align: Qt.AlignmentFlag = LEFT,
    *,
    level: bool = False,
) -> None:
    """One line of text in the painter's font; it is not elided and its ampersands are not mnemonics.

    The font sets Chinese ink a pixel low, so a line with Chinese in it is lifted by one; `level` lifts digits that stand
    beside such a line, so that both keep one base line.
    """
    painter.setPen(colour(tone))
    if level or any(mark >= _FIRST_CJK for mark in words):
        place = place.translated(0, -1)
    painter.drawText(place, int(align) | int(Qt.TextFlag.TextSingleLine), words)
