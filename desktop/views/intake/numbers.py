"""Numbers: integer, decimal, and a quantity with its unit. Digits stay exactly as typed; full-width ones become plain."""

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation

from PySide6.QtWidgets import QWidget

from core.services.forms import Item, ItemType
from desktop.theme.fonts import px
from desktop.theme.tokens import Tone, Type
from desktop.views.intake.fields import Field, Kept
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit

_NUMBER_WIDTH = 112
_UNIT_WIDTH = 96


def number_from(text: str, *, whole: bool = False) -> object:
    """The exact number a text writes; the text itself when it writes none; None when it is blank."""
    typed = text.strip()
    if not typed:
        return None
    try:
        return int(typed)
    except ValueError:
        pass
    try:
        number = Decimal(typed)
    except InvalidOperation:
        return text
    return number if number.is_finite() and not whole else text


def number_text(value: object) -> str:
    """A number as it is typed, without an exponent; anything else as it stands."""
    if isinstance(value, Decimal) and value.is_finite():
        return format(value, "f")
    return "" if value is None else str(value)


class NumberField(Field):
    """An integer or a decimal, with the unit the form names."""

    def __init__(self, item: Item, parent: QWidget | None = None) -> None:
        super().__init__(item, parent)
        self._whole = item.type is ItemType.INTEGER
        self._kept = Kept()
        self.edit = _number_edit(self, whole=self._whole)
        self.edit.textEdited.connect(self._on_edited)
        self.row.addWidget(self.edit)
        if item.unit:
            self.row.addWidget(_unit_label(item.unit, self))
        self.row.addStretch()

    def value(self) -> object:
        text = self.edit.text()
        return self._kept.back(text, number_from(text, whole=self._whole))

    def set_value(self, value: object) -> None:
        self.edit.setText(number_text(value))
        self._kept.put(value, self.edit.text())

    def inputs(self) -> tuple[QWidget, ...]:
        return (self.edit,)

    def _on_edited(self, _text: str) -> None:
        self.changed.emit()


class QuantityField(Field):
    """A number and its unit: the form's, or one typed beside it where the form names none."""

    def __init__(self, item: Item, parent: QWidget | None = None) -> None:
        super().__init__(item, parent)
        self._kept = Kept()
        self.edit = _number_edit(self, whole=False)
        self.edit.textEdited.connect(self._on_edited)
        self.row.addWidget(self.edit)
        self.unit: LineEdit | None = None
        self._label = _unit_label(item.unit or "", self)
        self._label.setVisible(bool(item.unit))
        self.row.addWidget(self._label)
        if not item.unit:
            self.unit = LineEdit(self.tr("单位"), hint=self.tr("单位"), parent=self)
            self.unit.setFixedWidth(px(_UNIT_WIDTH))
            self.unit.textEdited.connect(self._on_edited)
            self.row.addWidget(self.unit)
        self.row.addStretch()

    def value(self) -> object:
        number = number_from(self.edit.text())
        unit = self.unit.text() if self.unit else self.item.unit or ""
        if number is None and (self.unit is None or not unit):
            return self._kept.back(self._shown(), None)
        return self._kept.back(self._shown(), {"value": number, "unit": unit})

    def set_value(self, value: object) -> None:
        number: object = value
        unit: object = None
        if isinstance(value, Mapping):
            number, unit = value.get("value"), value.get("unit")
        self.edit.setText(number_text(number))
        if self.unit:
            self.unit.setText("" if unit is None else str(unit))
        self._kept.put(value, self._shown())

    def inputs(self) -> tuple[QWidget, ...]:
        return (self.edit, self.unit) if self.unit else (self.edit,)

    def _shown(self) -> tuple[str, str]:
        return self.edit.text(), self.unit.text() if self.unit else ""

    def _on_edited(self, _text: str) -> None:
        self.changed.emit()


def _number_edit(parent: QWidget, *, whole: bool) -> LineEdit:
    edit = LineEdit("", parent=parent)
    edit.setFixedWidth(px(_NUMBER_WIDTH))
    edit.set_plain_digits(r"-?\d*" if whole else r"-?\d*\.?\d*")
    return edit


def _unit_label(unit: str, parent: QWidget) -> Label:
    return Label(unit, Type.SECONDARY, Tone.MUTED, parent=parent)
