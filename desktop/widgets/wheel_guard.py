"""The wheel scrolls the page and never changes a value that is not being worked on.

It guards every spin box, combo box and slider of the application by class, now and later: a guard that is put on
fields one by one misses one.
"""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import (
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QScrollBar,
    QWidget,
)

_GUARDED = (QAbstractSpinBox, QComboBox, QAbstractSlider)


class WheelGuard(QObject):
    """Stands watch from its making on, as long as the application lives."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Every event of the application passes here; asking for its kind costs several times what this does.
        if not isinstance(watched, _GUARDED) or isinstance(watched, QScrollBar):
            return False
        kind = event.type()
        if kind == QEvent.Type.Polish:
            _needs_a_click(watched)
        elif kind == QEvent.Type.Wheel and not watched.hasFocus():
            event.ignore()  # so that it goes on to what scrolls
            return True
        return False


def _needs_a_click(widget: QWidget) -> None:
    """With Qt's own policy the wheel gives a field the focus first, and then it may change it."""
    if widget.focusPolicy() == Qt.FocusPolicy.WheelFocus:
        widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
