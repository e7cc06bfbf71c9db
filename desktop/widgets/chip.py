"""The chip of a state or a marker: icon and word in its colour, on plain surface, in an outline of that colour.

A tint behind it would fall under the contrast that small text needs. 本次未记 is dashed. Delegates paint it; there is no widget.
"""

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QPainter

from desktop.theme import icons
from desktop.theme.fonts import font, metrics, px
from desktop.theme.tokens import Height, IconSize, Space, Tone, Type
from desktop.widgets import paint
from desktop.widgets.change import Change

_LEFT, _GAP, _RIGHT = 6, Space.XS, Space.S


def chip_size(words: str) -> QSize:
    """The size of a chip with these words."""
    width = _LEFT + px(IconSize.CHIP) + _GAP + metrics(Type.SECONDARY).horizontalAdvance(words) + _RIGHT
    return QSize(width + 1, px(Height.CHIP))


def paint_chip(painter: QPainter, corner: QPoint, change: Change, words: str = "") -> None:
    """Draw a chip with its top left corner there; `words` instead of its own."""
    words = words or change.words
    place = QRect(corner, chip_size(words))
    painter.save()
    painter.setFont(font(Type.SECONDARY))
    paint.box(painter, place, Tone.SURFACE, change.tone, dashed=change is Change.NOT_RECORDED)
    side = px(IconSize.CHIP)
    icons.draw(
        painter, change.icon, change.tone, QRect(place.x() + _LEFT, place.y(), side, place.height()), side
    )
    paint.text(painter, place.adjusted(_LEFT + side + _GAP, 0, 0, 0), words, change.tone)
    painter.restore()
