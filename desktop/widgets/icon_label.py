"""An icon that is only looked at. It is silent for a screen reader unless it is given a name."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.theme import icons
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import IconSize, Tone


class IconLabel(QWidget):
    """An icon of one tone."""

    def __init__(
        self,
        icon: Icon,
        tone: Tone = Tone.MUTED,
        size: IconSize = IconSize.FIELD,
        *,
        name: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icon, self._tone, self._size = icon, tone, size
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_icon(self, icon: Icon, tone: Tone) -> None:
        """Show another."""
        self._icon, self._tone = icon, tone
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(self._size), px(self._size))

    def paintEvent(self, _event: QPaintEvent) -> None:
        icons.draw(QPainter(self), self._icon, self._tone, self.rect(), px(self._size))
