"""Where one is in a part of the window: the field with the focus, the caret in it, and how far everything is scrolled.

Put back into the same part made anew. A part that is still being loaded does not have its fields yet, so it is tried again until
they are there, or until a person touches something first: nobody is taken away from where they are.
"""

from collections.abc import Callable
from dataclasses import dataclass
from weakref import ref

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QPlainTextEdit, QScrollArea, QWidget
from shiboken6 import isValid

from desktop.session.kept_fields import named

TRY_MS = 40
TRIES = 75
"""Three seconds: a form is on screen long before."""


@dataclass(frozen=True, slots=True)
class Caret:
    """The field by its kind, its name and which of that name it is; `start` to `end` is marked, and the caret is at `end`."""

    kind: str
    name: str
    place: int
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Spot:
    """`scrolled` are the offsets, across and down, of what scrolls in the part, in order."""

    caret: Caret | None = None
    scrolled: tuple[tuple[int, int], ...] = ()


def take_spot(part: QWidget) -> Spot:
    """Where one is now."""
    return Spot(_caret(part), tuple(_offset(area) for area in _areas(part)))


class Return(QObject):
    """Puts a spot back into a part, once it can; `done` is called then, or when it was given up."""

    def __init__(self, part: QWidget, spot: Spot, done: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)  # not the part: see `desktop.bridge.task.Task`
        self._part, self._spot, self._done = ref(part), spot, done
        self._tries = 0
        self._timer = QTimer(self)
        self._timer.setInterval(TRY_MS)
        self._timer.timeout.connect(self._try)
        self._timer.start()

    def give_up(self) -> None:
        """Leave it where it is."""
        if self._timer.isActive():
            self._timer.stop()
            self._done()
            self.deleteLater()

    def _try(self) -> None:
        self._tries += 1
        part = self._part()
        if part is None or not isValid(part) or self._put_into(part) or self._tries >= TRIES:
            self.give_up()

    def _put_into(self, part: QWidget) -> bool:
        field = self._field(part)
        return field is not None and self._put(part, field)

    def _field(self, part: QWidget) -> QWidget | None:
        """The field, or without one the part itself."""
        caret = self._spot.caret
        if caret is None:
            return part
        for name, place, widget in named(part, (QWidget,)):
            if (type(widget).__name__, name, place) == (caret.kind, caret.name, caret.place):
                return widget if widget.isVisible() and widget.isEnabled() else None
        return None

    def _put(self, part: QWidget, field: QWidget) -> bool:
        caret = self._spot.caret
        if caret is not None:
            field.setFocus(Qt.FocusReason.OtherFocusReason)
            _set_caret(field, caret)
        for area, (across, down) in zip(_areas(part), self._spot.scrolled, strict=False):
            area.horizontalScrollBar().setValue(across)
            area.verticalScrollBar().setValue(down)
        return tuple(_offset(area) for area in _areas(part)) == self._spot.scrolled


def _caret(part: QWidget) -> Caret | None:
    # Not the application's: that has none while another program is in front. There may be none here too.
    focused = part.window().focusWidget()
    if not part.isAncestorOf(focused):
        return None
    place = next(place for _, place, widget in named(part, (QWidget,)) if widget is focused)
    kind, name = type(focused).__name__, focused.accessibleName()
    if isinstance(focused, QLineEdit):
        start, end = focused.cursorPosition(), focused.cursorPosition()
        if focused.hasSelectedText():
            first, last = focused.selectionStart(), focused.selectionEnd()
            start = last if end == first else first
        return Caret(kind, name, place, start, end)
    if isinstance(focused, QPlainTextEdit):
        cursor = focused.textCursor()
        return Caret(kind, name, place, cursor.anchor(), cursor.position())
    return Caret(kind, name, place)


def _set_caret(field: QWidget, caret: Caret) -> None:
    if isinstance(field, QLineEdit):
        field.setSelection(caret.start, caret.end - caret.start)
        if caret.start == caret.end:
            field.setCursorPosition(caret.end)
    elif isinstance(field, QPlainTextEdit):
        cursor = field.textCursor()
        last = field.document().characterCount() - 1
        cursor.setPosition(min(caret.start, last))
        cursor.setPosition(min(caret.end, last), QTextCursor.MoveMode.KeepAnchor)
        field.setTextCursor(cursor)


def _areas(part: QWidget) -> list[QScrollArea | QAbstractItemView | QPlainTextEdit]:
    kinds = (QScrollArea, QAbstractItemView, QPlainTextEdit)
    return [area for area in part.findChildren(QWidget) if isinstance(area, kinds) and area.isVisible()]


def _offset(area: QScrollArea | QAbstractItemView | QPlainTextEdit) -> tuple[int, int]:
    return area.horizontalScrollBar().value(), area.verticalScrollBar().value()
