"""What is typed and chosen in the fields of a part of the window, so that it can be put back into the same fields made anew.

A field is known by its name and by which of those with that name it is. Passphrases are never taken.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget

from desktop.widgets.secret import Secret
from desktop.widgets.segmented import Segmented

Kept = list[tuple[str, int, str]]
"""Name, which of that name, what stands in it."""


def take_fields(part: QWidget, without: tuple[QWidget, ...] = (), *, choices: bool = False) -> Kept:
    """What stands in the fields of a part; empty ones, and those inside `without`, are left out. With `choices`, also what is chosen."""
    return [
        (name, place, value)
        for name, place, field in _fields(part)
        if (value := _value(field))
        and (choices or not isinstance(field, Segmented))
        and not any(other.isAncestorOf(field) for other in without)
    ]


def give_fields(part: QWidget, kept: Kept) -> None:
    """Put it back, as a person would type and choose it. What has no field any more is dropped."""
    wanted = {(name, place): value for name, place, value in kept}
    for name, place, field in list(_fields(part)):
        value = wanted.get((name, place))
        if value is None or value == _value(field):
            continue
        if isinstance(field, QLineEdit):
            field.setText(value)
            field.textEdited.emit(value)
        elif isinstance(field, QPlainTextEdit):
            field.setPlainText(value)
        elif isinstance(field, Segmented):
            with suppress(KeyError):
                field.choose(value)


def named(part: QWidget, kinds: tuple[type[QWidget], ...]) -> Iterator[tuple[str, int, QWidget]]:
    """The widgets of some kinds in a part, each with its name and which of that name it is."""
    seen: Counter[str] = Counter()
    for widget in part.findChildren(QWidget):
        if isinstance(widget, kinds):
            name = widget.accessibleName()
            yield name, seen[name], widget
            seen[name] += 1


def _fields(part: QWidget) -> Iterator[tuple[str, int, QWidget]]:
    for name, place, field in named(part, (QLineEdit, QPlainTextEdit, Segmented)):
        if isinstance(field, (QLineEdit, QPlainTextEdit)) and field.isReadOnly():
            continue
        if not isinstance(field, Secret):
            yield name, place, field


def _value(field: QWidget) -> str:
    if isinstance(field, QLineEdit):
        return field.text()
    if isinstance(field, QPlainTextEdit):
        return field.toPlainText()
    return (field.value or "") if isinstance(field, Segmented) else ""
