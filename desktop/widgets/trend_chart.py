"""One symptom's grade over the visits, as steps on a band from 0 to 3. Where nothing was asked there is a gap, never a line.

Everything painted can be read: the point under the pointer or the keyboard is told in words, and to a screen reader too.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from PySide6.QtCore import QCoreApplication, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QWidget

from desktop.theme.fonts import font, metrics, px
from desktop.theme.scheme import colour
from desktop.theme.tokens import FOCUS, Height, Radius, Space, Tone, Type
from desktop.widgets import paint
from desktop.widgets.grade import grade_word
from desktop.widgets.told_chart import ToldChart

TOP = 3
"""The strongest grade."""

_LINE = 2
_DOT = 6


@dataclass(frozen=True, slots=True)
class ChartPoint:
    """One visit. `level` is 0 for 无, 1 to 3 for a grade, None where there is no height to draw.

    `mark` stands in for the height of an answer without a grade, such as a count; `spoken` is the whole in words.
    """

    level: int | None
    spoken: str
    mark: str = ""
    label: str = ""
    """The visit, as it stands under a tall chart."""


@dataclass(frozen=True, slots=True)
class ChartSeries:
    """One symptom. `latest` is what the last visit says of it, in a word; `is_asked` whether it says anything."""

    name: str
    points: tuple[ChartPoint, ...]
    latest: str
    is_asked: bool = True

    @property
    def spoken(self) -> str:
        """All points in words, the oldest first."""
        return QCoreApplication.translate("TrendChart", "；").join(point.spoken for point in self.points)


class TrendChart(ToldChart[tuple[int, int]]):
    """Several symptoms under each other, one row each: name, band, latest. One Tab stop.

    Up and down move among the symptoms, left and right among the visits. `told` gives the words of the point that is looked
    at, "" for none. With `tall` there is one symptom, with its grades named at the left.
    """

    def __init__(self, name: str, *, tall: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self._tall = tall
        self._series: tuple[ChartSeries, ...] = ()
        self._at = (0, 0)
        self.show_series(())

    @property
    def series(self) -> tuple[ChartSeries, ...]:
        """What is shown."""
        return self._series

    @property
    def looked_at(self) -> ChartPoint | None:
        """The point under the pointer, or else under the keyboard."""
        place = self._over or (self._at if self.hasFocus() else None)
        if place is None or not self._series:
            return None
        return self._series[place[0]].points[place[1]]

    def show_series(self, series: Sequence[ChartSeries]) -> None:
        """Show these symptoms, the keyboard on the last visit of the first."""
        self._series = tuple(one for one in series if one.points)
        self._at = (0, len(self._series[0].points) - 1 if self._series else 0)
        self._over = None
        self.setAccessibleDescription(
            "\n".join(self.tr("{0}：{1}").format(one.name, one.spoken) for one in self._series)
        )
        self.updateGeometry()
        self._tell()

    def sizeHint(self) -> QSize:
        rows = max(len(self._series), 1)
        return QSize(px(240), px(5 * Height.ROW_DENSE) if self._tall else rows * px(Height.ROW_DENSE))

    def minimumSizeHint(self) -> QSize:
        return QSize(px(160), self.sizeHint().height())

    def band(self, row: int) -> QRect:
        """Where a symptom's steps are drawn."""
        height = self.height() if self._tall else px(Height.ROW_DENSE)
        left, right = self._margins()
        foot = px(Space.XL) if self._tall else px(Space.XS + 2)
        return QRect(left, row * height, max(self.width() - left - right, 1), height).adjusted(
            0, px(Space.XS + 2), 0, -foot
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Left: (0, -1),
            Qt.Key.Key_Right: (0, 1),
            Qt.Key.Key_Up: (-1, 0),
            Qt.Key.Key_Down: (1, 0),
        }
        key = event.key()
        if not self._series or (key not in steps and key not in {Qt.Key.Key_Home, Qt.Key.Key_End}):
            super().keyPressEvent(event)
            return
        row, visit = self._at
        if key in steps:
            down, right = steps[Qt.Key(key)]
            row = min(max(row + down, 0), len(self._series) - 1)
            visit += right
        else:
            visit = 0 if key == Qt.Key.Key_Home else len(self._series[row].points)
        self._at = (row, min(max(visit, 0), len(self._series[row].points) - 1))
        self._over = None
        self._tell()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        for row, series in enumerate(self._series):
            band = self.band(row)
            self._paint_words(painter, row, series, band)
            paint.box(painter, band, Tone.SUNKEN, radius=Radius.FIELD // 2)
            if self._tall:
                for level in range(1, TOP + 1):
                    y = round(_level_y(band, level))
                    painter.fillRect(band.left(), y, band.width(), 1, colour(Tone.LINE))
            here = self._over or (self._at if self.hasFocus() else None)
            _paint_steps(painter, band, series, here[1] if here and here[0] == row else None)
            if self._ring and self.hasFocus() and row == self._at[0]:
                around = band.adjusted(-FOCUS - 1, -FOCUS - 1, FOCUS + 1, FOCUS + 1)
                paint.box(painter, around, border=Tone.ACCENT, width=FOCUS)

    def _paint_words(self, painter: QPainter, row: int, series: ChartSeries, band: QRect) -> None:
        painter.setFont(font(Type.META if self._tall else Type.SECONDARY))
        if self._tall:
            for level in range(TOP + 1):
                y = round(_level_y(band, level))
                place = QRect(0, y - px(Space.S), band.left() - px(Space.S), px(Space.L))
                words = grade_word(level) if level else self.tr("无")
                paint.text(painter, place, words, Tone.MUTED, paint.RIGHT)
            for slot, point in zip(_slots(band, len(series.points)), series.points, strict=True):
                under = QRect(round(slot[0]), band.bottom() + 1, round(slot[2]), px(Space.XL))
                if metrics(Type.META).horizontalAdvance(point.label) <= under.width():
                    paint.text(painter, under, point.label, Tone.MUTED, paint.CENTRE)
            return
        height = px(Height.ROW_DENSE)
        place = QRect(0, row * height, band.left() - px(Space.S), height)
        paint.text(painter, place, _elided(series.name, Type.SECONDARY, place.width()), Tone.TEXT)
        painter.setFont(font(Type.META))
        rest = QRect(band.right() + px(Space.S), place.y(), self.width() - band.right() - px(Space.S), height)
        tone = Tone.TEXT if series.is_asked else Tone.MUTED
        paint.text(painter, rest, _elided(series.latest, Type.META, rest.width()), tone)

    def _margins(self) -> tuple[int, int]:
        return (px(Space.XL + Space.S), FOCUS + 2) if self._tall else (px(92), px(64))

    def _place_at(self, point: QPoint) -> tuple[int, int] | None:
        for row, series in enumerate(self._series):
            band = self.band(row)
            if band.contains(point):
                return row, (point.x() - band.left()) * len(series.points) // band.width()
        return None

    def _said(self) -> str:
        point = self.looked_at
        return "" if point is None else f"{self._series[(self._over or self._at)[0]].name} {point.spoken}"


def _paint_steps(painter: QPainter, band: QRect, series: ChartSeries, here: int | None) -> None:
    """The steps of one symptom; visits next to each other that have a level are joined, and nothing else is."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    slots = [QRectF(*slot) for slot in _slots(band, len(series.points))]
    if here is not None:
        painter.fillRect(slots[here], colour(Tone.SELECTED))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour(Tone.TEXT), _LINE, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    for line in _lines(band, slots, series.points):
        painter.drawPolyline(line)
    for place, (slot, point) in enumerate(zip(slots, series.points, strict=True)):
        is_here = place == here
        tone = Tone.ACCENT if is_here else Tone.TEXT
        if point.level is not None:
            if is_here:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(colour(Tone.ACCENT))
                painter.drawEllipse(
                    QPointF(slot.center().x(), _level_y(band, point.level)), _DOT / 2, _DOT / 2
                )
        elif point.mark:
            _paint_mark(painter, slot, point.mark, tone)
        elif is_here:
            painter.fillRect(QRectF(slot.left(), band.center().y(), slot.width(), 1), colour(Tone.ACCENT))
    painter.restore()


def _paint_mark(painter: QPainter, slot: QRectF, mark: str, tone: Tone) -> None:
    """What has no height: its number where there is room, else a ring. It is joined to nothing."""
    painter.setFont(font(Type.META))
    if metrics(Type.META).horizontalAdvance(mark) < slot.width():
        paint.text(painter, slot.toRect(), mark, tone, paint.CENTRE)
        return
    side = min(_DOT, slot.width() - 1)
    painter.setPen(QPen(colour(tone), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(slot.center(), side / 2, side / 2)


def _lines(band: QRect, slots: Sequence[QRectF], points: Sequence[ChartPoint]) -> Iterator[QPolygonF]:
    """One line for each run of visits that have a level."""
    pairs = zip(slots, points, strict=True)
    for has_level, run in groupby(pairs, key=_has_level):
        if not has_level:
            continue
        line = QPolygonF()
        for slot, point in run:
            y = _level_y(band, point.level or 0)
            line.append(QPointF(slot.left(), y))
            line.append(QPointF(slot.right(), y))
        yield line


def _has_level(pair: tuple[QRectF, ChartPoint]) -> bool:
    return pair[1].level is not None


def _slots(band: QRect, count: int) -> Iterator[tuple[float, float, float, float]]:
    width = band.width() / max(count, 1)
    for place in range(count):
        yield band.left() + place * width, band.top(), width, band.height()


def _level_y(band: QRect, level: int) -> float:
    """How high a level stands: 0 just over the foot of the band, 3 just under its top."""
    inset = _LINE + 2
    return band.bottom() + 1 - inset - level * (band.height() - 2 * inset) / TOP


def _elided(words: str, size: Type, width: int) -> str:
    return metrics(size).elidedText(words, Qt.TextElideMode.ElideRight, max(width, 0))
