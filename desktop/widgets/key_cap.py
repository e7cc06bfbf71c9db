"""A key as it looks on a keyboard, beside what it does."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from desktop.theme.fonts import font, metrics, px
from desktop.theme.tokens import Height, Space, Tone, Type
from desktop.widgets import paint


class KeyCap(QLabel):
    """A key or a chord ("Ctrl F"). `large` is the key of a picker's row."""

    def __init__(self, key: str, *, large: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(key, parent)
        self._large = large
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        height = px(Height.PICKER_KEY if self._large else Height.KEY_CAP)
        padding = Space.S if self._large else Space.XS + 1
        width = metrics(self._type()).horizontalAdvance(self.text()) + 2 * padding + 2
        return QSize(max(width, height), height)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(font(self._type()))
        border = Tone.CONTROL if self._large else Tone.LINE
        paint.box(painter, self.rect(), Tone.SURFACE, border, radius=6 if self._large else 4)
        paint.text(painter, self.rect(), self.text(), Tone.TEXT if self._large else Tone.MUTED, paint.CENTRE)

    def _type(self) -> Type:
        return Type.BODY if self._large else Type.META
