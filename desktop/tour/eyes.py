"""What a person sees of the program: its windows, the words on them, and the controls by the names a screen reader speaks."""

import time
from collections.abc import Iterator
from enum import Enum

from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from desktop.tour.walk import Astray


def windows() -> list[QWidget]:
    """The windows in sight."""
    return [window for window in QApplication.topLevelWidgets() if window.isVisible()]


def widgets(root: QWidget | None = None) -> Iterator[QWidget]:
    """Everything in sight, in the order it was made: in one widget, or in every window."""
    for one in [root] if root else windows():
        yield one
        for child in one.children():
            # What is hidden hides what is in it, and other screens are most of a window.
            if isinstance(child, QWidget) and not child.isWindow() and not child.isHidden():
                yield from widgets(child)


def words(root: QWidget | None = None) -> Iterator[str]:
    """Every text in sight: of labels, fields and rows, and what a screen reader says of controls."""
    for widget in widgets(root):
        if isinstance(widget, QLabel):
            yield widget.text()
        elif isinstance(widget, QPlainTextEdit):
            yield widget.toPlainText()
        elif isinstance(widget, QLineEdit) and widget.echoMode() is QLineEdit.EchoMode.Normal:
            yield widget.text()
        elif isinstance(widget, QAbstractItemView):
            yield from (str(text) for row in cells(widget) for text in row)
        yield widget.accessibleName()


def says(text: str, root: QWidget | None = None) -> bool:
    """Whether a text can be read somewhere."""
    return any(text in one for one in words(root))


def area(words: str) -> QWidget | None:
    """The part of a window whose name, to a screen reader, has these words in it; None while it is out of sight."""
    return next((widget for widget in widgets() if words in widget.accessibleName()), None)


class Use(Enum):
    """What a control is wanted for."""

    ANY = "to go there"
    WRITE = "to write in"
    PRESS = "to press"


def named(name: str, root: QWidget | None = None, use: Use = Use.ANY) -> list[QWidget]:
    """The controls in sight that a screen reader calls by this name and that can be used now."""
    return [
        widget
        for widget in widgets(root)
        if widget.accessibleName() == name and widget.isEnabled() and _serves(widget, use)
    ]


def control(name: str, root: QWidget | None = None, use: Use = Use.ANY) -> QWidget:
    """The control of this name. Raises `Astray` when there is none in sight."""
    found = named(name, root, use)
    if not found:
        known = sorted({one.accessibleName() for one in widgets(root) if one.accessibleName()})
        raise Astray(f"There is no “{name}” {use.value} in sight, but {'; '.join(known)}")
    return found[0]


def has_focus(name: str) -> bool:
    """Whether the focus is in a control whose name begins so."""
    focused = QApplication.focusWidget()
    return focused is not None and focused.accessibleName().startswith(name)


def view(name: str) -> QAbstractItemView | None:
    """The list or table of this name, None while it is out of sight."""
    return next(
        (one for one in widgets() if isinstance(one, QAbstractItemView) and one.accessibleName() == name),
        None,
    )


def cells(table: QAbstractItemView) -> list[list[str]]:
    """What the rows of a list or table say, cell by cell."""
    model = table.model()
    role = Qt.ItemDataRole.DisplayRole
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(QModelIndex())
    return [
        [str(model.index(row, column).data(role) or "") for column in range(columns)]
        for row in range(model.rowCount(QModelIndex()))
    ]


def heads(table: QAbstractItemView) -> list[str]:
    """What stands over the columns of a table."""
    model = table.model()
    horizontal, role = Qt.Orientation.Horizontal, Qt.ItemDataRole.DisplayRole
    return [
        str(model.headerData(place, horizontal, role) or "")
        for place in range(model.columnCount(QModelIndex()))
    ]


def picture(window: QWidget) -> QImage:
    """The window as it is drawn."""
    return window.grab().toImage()


def is_blank(image: QImage) -> bool:
    """Whether hardly anything is drawn: fewer than eight colours on a grid over it."""
    step = 8
    seen = {image.pixel(x, y) for x in range(0, image.width(), step) for y in range(0, image.height(), step)}
    return len(seen) < 8  # noqa: PLR2004 - a ground, a frame and an edge are not yet a picture


STILL_S = 0.35
"""Longer than anything on screen waits before it looks something up."""

LOOK_S = 0.07


class Still:
    """Looks at a window until it has stopped changing."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._last = QImage()
        self._since = self._looked = 0.0

    def __call__(self) -> QImage | None:
        """The picture, once it has been the same for long enough."""
        now = time.monotonic()
        if now - self._looked < LOOK_S:
            return None
        self._looked = now
        image = picture(self._window)
        if image != self._last:
            self._last, self._since = image, now
            return None
        return image if now - self._since >= STILL_S else None


def _serves(widget: QWidget, use: Use) -> bool:
    match use:
        case Use.WRITE:
            return widget.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)
        case Use.PRESS:
            return isinstance(widget, QAbstractButton)
        case Use.ANY:
            return widget.focusPolicy() is not Qt.FocusPolicy.NoFocus or widget.focusProxy() is not None
