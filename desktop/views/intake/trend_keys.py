"""The four quick keys of a return visit, and the word for a fifth that has a key only: what was said about the change.

A letter is boxed while its row has the focus; the chosen one swaps its letter for the state's icon in the same slot.
"""

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from core.services.forms import Trend
from desktop.theme import icons
from desktop.theme.fonts import font, metrics, px
from desktop.theme.tokens import Height, IconSize, Space, Tone, Type
from desktop.widgets import paint
from desktop.widgets.change import Change
from desktop.widgets.data_words import shown

TREND_KEYS = {"C": Trend.GONE, "J": Trend.LESS, "W": Trend.SAME, "Z": Trend.MORE, "R": Trend.AGAIN}
"""The key of each trend."""

_CHANGES = {
    Trend.GONE: Change.RESOLVED,
    Trend.LESS: Change.IMPROVED,
    Trend.SAME: Change.UNCHANGED,
    Trend.MORE: Change.WORSE,
    Trend.AGAIN: Change.RECURRED,
}
_LEAST, _LEFT, _SLOT, _CAP = 60, 5, 16, 16


class TrendKey(QAbstractButton):
    """One of the keys. It takes no focus: the row it stands in has the key."""

    def __init__(self, key: str, trend: Trend, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.trend = trend
        self._key = key
        self._boxed = False
        self.setText(shown(trend.value))
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_boxed(self, boxed: bool) -> None:
        """Show the letter as a key of the focused row."""
        if boxed != self._boxed:
            self._boxed = boxed
            self.update()

    def sizeHint(self) -> QSize:
        width = px(_LEFT + _SLOT + 4) + metrics(Type.META).horizontalAdvance(self.text()) + px(6)
        return QSize(max(px(_LEAST), width), px(Height.TREND_KEY))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(font(Type.META))
        place = self.rect()
        slot = QRect(px(_LEFT), 0, px(_SLOT), place.height())
        words = place.adjusted(px(_LEFT + _SLOT + 4), 0, 0, -1)
        change = _CHANGES[self.trend]
        if self.isChecked():
            paint.box(painter, place, Tone.SURFACE, change.tone)
            icons.draw(painter, change.icon, change.tone, slot, px(IconSize.CHIP))
            paint.text(painter, words, self.text(), change.tone)
            return
        if self.underMouse():
            paint.box(painter, place, Tone.SURFACE, Tone.LINE)
        if self._boxed:
            side = px(_CAP)
            cap = QRect(slot.x(), (place.height() - side) // 2, side, side)
            paint.box(painter, cap, Tone.SURFACE, Tone.CONTROL, radius=Space.XS - 1)
        paint.text(painter, slot, self._key, Tone.MUTED, paint.CENTRE)
        paint.text(painter, words, self.text(), Tone.TEXT if self._boxed else Tone.MUTED)


class TrendKeys(QWidget):
    """The keys of one row. 又起 shows only once it was said."""

    chosen = Signal(object)
    """The `Trend` a person pressed, also when it is the chosen one."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(Space.XS)
        self.keys = {trend: TrendKey(key, trend, self) for key, trend in TREND_KEYS.items()}
        for trend in (Trend.AGAIN, Trend.GONE, Trend.LESS, Trend.SAME, Trend.MORE):
            key = self.keys[trend]
            key.setAccessibleName(f"{name} {shown(trend.value)}")
            key.clicked.connect(self._on_clicked)
            row.addWidget(key)
        self.keys[Trend.AGAIN].hide()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_trend(self, trend: Trend | None) -> None:
        """Show which was chosen."""
        for one, key in self.keys.items():
            key.setChecked(one is trend)
        self.keys[Trend.AGAIN].setVisible(trend is Trend.AGAIN)

    def set_boxed(self, boxed: bool) -> None:
        """Show the letters as keys of the focused row."""
        for key in self.keys.values():
            key.set_boxed(boxed)

    def _on_clicked(self, _checked: bool) -> None:
        key = self.sender()
        if isinstance(key, TrendKey):
            self.chosen.emit(key.trend)
