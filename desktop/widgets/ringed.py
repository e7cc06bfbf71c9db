"""The base of every push button here: a focus ring when the keyboard is in use, none when the pointer is.

Qt moves the focus on by itself when what had it is hidden, and calls that Tab; so the last input counts, too.
"""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFocusEvent, QPainter
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionButton, QWidget

from desktop.theme.tokens import Radius
from desktop.widgets import paint
from desktop.widgets.last_input import LastInput


def by_keyboard(event: QFocusEvent) -> bool:
    """Whether a focus came while the keyboard was in use, so that a ring must say where it is."""
    return event.reason() != Qt.FocusReason.MouseFocusReason and not LastInput.by_pointer


class RingedButton(QPushButton):
    """A push button that a descendant paints. Enter presses it, which outside a dialog Qt grants only on request."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ring = False
        self.setAutoDefault(True)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._ring = by_keyboard(event)
        super().focusInEvent(event)

    def paint_frame(self, painter: QPainter) -> None:
        """Draw the ground and border that the style sheet gives this button."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.state &= ~QStyle.StateFlag.State_HasFocus  # type: ignore[attr-defined]  # the stubs know no fields
        self.style().drawControl(QStyle.ControlElement.CE_PushButtonBevel, option, painter, self)

    def paint_ring(self, painter: QPainter, place: QRect | None = None) -> None:
        """Draw the focus ring if it is due."""
        if self._ring and self.hasFocus():
            paint.ring(painter, place or self.rect(), Radius.FIELD)
