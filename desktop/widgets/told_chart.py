"""What every chart has in common: all that is painted can be read. The place under the pointer or the keyboard is told in words, and to a
screen reader too.
"""

from typing import Generic, TypeVar

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QFocusEvent, QMouseEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.widgets.ringed import by_keyboard
from desktop.widgets.tip import set_tip

Place = TypeVar("Place")


class ToldChart(QWidget, Generic[Place]):
    """One Tab stop. `_over` is the place under the pointer; a chart says in `_place_at` where that is, in `_said` what is looked at."""

    told = Signal(str)
    """The words of what is looked at, "" for nothing."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._over: Place | None = None
        self._ring = False
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(name)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._over = self._place_at(event.position().toPoint())
        self._tell()

    def leaveEvent(self, event: object) -> None:
        self._over = None
        self._tell()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._ring = by_keyboard(event)
        super().focusInEvent(event)
        self._tell()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._tell()

    def _place_at(self, point: QPoint) -> Place | None:
        raise NotImplementedError

    def _said(self) -> str:
        raise NotImplementedError

    def _tell(self) -> None:
        """Say what is looked at, everywhere it is said."""
        said = self._said()
        set_tip(self, said if self._over is not None else "")
        self.setAccessibleName(f"{self._name} {said}".strip())
        if said and self.hasFocus():
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))
        self.told.emit(said)
        self.update()
