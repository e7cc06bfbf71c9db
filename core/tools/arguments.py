"""The arguments of a call: read, and held against the tool's JSON Schema before anything else looks at them.

The schema library is imported on first use: it takes longer than the start of the command line.
"""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NoReturn

from core.base.errors import UserError
from core.tools.tool import Tool

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

MOST_BYTES: Final = 256 * 1024
MOST_SAID: Final = 5
"""Faults that are told at once; whoever mends these meets the next."""


def read_arguments(tool: Tool, given: str | Mapping[str, object]) -> dict[str, object]:
    """What was given, as it fits the tool.

    Raises `UserError` tool_arguments_unreadable, tool_arguments_long, tool_arguments_unfit: each says what to send instead.
    """
    text = given if isinstance(given, str) else _dumped(tool, given)
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise UserError("tool_arguments_long", tool=tool.name, limit=MOST_BYTES)
    try:
        arguments = json.loads(text, parse_constant=_no_number, object_pairs_hook=_once)
        text.encode()
    except (ValueError, RecursionError) as error:
        raise UserError("tool_arguments_unreadable", tool=tool.name) from error
    faults = sorted(
        _validator(tool).iter_errors(arguments), key=lambda fault: [str(part) for part in fault.absolute_path]
    )
    if faults or not isinstance(arguments, dict):
        said = "; ".join(f"{_place(fault.absolute_path)}: {fault.validator}" for fault in faults[:MOST_SAID])
        raise UserError("tool_arguments_unfit", tool=tool.name, faults=said or "$: object")
    return arguments


def refuse_unfit_schema(tool: Tool) -> None:
    """Raises `UserError` tool_schema for what is no schema of an object."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError

    try:
        Draft202012Validator.check_schema(dict(tool.parameters))
    except SchemaError as error:
        raise UserError("tool_schema", tool=tool.name, where=_place(error.absolute_path)) from error
    if tool.parameters.get("type") != "object" or _refers(tool.parameters):
        raise UserError("tool_schema", tool=tool.name, where="$")


def _validator(tool: Tool) -> "Validator":
    from jsonschema import Draft202012Validator

    return Draft202012Validator(dict(tool.parameters))


def _refers(schema: object) -> bool:
    """Whether something is looked up elsewhere: a schema says all it says itself."""
    if isinstance(schema, Mapping):
        return "$ref" in schema or "$dynamicRef" in schema or any(map(_refers, schema.values()))
    return isinstance(schema, list | tuple) and any(map(_refers, schema))


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


def _place(path: object) -> str:
    return "$" + "".join(f".{part}" if isinstance(part, str) else f"[{part}]" for part in path)  # type: ignore[attr-defined]
