"""One answer on screen: a widget for each item type of a form, and the rule that nothing typed is lost.

A field tells its answer as the answers file writes it, None when there is none. What cannot be read as its type (half a
date, a lone minus) is told as it was typed, so that a draft keeps it and the check says what is wrong with it.
"""

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from core.services.forms import Item
from desktop.theme.tokens import Space
from desktop.widgets.restyle import restyle


class Field(QWidget):
    """One answer to one item."""

    changed = Signal()
    """The person changed the answer. Not sent by `set_value`."""

    def __init__(self, item: Item, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.item = item
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(Space.S)

    def value(self) -> object:
        """The answer, or None."""
        raise NotImplementedError

    def set_value(self, value: object) -> None:
        """Show an answer, None for none."""
        raise NotImplementedError

    def inputs(self) -> tuple[QWidget, ...]:
        """What takes the focus, in order."""
        raise NotImplementedError

    def name(self, words: str) -> None:
        """What a screen reader calls it."""
        for place, part in enumerate(self.inputs()):
            part.setAccessibleName(words if place == 0 else f"{words} {part.accessibleName()}".strip())

    def mark(self, *, invalid: bool) -> None:
        """Show that the answer is refused, or no longer."""
        for part in self.inputs():
            restyle(part, invalid=invalid)

    def take_focus(self) -> None:
        """Put the caret here."""
        self.inputs()[0].setFocus()


class Kept:
    """The exact value a widget was given, for as long as the person leaves what it shows alone.

    Widgets normalise: a text box turns every line end into one kind, a number loses its trailing zeros. What nobody touched
    goes back as it came.
    """

    def __init__(self) -> None:
        self._value: object = None
        self._shown: object = None

    def put(self, value: object, shown: object) -> None:
        """Remember a value and what the widget makes of it."""
        self._value, self._shown = value, shown

    def back(self, shown: object, read: object) -> object:
        """The value given, when the widget still shows it; else what was read from the widget."""
        return self._value if self._value is not None and shown == self._shown else read


def chosen_of(value: object) -> str | None:
    """The code of a person's choice of 无 or 不详 in place of a text."""
    if isinstance(value, Mapping) and set(value) == {"code"}:
        return str(value["code"])
    return None
