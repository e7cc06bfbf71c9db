"""A box that is ticked or not, with its words; and a switch, for what takes effect at once."""

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QWidget

from desktop.theme import icons
from desktop.theme.fonts import font, metrics, px
from desktop.theme.icons import Icon
from desktop.theme.scheme import colour
from desktop.theme.tokens import FOCUS, Height, IconSize, Space, Tone, Type
from desktop.widgets import paint
from desktop.widgets.ringed import by_keyboard

_BOX = 18
_SWITCH = QSize(32, 18)
_KNOB = 12
_AIR = FOCUS + 1
"""Room round the sign for the focus ring."""


class CheckBox(QCheckBox):
    """A check box; `name` is spoken where the words do not say enough."""

    def __init__(self, words: str, *, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(words, parent)
        self._ring = False
        self.setAccessibleName(name or words)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        sign = self._sign()
        words = metrics(Type.BODY).horizontalAdvance(self.text()) + Space.S if self.text() else 0
        return QSize(sign.width() + 2 * _AIR + words, max(px(Height.CHIP), metrics(Type.BODY).lineSpacing()))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, place: QPoint) -> bool:
        return self.rect().contains(place)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._ring = by_keyboard(event)
        super().focusInEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        size = self._sign()
        place = QRect(QPoint(_AIR, (self.height() - size.height()) // 2), size)
        self._paint_sign(painter, place)
        if self._ring and self.hasFocus():
            around = place.adjusted(-_AIR, -_AIR, _AIR, _AIR)
            paint.box(painter, around, border=Tone.ACCENT, width=FOCUS, radius=self._radius() + _AIR)
        painter.setFont(font(Type.BODY))
        words = self.rect().adjusted(size.width() + 2 * _AIR + Space.S, 0, 0, 0)
        paint.text(painter, words, self.text(), Tone.TEXT if self.isEnabled() else Tone.MUTED)

    def _sign(self) -> QSize:
        return QSize(px(_BOX), px(_BOX))

    def _radius(self) -> float:
        return 4

    def _paint_sign(self, painter: QPainter, place: QRect) -> None:
        on = self.isChecked()
        if not self.isEnabled():
            paint.box(painter, place, Tone.SUNKEN, Tone.LINE, radius=4)
        elif on:
            paint.box(painter, place, Tone.ACCENT, radius=4)
        else:
            paint.box(painter, place, Tone.SURFACE, Tone.CONTROL, radius=4)
        if on:
            tone = Tone.ON_ACCENT if self.isEnabled() else Tone.MUTED
            icons.draw(painter, Icon.RESOLVED, tone, place, px(IconSize.CHIP))


class Switch(CheckBox):
    """A check box that looks like a switch."""

    def _sign(self) -> QSize:
        return QSize(px(_SWITCH.width()), px(_SWITCH.height()))

    def _radius(self) -> float:
        return px(_SWITCH.height()) / 2

    def _paint_sign(self, painter: QPainter, place: QRect) -> None:
        on, radius = self.isChecked(), self._radius()
        if not self.isEnabled():
            paint.box(painter, place, Tone.SUNKEN, Tone.LINE, radius=radius)
            knob = Tone.MUTED
        elif on:
            paint.box(painter, place, Tone.ACCENT, radius=radius)
            knob = Tone.ON_ACCENT
        else:
            paint.box(painter, place, Tone.SURFACE, Tone.CONTROL, radius=radius)
            knob = Tone.CONTROL
        side = px(_KNOB)
        inset = (place.height() - side) / 2
        left = place.right() + 1 - inset - side if on else place.left() + inset
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(knob))
        painter.drawEllipse(QRectF(left, place.top() + inset, side, side))
        painter.restore()
