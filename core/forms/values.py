"""One answer as the answers file writes it: what each item type takes, and why a value is refused.

Numbers are `int` or `Decimal`; a `float` has been rounded already and is refused. Dates may be partial, as in FHIR.
Whether an answer is *missing* is not decided here but in `core.forms.completeness`.
"""

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, time
from decimal import Decimal

from core.forms.exact_json import has_lone_surrogate
from core.forms.problems import shown
from core.forms.questionnaire import Item, ItemType

TEXT_LIMIT = 100_000
NO_ANSWER, NOT_KNOWN, NOT_ASKED = "无", "不详", "未问"
CHOSEN = (NO_ANSWER, NOT_KNOWN)
"""What a person may choose on a text item instead of typing."""

_INTEGER_RANGE = range(-(2**31), 2**31)
_DIGITS = 18
_DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?", re.ASCII)
_MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?(Z|[+-]\d{2}:\d{2})", re.ASCII)
_TIME = re.compile(r"\d{2}:\d{2}:\d{2}(\.\d{1,6})?", re.ASCII)
_NOT_IN_URL = re.compile(r"[\s\x00-\x1f\x7f]")

Fault = tuple[str, dict[str, object]]
"""The code of a problem and its parameters."""


def fault(item: Item, value: object) -> Fault | None:
    """Why `value` is no answer to `item`, or None when it is one. `value` is a single answer, not absent."""
    return _CHECKS[item.type](item, value)


def is_number(value: object) -> bool:
    """Whether a value is an exact JSON number of at most 18 digits either side of its point."""
    return number_fault(value) is None


def number_fault(value: object) -> Fault | None:
    """Why a value is no exact, finite number within FHIR's 18 digits."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return "wrong_type", {"expected": ItemType.DECIMAL.value}
    number = Decimal(value)
    if not number.is_finite():
        return "not_finite", {}
    _, digits, exponent = number.as_tuple()
    if len(digits) > _DIGITS or not isinstance(exponent, int) or not -_DIGITS <= exponent <= _DIGITS:
        return "number_out_of_range", {"value": shown(value)}
    return None


def text_fault(value: object, limit: int = TEXT_LIMIT) -> Fault | None:
    """Why a value is no text that can be kept byte for byte."""
    if not isinstance(value, str):
        return "wrong_type", {"expected": ItemType.STRING.value}
    if has_lone_surrogate(value):
        return "text_broken", {}
    if len(value) > limit:
        return "text_too_long", {"limit": limit, "length": len(value)}
    return None


def chosen_code(value: object) -> str | None:
    """The code of `{"code": …}` when a value has that shape, whatever the code."""
    if isinstance(value, Mapping) and set(value) == {"code"} and isinstance(value["code"], str):
        return value["code"]
    return None


def parsed_date(text: str) -> tuple[int, ...] | None:
    """Year, year and month, or year, month and day of an existing date; None when there is no such date."""
    if _DATE.fullmatch(text) is None:
        return None
    try:
        date.fromisoformat(text + "-01-01"[: 10 - len(text)])
    except ValueError:
        return None
    return tuple(int(part) for part in text.split("-"))


def parsed_moment(text: str) -> datetime | None:
    """An aware moment written in full; None otherwise. Partial date-times are dates: see `parsed_date`."""
    if _MOMENT.fullmatch(text) is None:
        return None
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def parsed_time(text: str) -> time | None:
    """A time of day with seconds; None otherwise."""
    if _TIME.fullmatch(text) is None:
        return None
    try:
        return time.fromisoformat(text)
    except ValueError:
        return None


def _boolean(_: Item, value: object) -> Fault | None:
    return None if isinstance(value, bool) else ("wrong_type", {"expected": ItemType.BOOLEAN.value})


def _integer(_: Item, value: object) -> Fault | None:
    if isinstance(value, bool) or not isinstance(value, int):
        return "wrong_type", {"expected": ItemType.INTEGER.value}
    return None if value in _INTEGER_RANGE else ("number_out_of_range", {"value": shown(value)})


def _decimal(_: Item, value: object) -> Fault | None:
    return number_fault(value)


def _written(parse: Callable[[str], object], code: str) -> Callable[[Item, object], Fault | None]:
    def check(item: Item, value: object) -> Fault | None:
        if not isinstance(value, str):
            return "wrong_type", {"expected": item.type.value}
        return None if parse(value) is not None else (code, {"value": shown(value)})

    return check


def _date_or_moment(text: str) -> object:
    return parsed_date(text) or parsed_moment(text)


def _text(item: Item, value: object) -> Fault | None:
    code = chosen_code(value)
    if code is not None:
        return None if code in CHOSEN else ("chosen_unknown", {"value": shown(code)})
    return _free_text(item, value)


def _free_text(item: Item, value: object) -> Fault | None:
    limit = TEXT_LIMIT if item.max_length is None else min(item.max_length, TEXT_LIMIT)
    found = text_fault(value, limit)
    if found is not None and found[0] == "wrong_type":
        return "wrong_type", {"expected": item.type.value}
    return found


def _url(item: Item, value: object) -> Fault | None:
    found = _free_text(item, value)
    if found is None and _NOT_IN_URL.search(str(value)):
        return "url_invalid", {"value": shown(value)}
    return found


def _choice(item: Item, value: object) -> Fault | None:
    if not isinstance(value, str):
        return "wrong_type", {"expected": item.type.value}
    return None if item.option(value) is not None else ("not_offered", {"value": shown(value)})


def _open_choice(item: Item, value: object) -> Fault | None:
    return None if item.option(value) is not None else _free_text(item, value)


def _quantity(item: Item, value: object) -> Fault | None:
    if not isinstance(value, Mapping) or set(value) != {"value", "unit"}:
        return "quantity_shape", {}
    found = number_fault(value["value"])
    if found is not None:
        return found
    unit = value["unit"]
    if text_fault(unit) is not None or not str(unit).strip():
        return "quantity_shape", {}
    if item.unit is not None and unit != item.unit:
        return "unit_differs", {"unit": shown(unit), "expected": item.unit}
    return None


def _display(_: Item, __: object) -> Fault | None:
    return "display_answered", {}


def _group(_: Item, __: object) -> Fault | None:
    return "object_expected", {}


_CHECKS: Mapping[ItemType, Callable[[Item, object], Fault | None]] = {
    ItemType.GROUP: _group,
    ItemType.DISPLAY: _display,
    ItemType.BOOLEAN: _boolean,
    ItemType.DECIMAL: _decimal,
    ItemType.INTEGER: _integer,
    ItemType.DATE: _written(parsed_date, "date_invalid"),
    ItemType.DATE_TIME: _written(_date_or_moment, "moment_invalid"),
    ItemType.TIME: _written(parsed_time, "time_invalid"),
    ItemType.STRING: _text,
    ItemType.TEXT: _text,
    ItemType.URL: _url,
    ItemType.CHOICE: _choice,
    ItemType.OPEN_CHOICE: _open_choice,
    ItemType.QUANTITY: _quantity,
}
