"""A button that is only an icon; its name is spoken and shown as a tooltip."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.theme import icons
from desktop.theme.fonts import px
from desktop.theme.icons import Icon
from desktop.theme.tokens import Height, IconSize, Tone
from desktop.widgets.ringed import RingedButton
from desktop.widgets.tip import set_tip


class IconButton(RingedButton):
    """A square button. `framed` looks like a plain button; bare it shows its square under the pointer only.

    Inside a field (`parent` is one) it takes no focus: the field has a key for what it does.
    """

    def __init__(
        self, icon: Icon, name: str, *, framed: bool = False, key: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icon = icon
        self._framed = framed
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setProperty("kind", "plain" if framed else "bare")
        self.setAccessibleName(name)
        set_tip(self, f"{name} {key}" if key else name)
        if parent is not None and not framed:
            self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self.setCursor(Qt.CursorShape.ArrowCursor)

    def set_icon(self, icon: Icon, name: str) -> None:
        """Become another button in the same place."""
        self._icon = icon
        self.setAccessibleName(name)
        set_tip(self, name)
        self.update()

    def sizeHint(self) -> QSize:
        side = px(Height.BUTTON) if self._framed else px(Height.CHIP)
        return QSize(side, side)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.paint_frame(painter)
        self.paint_ring(painter)
        lively = self.isEnabled() and (self._framed or self.underMouse() or self.hasFocus())
        icons.draw(painter, self._icon, Tone.TEXT if lively else Tone.MUTED, self.rect(), px(IconSize.FIELD))
