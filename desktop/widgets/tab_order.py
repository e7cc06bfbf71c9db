"""Where Tab comes to what is added later. Qt puts it at the end of the window, wherever a layout shows it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def put_after(before: QWidget, part: QWidget) -> None:
    """Let Tab come to everything in `part` right after the last stop in `before`. Both are in one window already."""
    stops = _stops(before)
    last = stops[-1] if stops else before
    for stop in _stops(part):
        QWidget.setTabOrder(last, stop)
        last = stop


def _stops(part: QWidget) -> list[QWidget]:
    """What takes the focus itself, in the order of making. Which of a group's buttons Tab stops at may change later."""
    return [
        one
        for one in (part, *part.findChildren(QWidget))
        if one.focusPolicy() is not Qt.FocusPolicy.NoFocus and one.focusProxy() is None
    ]
