"""The JSON object in a model's text."""

import math
from decimal import Decimal

from core.forms.exact_json import UnreadableJson, load_json


def json_of(text: str) -> dict[str, object] | None:
    """What stands from the first `{` to the last `}`, read strictly; None for anything else. Raises nothing.

    A key that is there twice, NaN, numbers beyond measure and nesting without end make it None, and so do two objects in one text
    (spec/kernel.md §5). Numbers with a point are floats, as in any JSON a pack reads.
    """
    start, end = text.find("{"), text.rfind("}")
    try:
        found = load_json(text[start : end + 1]) if 0 <= start < end else None
        return {key: _plain(value) for key, value in found.items()} if isinstance(found, dict) else None
    except (UnreadableJson, ValueError, OverflowError):
        return None


def _plain(value: object) -> object:
    match value:
        case Decimal():
            number = float(value)
            if not math.isfinite(number):
                raise ValueError("a number beyond measure")
            return number
        case list():
            return [_plain(entry) for entry in value]
        case dict():
            return {key: _plain(entry) for key, entry in value.items()}
        case _:
            return value
