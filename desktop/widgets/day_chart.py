"""Amounts day by day, as bars over a foot line. A day without any is a gap; one with something nobody knows the amount of has a ring.

Everything painted can be read: the day under the pointer or the keyboard is told in words, and to a screen reader too.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.theme.fonts import font, metrics, px
from desktop.theme.scheme import colour
from desktop.theme.tokens import FOCUS, Space, Tone, Type
from desktop.widgets import paint
from desktop.widgets.told_chart import ToldChart

HEIGHT, LOW = 152, 104
_WIDEST = 32
_RING = 6


@dataclass(frozen=True, slots=True)
class DayBar:
    """One day. `height` is its amount, None where there is none; `is_marked` says that there is more, of which nobody knows the amount."""

    label: str
    height: float | None
    spoken: str
    is_marked: bool = False


@dataclass(frozen=True, slots=True)
class Level:
    """A line across, at an amount, with its words."""

    height: float
    words: str


class DayChart(ToldChart[int]):
    """One Tab stop; left and right, Home and End move among the days. `told` gives the words of the day looked at, "" for none."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self._bars: tuple[DayBar, ...] = ()
        self._levels: tuple[Level, ...] = ()
        self._at = 0
        self._height = HEIGHT

    @property
    def bars(self) -> tuple[DayBar, ...]:
        """What is shown."""
        return self._bars

    @property
    def looked_at(self) -> DayBar | None:
        """The day under the pointer, or else under the keyboard."""
        place = self._place
        return None if place is None else self._bars[place]

    def show_bars(self, bars: Sequence[DayBar], levels: Sequence[Level]) -> None:
        """Show these days, the keyboard on the last one. `levels` from low to high; the highest is the top of the chart."""
        self._bars, self._levels = tuple(bars), tuple(levels)
        self._at, self._over = max(len(self._bars) - 1, 0), None
        between = QCoreApplication.translate("DayChart", "；")
        self.setAccessibleDescription(between.join(bar.spoken for bar in self._bars))
        self._tell()

    def be_low(self, is_low: bool) -> None:
        """On a low screen it needs less, and takes what there is."""
        self._height = LOW if is_low else HEIGHT
        upright = QSizePolicy.Policy.MinimumExpanding if is_low else QSizePolicy.Policy.Fixed
        self.setSizePolicy(QSizePolicy.Policy.Expanding, upright)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(px(240), px(self._height))

    def minimumSizeHint(self) -> QSize:
        return QSize(px(160), px(self._height))

    @property
    def band(self) -> QRect:
        """Where the bars stand: right of the words of the levels, over those of the days."""
        widest = max((metrics(Type.META).horizontalAdvance(one.words) for one in self._levels), default=0)
        top = metrics(Type.META).height() // 2 + FOCUS
        return self.rect().adjusted(widest + Space.M + FOCUS, top, -FOCUS - Space.XS, -px(Space.XL))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self._bars) - 1
        places = {
            Qt.Key.Key_Left: self._at - 1,
            Qt.Key.Key_Right: self._at + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if not self._bars or event.key() not in places:
            super().keyPressEvent(event)
            return
        self._at = min(max(places[Qt.Key(event.key())], 0), last)
        self._over = None
        self._tell()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        band = self.band
        painter.setFont(font(Type.META))
        self._paint_levels(painter, band)
        self._paint_labels(painter, band)
        slots = _slots(band, len(self._bars))
        here = self._place
        if here is not None:
            painter.fillRect(slots[here], colour(Tone.SELECTED))
        top = self._levels[-1].height if self._levels else 0.0
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for slot, bar in zip(slots, self._bars, strict=True):
            _paint_bar(painter, slot, bar, top)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.fillRect(band.left(), band.bottom() + 1, band.width(), 1, colour(Tone.CONTROL))
        if self._ring and self.hasFocus():
            paint.box(painter, self.rect(), border=Tone.ACCENT, width=FOCUS)

    def _paint_levels(self, painter: QPainter, band: QRect) -> None:
        top = self._levels[-1].height if self._levels else 0.0
        line = px(Space.L)
        for one in self._levels:
            y = round(_y(band, one.height, top))
            if one.height:
                painter.fillRect(band.left(), y, band.width(), 1, colour(Tone.LINE))
            place = QRect(0, y - line // 2, band.left() - Space.S, line)
            paint.text(painter, place, one.words, Tone.MUTED, paint.RIGHT, level=True)

    def _paint_labels(self, painter: QPainter, band: QRect) -> None:
        """Under every so manieth day, so that none touches another; the last day always has its own."""
        if not self._bars:
            return
        widest = max(metrics(Type.META).horizontalAdvance(bar.label) for bar in self._bars) + Space.L
        every = max(1, -(-widest * len(self._bars) // max(band.width(), 1)))
        last = len(self._bars) - 1
        for place, slot in enumerate(_slots(band, len(self._bars))):
            if (last - place) % every:
                continue
            middle = min(
                max(slot.center().x(), band.left() + widest / 2), band.right() - widest / 2 + Space.S
            )
            under = QRect(round(middle - widest / 2), band.bottom() + 2, widest, px(Space.XL) - 2)
            paint.text(painter, under, self._bars[place].label, Tone.MUTED, paint.CENTRE, level=True)

    @property
    def _place(self) -> int | None:
        if self._over is not None:
            return self._over
        return self._at if self.hasFocus() and self._bars else None

    def _place_at(self, point: QPoint) -> int | None:
        band = self.band
        if not self._bars or not band.left() <= point.x() <= band.right():
            return None
        return min((point.x() - band.left()) * len(self._bars) // band.width(), len(self._bars) - 1)

    def _said(self) -> str:
        bar = self.looked_at
        return bar.spoken if bar else ""


def _slots(band: QRect, count: int) -> list[QRectF]:
    width = band.width() / max(count, 1)
    return [QRectF(band.left() + place * width, band.top(), width, band.height()) for place in range(count)]


def _paint_bar(painter: QPainter, slot: QRectF, bar: DayBar, top: float) -> None:
    """A bar, at least a pixel high where there is an amount; a ring over it, or on the foot line, for what has none."""
    foot = slot.bottom()
    if bar.height is not None and top > 0:
        width = max(min(slot.width() * 0.64, px(_WIDEST)), 1.0)
        height = max(bar.height / top * slot.height(), 1.0) if bar.height else 0.0
        foot -= height
        painter.fillRect(QRectF(slot.center().x() - width / 2, foot, width, height), colour(Tone.ACCENT))
    if bar.is_marked:
        side = min(float(px(_RING)), max(slot.width() - 1, 2.0))
        painter.setPen(QPen(colour(Tone.WARN), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(
            QPointF(slot.center().x(), max(foot - side, slot.top() + side / 2)), side / 2, side / 2
        )


def _y(band: QRect, height: float, top: float) -> float:
    return band.bottom() + 1 - (height / top if top else 0.0) * band.height()
