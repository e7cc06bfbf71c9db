"""JSON whose numbers stay exactly what was written: a decimal is read as `Decimal` and written back digit by digit.

Refuses what JSON libraries let through: NaN and Infinity, the same key twice, lone surrogates, files nested without end,
and on writing every binary float, because its value was rounded before it came here.
"""

import json
import re
from collections.abc import Iterable, Mapping
from decimal import Decimal

from core.forms.problems import Problem, shown

DEPTH_LIMIT = 32
_SURROGATE = re.compile("[\ud800-\udfff]")


class UnreadableJson(ValueError):
    """The text is not JSON this program accepts; `problem` says why."""

    def __init__(self, code: str, where: str = "", **params: object) -> None:
        super().__init__(code)
        self.problem = Problem(where, code, params)


def load_json(text: str) -> object:
    """Read JSON; numbers with a point or an exponent become `Decimal`. Raises `UnreadableJson`. A leading BOM is skipped."""
    try:
        value: object = json.loads(
            text.removeprefix("\ufeff"),
            parse_float=_decimal,
            parse_int=_integer,
            parse_constant=_not_finite,
            object_pairs_hook=_object,
        )
    except json.JSONDecodeError as error:
        raise UnreadableJson("json_syntax", line=error.lineno, column=error.colno) from error
    except RecursionError as error:
        raise UnreadableJson("json_too_deep", limit=DEPTH_LIMIT) from error
    _check(value, "", 0)
    return value


def dump_json(value: object) -> str:
    """Write plain values as compact JSON, decimals literally. Raises TypeError for floats and anything that is not plain."""
    match value:
        case None | bool() | str() | int():
            return json.dumps(value, ensure_ascii=False)
        case Decimal():
            if not value.is_finite():
                raise TypeError("a number that is not finite has no JSON form")
            return str(value)
        case Mapping():
            return "{" + ",".join(f"{_key(key)}:{dump_json(entry)}" for key, entry in value.items()) + "}"
        case list() | tuple():
            return "[" + ",".join(dump_json(entry) for entry in value) + "]"
        case _:
            raise TypeError(f"{type(value).__name__} has no exact JSON form")


def has_lone_surrogate(text: str) -> bool:
    """Whether a text holds half a character and so cannot be written as UTF-8."""
    return _SURROGATE.search(text) is not None


def whole_signs(text: str) -> str:
    """The text with each half of a character replaced, sign for sign, so that it can be written as UTF-8."""
    return _SURROGATE.sub("\ufffd", text)


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise TypeError("a JSON key is a string")
    return json.dumps(key, ensure_ascii=False)


def _decimal(digits: str) -> Decimal:
    try:
        number = Decimal(digits)
    except ArithmeticError as error:
        raise UnreadableJson("json_number", value=shown(digits)) from error
    if not number.is_finite():
        raise UnreadableJson("json_number", value=shown(digits))
    return number


def _integer(digits: str) -> int:
    try:
        return int(digits)
    except ValueError as error:
        raise UnreadableJson("json_number", value=shown(digits)) from error


def _not_finite(word: str) -> object:
    raise UnreadableJson("json_number", value=word)


def _object(pairs: Iterable[tuple[str, object]]) -> dict[str, object]:
    result: dict[str, object] = {}
    for key, value in pairs:
        if key in result:
            raise UnreadableJson("json_duplicate_key", key=shown(key.encode("utf-8", "replace").decode()))
        result[key] = value
    return result


def _check(value: object, where: str, depth: int) -> None:
    if depth > DEPTH_LIMIT:
        raise UnreadableJson("json_too_deep", limit=DEPTH_LIMIT)
    match value:
        case str() if has_lone_surrogate(value):
            raise UnreadableJson("text_broken", where)
        case list():
            for entry in value:
                _check(entry, where, depth + 1)
        case dict():
            for key, entry in value.items():
                if has_lone_surrogate(key):
                    raise UnreadableJson("text_broken", where)
                _check(entry, key, depth + 1)
        case _:
            pass
