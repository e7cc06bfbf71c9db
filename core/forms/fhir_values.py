"""One answer of the answers file as FHIR's answer[x], and back. Exact in both directions; nothing is converted on the way."""

from collections.abc import Mapping

from core.forms.questionnaire import Item, ItemType, Option, OptionKind
from core.forms.values import chosen_code

CHOSEN_URL = "urn:mingdao:chosen"
"""Marks a valueString that a person chose (无, 不详) and did not type."""

_VALUE_KEYS: Mapping[ItemType, str] = {
    ItemType.BOOLEAN: "valueBoolean",
    ItemType.DECIMAL: "valueDecimal",
    ItemType.INTEGER: "valueInteger",
    ItemType.DATE: "valueDate",
    ItemType.DATE_TIME: "valueDateTime",
    ItemType.TIME: "valueTime",
    ItemType.STRING: "valueString",
    ItemType.TEXT: "valueString",
    ItemType.URL: "valueUri",
    ItemType.QUANTITY: "valueQuantity",
}


def to_fhir(item: Item, value: object) -> dict[str, object]:
    """The FHIR answer for a checked value."""
    option = item.option(value)
    if option is not None:
        return {option.kind.value: _option_value(option)}
    if item.type is ItemType.OPEN_CHOICE:
        return {"valueString": value}
    chosen = chosen_code(value)
    if chosen is not None:
        return {"extension": [{"url": CHOSEN_URL, "valueCode": chosen}], "valueString": chosen}
    if isinstance(value, Mapping):
        value = {"value": value["value"], "unit": value["unit"]}
    return {_VALUE_KEYS[item.type]: value}


def from_fhir(item: Item, answer: Mapping[str, object]) -> object:
    """The reverse of `to_fhir`. Raises KeyError, TypeError or ValueError for an answer it did not write."""
    if item.type in {ItemType.CHOICE, ItemType.OPEN_CHOICE}:
        return _code_of(answer)
    value = answer[_VALUE_KEYS[item.type]]
    if item.takes_text and any(mark["url"] == CHOSEN_URL for mark in _marks(answer)):
        return {"code": value}
    if isinstance(value, Mapping):
        return {"value": value["value"], "unit": value["unit"]}
    return value


def _option_value(option: Option) -> object:
    match option.kind:
        case OptionKind.CODING:
            coding = {"system": option.system} if option.system is not None else {}
            return {**coding, "code": option.code, "display": option.display}
        case OptionKind.INTEGER:
            return int(option.code)
        case OptionKind.STRING:
            return option.code


def _code_of(answer: Mapping[str, object]) -> str:
    kind = next(kind for kind in (*OptionKind, None) if kind is None or kind.value in answer)
    if kind is None:
        raise KeyError("value")
    value = answer[kind.value]
    code = value["code"] if isinstance(value, Mapping) else value
    return str(code)


def _marks(answer: Mapping[str, object]) -> list[Mapping[str, object]]:
    marks = answer.get("extension", [])
    if not isinstance(marks, list):
        raise TypeError("extensions are a list")
    return marks
