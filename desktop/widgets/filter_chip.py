"""A chip that filters a list and, where that is known, says how many rows it leaves."""

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.theme import icons
from desktop.theme.fonts import font, metrics, px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Height, IconSize, Space, Tone, Type
from desktop.widgets import paint
from desktop.widgets.change import Change
from desktop.widgets.ringed import RingedButton


class FilterChip(RingedButton):
    """A switch among others; who owns them keeps one on. The count is part of the name that is spoken."""

    def __init__(
        self,
        words: str,
        count: int | None = None,
        *,
        icon: Icon | None = None,
        tone: Tone = Tone.MUTED,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._words, self._count = words, count
        self._icon, self._tone = icon, tone
        self.setProperty("kind", "bare")
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_count(count)

    @classmethod
    def of(cls, change: Change, count: int, words: str = "", parent: QWidget | None = None) -> "FilterChip":
        """The filter of a state or a marker."""
        return cls(words or change.words, count, icon=change.icon, tone=change.tone, parent=parent)

    @property
    def words(self) -> str:
        """What it says beside the count."""
        return self._words

    @property
    def count(self) -> int | None:
        """Rows it leaves; None where nobody has counted."""
        return self._count

    def set_count(self, count: int | None) -> None:
        """Say another number."""
        self._count = count
        self.setAccessibleName(f"{self._words} {self._number}".strip())
        self.updateGeometry()
        self.update()

    @property
    def _number(self) -> str:
        return "" if self._count is None else str(self._count)

    def sizeHint(self) -> QSize:
        measure = metrics(Type.SECONDARY).horizontalAdvance
        icon = px(IconSize.CHIP) + Space.XS + 2 if self._icon else 0
        width = icon + measure(self._words) + (6 + measure(self._number) if self._number else 0)
        return QSize(width + 2 * Space.S + 1, px(Height.FILTER_CHIP))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(font(Type.SECONDARY))
        on = self.isChecked()
        over = self.underMouse() and self.isEnabled()
        fill = Tone.SELECTED if on else Tone.SUNKEN if over or not self.isEnabled() else Tone.SURFACE
        paint.box(painter, self.rect(), fill, Tone.ACCENT if on else Tone.LINE)
        self.paint_ring(painter)
        left, height = int(Space.S), self.height()
        if self._icon:
            side = px(IconSize.CHIP)
            icons.draw(painter, self._icon, self._tone, QRect(left, 0, side, height), side)
            left += side + Space.XS + 2
        tone = Tone.ACCENT if on else Tone.TEXT if self.isEnabled() else Tone.MUTED
        width = metrics(Type.SECONDARY).horizontalAdvance(self._words)
        paint.text(painter, QRect(left, 0, width, height), self._words, tone)
        rest = QRect(left + width + 6, 0, self.width(), height)
        paint.text(painter, rest, self._number, Tone.ACCENT if on else Tone.MUTED)
