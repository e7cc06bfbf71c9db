"""The arguments of a call: read, and held against the tool's JSON Schema before anything else looks at them.

A schema comes from a pack and arguments from anybody, so both together take bounded time: a `pattern` is one of `core.constraints.patterns`,
and keywords whose work nothing bounds are refused. The schema library is imported on first use: it takes longer than the start of the
command line.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NoReturn

from core.base.errors import UserError
from core.constraints.patterns import LONGEST_TEXT, compile_pattern
from core.constraints.syntax import Unfit
from core.tools.tool import Tool

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError
    from jsonschema.protocols import Validator

MOST_BYTES: Final = 256 * 1024
MOST_SAID: Final = 5
"""Faults that are told at once; whoever mends these meets the next."""

MOST_FOUND: Final = 50
"""Faults that are looked for: a long list may have one in each entry."""

REFUSED: Final = frozenset(
    {"$ref", "$dynamicRef", "patternProperties", "unevaluatedItems", "unevaluatedProperties"}
)
"""What looks a thing up elsewhere, and what goes over the same values again and again."""


def read_arguments(tool: Tool, given: str | Mapping[str, object]) -> dict[str, object]:
    """What was given, as it fits the tool.

    Raises `UserError` tool_arguments_unreadable, tool_arguments_long, tool_arguments_unfit: each says what to send instead.
    """
    text = given if isinstance(given, str) else _dumped(tool, given)
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise UserError("tool_arguments_long", tool=tool.name, limit=MOST_BYTES)
    try:
        arguments = json.loads(text, parse_constant=_no_number, object_pairs_hook=_once)
        # Also what is only written as an escape: half a sign, or a number that is none any more.
        json.dumps(arguments, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError) as error:
        raise UserError("tool_arguments_unreadable", tool=tool.name) from error
    try:
        faults = sorted(islice(_validator(tool).iter_errors(arguments), MOST_FOUND), key=_order)
    except (ArithmeticError, RecursionError) as error:
        # A number beyond every bound, or lists within lists: nobody could look at it.
        raise UserError("tool_arguments_unreadable", tool=tool.name) from error
    if faults or not isinstance(arguments, dict):
        said = "; ".join(list(dict.fromkeys(map(_fault, faults)))[:MOST_SAID])
        raise UserError("tool_arguments_unfit", tool=tool.name, faults=said or "$: object")
    return arguments


def copied(arguments: Mapping[str, object]) -> dict[str, object]:
    """The same once more, for somebody who may change it."""
    again: dict[str, object] = json.loads(json.dumps(arguments))
    return again


def refuse_unfit_schema(tool: Tool) -> None:
    """Raises `UserError` tool_schema for what is no schema of an object, or one of whose work nobody knows an end."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError

    try:
        unfit = next(_unfit(tool.parameters, ()), None)
        if unfit is None:
            Draft202012Validator.check_schema(dict(tool.parameters))
    except SchemaError as error:
        raise UserError("tool_schema", tool=tool.name, where=_place(error.absolute_path)) from error
    except RecursionError as error:
        raise UserError("tool_schema", tool=tool.name, where="$") from error
    if unfit is not None or tool.parameters.get("type") != "object":
        raise UserError("tool_schema", tool=tool.name, where=_place(unfit or ()))


def _unfit(schema: object, at: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    """The places of what is refused: a schema says all it says itself."""
    if isinstance(schema, Mapping):
        for key, value in schema.items():
            if key in REFUSED or (key == "pattern" and isinstance(value, str) and not _is_pattern(value)):
                yield (*at, str(key))
            yield from _unfit(value, (*at, str(key)))
    elif isinstance(schema, list | tuple):
        for number, value in enumerate(schema):
            yield from _unfit(value, (*at, number))


def _is_pattern(written: str) -> bool:
    try:
        compile_pattern(written)
    except Unfit:
        return False
    return True


def _validator(tool: Tool) -> "Validator":
    return _of_ours()(dict(tool.parameters))


@cache
def _of_ours() -> "type[Validator]":
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    ours: type[Validator] = extend(  # type: ignore[no-untyped-call]
        Draft202012Validator, {"pattern": _fits_pattern, "uniqueItems": _has_no_twins}
    )
    return ours


def _fits_pattern(
    _validator: object, pattern: str, value: object, _schema: object
) -> "Iterator[ValidationError]":
    from jsonschema.exceptions import ValidationError

    if isinstance(value, str) and (
        len(value) > LONGEST_TEXT or compile_pattern(pattern).search(value) is None
    ):
        yield ValidationError("")


def _has_no_twins(
    _validator: object, wanted: bool, value: object, _schema: object
) -> "Iterator[ValidationError]":
    from jsonschema.exceptions import ValidationError

    if wanted and isinstance(value, list) and len(set(map(_comparable, value))) < len(value):
        yield ValidationError("")


def _comparable(value: Any) -> object:
    """The same for the same JSON, and only for it: true is not 1, and 1.0 is."""
    match value:
        case bool():
            return (bool, value)
        case dict():
            return frozenset((key, _comparable(one)) for key, one in value.items())
        case list():
            return (list, *map(_comparable, value))
        case _:
            return value


def _order(fault: "ValidationError") -> list[str]:
    return [str(part) for part in fault.absolute_path]


def _dumped(tool: Tool, given: Mapping[str, object]) -> str:
    try:
        return json.dumps(dict(given), ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise UserError("tool_arguments_unreadable", tool=tool.name) from error


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A key that is there twice would be read one way here and another elsewhere."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key twice")
    return found


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)


def _fault(fault: "ValidationError") -> str:
    """Where, and what was not met, in the tool's own words; never a value, which may be a patient's."""
    lacking, needed = "", fault.validator_value
    if fault.validator == "required" and isinstance(fault.instance, Mapping) and isinstance(needed, list):
        lacking = " " + ", ".join(str(name) for name in needed if name not in fault.instance)
    return f"{_place(fault.absolute_path)}: {fault.validator}{lacking}"


def _place(path: object) -> str:
    return "$" + "".join(f".{part}" if isinstance(part, str) else f"[{part}]" for part in path)  # type: ignore[attr-defined]
