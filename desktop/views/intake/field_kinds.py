"""Which widget stands for which item type."""

from collections.abc import Callable, Mapping
from datetime import tzinfo

from PySide6.QtWidgets import QWidget

from core.services.forms import Item, ItemType
from desktop.views.intake.choices import FEW, BooleanField, ComboField, OpenChoiceField, SegmentedField
from desktop.views.intake.fields import Field
from desktop.views.intake.moments import MomentField
from desktop.views.intake.numbers import NumberField, QuantityField
from desktop.views.intake.texts import LineField, TextField

_KINDS: Mapping[ItemType, Callable[[Item, QWidget | None], Field]] = {
    ItemType.STRING: LineField,
    ItemType.URL: LineField,
    ItemType.TEXT: TextField,
    ItemType.BOOLEAN: BooleanField,
    ItemType.INTEGER: NumberField,
    ItemType.DECIMAL: NumberField,
    ItemType.QUANTITY: QuantityField,
    ItemType.OPEN_CHOICE: OpenChoiceField,
}

BESIDE = frozenset(
    {
        *(ItemType.BOOLEAN, ItemType.INTEGER, ItemType.DECIMAL, ItemType.QUANTITY, ItemType.DATE),
        *(ItemType.DATE_TIME, ItemType.TIME, ItemType.CHOICE, ItemType.OPEN_CHOICE),
    }
)
"""Short answers: inside a group they stand beside their label, not under it."""


_MOMENTS = frozenset({ItemType.DATE, ItemType.DATE_TIME, ItemType.TIME})


def field_for(item: Item, zone: tzinfo, parent: QWidget | None = None) -> Field:
    """A field for one answer to a question; moments are read in `zone`."""
    if item.type in _MOMENTS:
        return MomentField(item, zone, parent)
    if item.type is ItemType.CHOICE:
        words = sum(len(option.display) for option in item.options)
        few = len(item.options) <= FEW and words <= _LONGEST_SWITCH
        return SegmentedField(item, parent) if few else ComboField(item, parent)
    return _KINDS[item.type](item, parent)


_LONGEST_SWITCH = 30
