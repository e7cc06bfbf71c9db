"""The texts in which a pattern is looked for, when what is checked is a value and not a text.

Every text and number in it at any depth, lists joined by commas as JavaScript writes them, and the whole as canonical JSON with its
Chinese as it is. A value that has no JSON raises, which stops the call.
"""

import json
from collections.abc import Iterator, Mapping
from decimal import Decimal


def texts_in(value: object) -> Iterator[str]:
    """Every text of a value, the whole first: where that is too long, no part of it need be looked through. None has none."""
    if value is None:
        return
    if not isinstance(value, str):
        yield json.dumps(
            value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False, default=_plain
        )
    waiting: list[object] = [value]
    while waiting:
        one = waiting.pop()
        match one:
            case str():
                yield one
            case bool() | None:
                yield json.dumps(one)
            case int() | float() | Decimal():
                yield _number(one)
            case Mapping():
                waiting.extend(one.values())
            case list() | tuple():
                waiting.extend(one)
                yield ",".join(entry for entry in one if isinstance(entry, str))
            case _:
                raise TypeError(type(one).__name__)


def _number(number: float | Decimal) -> str:
    return str(int(number)) if isinstance(number, float) and number.is_integer() else str(number)


def _plain(value: object) -> object:
    if isinstance(value, Decimal):
        return _number(value)
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(type(value).__name__)
