"""One choice of a few, one under the other, each with a line of what it means. Digits choose, Enter means it."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QRadioButton, QSizePolicy, QVBoxLayout, QWidget

from desktop.theme.fonts import font, metrics, px
from desktop.theme.scheme import colour
from desktop.theme.tokens import Height, Space, Tone, Type
from desktop.widgets import paint
from desktop.widgets.composition import SUBMITS
from desktop.widgets.ringed import by_keyboard

_SIGN, _DOT, _KEY = 16, 8, 24


@dataclass(frozen=True, slots=True)
class Line:
    """A choice: its value, its words, and what it means, "" for nothing to add."""

    value: str
    words: str
    detail: str = ""


class ChoiceList(QWidget):
    """Nothing is chosen beforehand but what is given as `value`. The digits are the places of the lines, from 1."""

    chosen = Signal(str)

    meant = Signal()
    """Enter, or a double click: what is chosen is meant."""

    def __init__(self, name: str, lines: Sequence[Line], value: str = "") -> None:
        super().__init__()
        self.setAccessibleName(name)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.XS)
        self.rows = {line.value: _Row(line, place) for place, line in enumerate(lines, start=1)}
        for row in self.rows.values():
            column.addWidget(row)
            row.clicked.connect(self._on_clicked)
            row.meant.connect(self.meant)
        if value in self.rows:
            self.rows[value].setChecked(True)
        first = self.rows.get(value) or next(iter(self.rows.values()), None)
        if first:
            self.setFocusProxy(first)

    @property
    def value(self) -> str:
        """What is chosen, "" for nothing."""
        return next((value for value, row in self.rows.items() if row.isChecked()), "")

    def choose(self, value: str) -> None:
        """Choose as a person does."""
        row = self.rows[value]
        row.setChecked(True)
        row.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.chosen.emit(value)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        values = list(self.rows)
        typed = event.text()
        if event.key() in SUBMITS:
            self.meant.emit()
        elif len(typed) == 1 and typed in "123456789" and int(typed) <= len(values):
            self.choose(values[int(typed) - 1])
        else:
            super().keyPressEvent(event)

    def _on_clicked(self) -> None:
        self.chosen.emit(self.value)


class _Row(QRadioButton):
    """A line. Up and down move the choice."""

    meant = Signal()

    def __init__(self, line: Line, place: int) -> None:
        super().__init__()
        self._line, self._place = line, place
        self._ring = False
        self.setAccessibleName(line.words)
        self.setAccessibleDescription(line.detail)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def sizeHint(self) -> QSize:
        width = px(_SIGN) + 2 * Space.M + Space.S + px(_KEY)
        width += metrics(Type.BODY).horizontalAdvance(self._line.words)
        return QSize(width, self.heightForWidth(max(self.width(), width)))

    def minimumSizeHint(self) -> QSize:
        return QSize(px(160), px(Height.ROW_DENSE))

    def heightForWidth(self, width: int) -> int:
        if not self._line.detail:
            return px(Height.ROW_DENSE)
        room = self._room(width)
        return metrics(Type.BODY).lineSpacing() + self._detail_rect(room).height() + 2 * Space.S

    def hitButton(self, place: QPoint) -> bool:
        return self.rect().contains(place)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        self.meant.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in SUBMITS or event.text().isdigit():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._ring = by_keyboard(event)
        super().focusInEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        is_chosen = self.isChecked()
        ground = Tone.SELECTED if is_chosen else Tone.SUNKEN if self.underMouse() else None
        paint.box(painter, self.rect(), ground, Tone.ACCENT if is_chosen else Tone.LINE)
        if self._ring and self.hasFocus():
            paint.ring(painter, self.rect())
        line = metrics(Type.BODY).lineSpacing()
        top = Space.S if self._line.detail else (self.height() - line) // 2
        self._paint_sign(painter, QRect(Space.M, top, px(_SIGN), line), is_chosen=is_chosen)
        left = Space.M + px(_SIGN) + Space.S
        painter.setFont(font(Type.BODY))
        paint.text(painter, QRect(left, top, self._room(self.width()), line), self._line.words, Tone.TEXT)
        painter.setFont(font(Type.META))
        key = QRect(self.width() - Space.M - px(_KEY), top, px(_KEY), line)
        paint.text(painter, key, str(self._place), Tone.MUTED, paint.RIGHT)
        if self._line.detail:
            place = self._detail_rect(self._room(self.width())).translated(left, top + line)
            painter.setPen(colour(Tone.MUTED))
            painter.drawText(place, int(Qt.TextFlag.TextWordWrap), self._line.detail)

    def _paint_sign(self, painter: QPainter, place: QRect, *, is_chosen: bool) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = px(_SIGN)
        ring = QRectF(place.x(), place.y() + (place.height() - side) / 2, side, side)
        paint.box(painter, ring, Tone.SURFACE, Tone.ACCENT if is_chosen else Tone.CONTROL, radius=side / 2)
        if is_chosen:
            inset = (side - px(_DOT)) / 2
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(Tone.ACCENT))
            painter.drawEllipse(ring.adjusted(inset, inset, -inset, -inset))
        painter.restore()

    def _room(self, width: int) -> int:
        """What the words have."""
        return max(width - px(_SIGN) - 2 * Space.M - Space.S - px(_KEY), 1)

    def _detail_rect(self, room: int) -> QRect:
        wrap = int(Qt.TextFlag.TextWordWrap)
        return metrics(Type.META).boundingRect(QRect(0, 0, room, 1000), wrap, self._line.detail)
