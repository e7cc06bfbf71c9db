"""The arguments of a call are what the tool's schema says, or the call does not happen."""

import json
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial, reduce
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.base.errors import UserError
from core.tools.arguments import MOST_BYTES, read_arguments
from core.tools.registry import Registry
from core.tools.tool import Tool, ToolResult, Unit, full_name
from tests.fakes.mutated import ANY, mutated

SCHEMA = {
    "type": "object",
    "properties": {
        "patientId": {"type": "string", "minLength": 1},
        "days": {"type": "integer", "minimum": 0},
    },
    "required": ["patientId"],
    "additionalProperties": False,
}


def tool(schema: dict[str, object] = SCHEMA, name: str = "pack__demo__t") -> Tool:
    def run(_arguments: object, _unit: Unit) -> ToolResult:
        return ToolResult("")

    return Tool(name, "t", "d", schema, run)


def refused(text: str) -> str:
    with pytest.raises(UserError) as error:
        read_arguments(tool(), text)
    return error.value.code


def test_what_fits_is_read() -> None:
    assert read_arguments(tool(), '{"patientId": "P001", "days": 0}') == {"patientId": "P001", "days": 0}
    assert read_arguments(tool(), {"patientId": "P001"}) == {"patientId": "P001"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "tool_arguments_unreadable"),
        ("{", "tool_arguments_unreadable"),
        ('{"patientId": "P001", "patientId": "P002"}', "tool_arguments_unreadable"),
        ('{"patientId": "P001", "days": NaN}', "tool_arguments_unreadable"),
        ('{"patientId": "\ud800"}', "tool_arguments_unreadable"),
        (r'{"patientId": "\ud800"}', "tool_arguments_unreadable"),
        ('{"patientId": "P001", "days": 1e999}', "tool_arguments_unreadable"),
        ("[" * 5000, "tool_arguments_unreadable"),
        ("[]", "tool_arguments_unfit"),
        ("null", "tool_arguments_unfit"),
        ("{}", "tool_arguments_unfit"),
        ('{"patientId": ""}', "tool_arguments_unfit"),
        ('{"patientId": "P001", "days": "2"}', "tool_arguments_unfit"),
        ('{"patientId": "P001", "days": true}', "tool_arguments_unfit"),
        ('{"patientId": "P001", "also": 1}', "tool_arguments_unfit"),
        ('"' + "x" * MOST_BYTES + '"', "tool_arguments_long"),
    ],
)
def test_what_does_not_fit_is_refused_by_its_reason(text: str, code: str) -> None:
    assert refused(text) == code


def test_a_refusal_names_what_is_lacking() -> None:
    with pytest.raises(UserError) as error:
        read_arguments(tool(), "{}")
    assert error.value.params["faults"] == "$: required patientId"


def test_a_refusal_names_the_place_and_never_what_was_typed() -> None:
    with pytest.raises(UserError) as error:
        read_arguments(tool(), '{"patientId": "P001", "days": "陈敏的手机"}')
    assert "$.days" in str(error.value.params["faults"])
    assert "陈敏" not in repr(error.value.params)


def outcome(work: Callable[[], object]) -> str:
    """The code of the refusal, or done."""
    try:
        work()
    except UserError as error:
        return error.code
    return "done"


SCHEMAS: tuple[dict[str, object], ...] = (
    SCHEMA,
    {
        "type": "object",
        "properties": {
            "a": {"type": "string", "pattern": "^[A-Z]{1,3}[0-9]+$", "maxLength": 9},
            "b": {"type": "array", "items": {"enum": [1, "x", None]}, "uniqueItems": True, "maxItems": 5},
            "c": {"type": "number", "multipleOf": 0.5, "minimum": 0, "exclusiveMaximum": 10},
            "d": {"anyOf": [{"type": "object", "required": ["e"]}, {"const": False}]},
        },
        "propertyNames": {"pattern": "^[a-z]$"},
        "additionalProperties": False,
    },
)
FITTING = (
    {"patientId": "P001", "days": 2},
    {"a": "AB12", "b": [1, "x", None], "c": 9.5, "d": {"e": []}},
)


@settings(max_examples=300, deadline=timedelta(seconds=5))
@given(mutated(*SCHEMAS) | ANY, mutated(*FITTING) | ANY, st.booleans())
def test_no_schema_and_no_arguments_end_in_a_traceback(schema: Any, arguments: Any, as_text: bool) -> None:
    if not isinstance(schema, dict):
        return
    one = tool(schema)

    def work() -> None:
        Registry().add(one)
        read_arguments(one, json.dumps(arguments) if as_text else {"patientId": arguments, "a": arguments})

    assert outcome(work).startswith(("done", "tool_"))


@settings(max_examples=200, deadline=timedelta(seconds=5))
@given(
    st.text(max_size=60)
    | st.binary(max_size=60).map(lambda given_: given_.decode("utf-8", "surrogateescape"))
)
def test_no_text_ends_in_a_traceback(text: str) -> None:
    for given_ in (text, f'{{"patientId": "{text}"}}', f'{{"patientId": {text}}}'):
        assert outcome(partial(read_arguments, tool(), given_)).startswith(("done", "tool_arguments_"))


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({"pattern": "^(a?){50}$"}, json.dumps("a" * 50_000 + "!")),
        ({"pattern": r".+@.+\..+a.+a"}, json.dumps("x@." * 700)),
        ({"uniqueItems": True}, json.dumps([{"a": number} for number in range(2_500)])),
        ({"uniqueItems": True}, "[" + ",".join(["[]"] * 80_000) + "]"),
        ({"multipleOf": 0.01}, "1" + "0" * 400),
        ({"multipleOf": 0.01}, "1e999"),
        ({"items": {"type": "string"}}, "[" + ",".join(["1"] * 60_000) + "]"),
        ({"type": "string"}, "[" * 900 + "]" * 900),
        ({"uniqueItems": True}, "[" * 900 + "]" * 900),
    ],
)
def test_whatever_is_given_the_time_is_bounded(schema: dict[str, object], text: str) -> None:
    one = tool({"type": "object", "properties": {"a": schema}})
    began = time.perf_counter()
    with suppress(UserError):
        Registry().add(one)
        read_arguments(one, f'{{"a": {text}}}')
    assert time.perf_counter() - began < 5


@pytest.mark.parametrize(
    ("schema", "value", "fits"),
    [
        ({"pattern": "^a+$"}, "aa", True),
        ({"pattern": "b"}, "abc", True),
        ({"pattern": "^b"}, "abc", False),
        ({"pattern": "a"}, 3, True),
        ({"pattern": "a"}, "a" * 100_001, False),
        ({"uniqueItems": True}, [1, True, "1", [1], {"a": 1}, {"a": True}, [[], []]], True),
        ({"uniqueItems": True}, [1, 1.0], False),
        ({"uniqueItems": True}, [{"a": 1, "b": 2}, {"b": 2, "a": 1.0}], False),
        ({"uniqueItems": False}, [1, 1], True),
    ],
)
def test_patterns_and_twins_are_looked_for_as_a_schema_means_them(
    schema: dict[str, object], value: object, fits: bool
) -> None:
    one = tool({"type": "object", "properties": {"a": schema}})
    Registry().add(one)
    if fits:
        assert read_arguments(one, {"a": value}) == {"a": value}
    else:
        with pytest.raises(UserError, match="tool_arguments_unfit"):
            read_arguments(one, {"a": value})


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "array"},
        {},
        {"type": "nothing"},
        {"type": "object", "properties": {"a": {"$ref": "https://example.org/a.json"}}},
        {"type": "object", "properties": 3},
        {
            "type": "object",
            "properties": reduce(lambda inner, _: {"a": {"properties": inner}}, range(2_000), {}),
        },
        {"type": "object", "patternProperties": {"a": {}}},
        {"type": "object", "properties": {"a": {"anyOf": [{"unevaluatedItems": False}]}}},
        {"type": "object", "unevaluatedProperties": False},
        {"type": "object", "properties": {"a": {"$dynamicRef": "#a"}}},
        {"type": "object", "properties": {"a": {"pattern": "(a+)+$"}}},
        {"type": "object", "properties": {"a": {"pattern": "a{99999999999999}"}}},
        {"type": "object", "properties": {"a": {"pattern": "("}}},
    ],
)
def test_a_schema_that_is_none_of_an_object_registers_no_tool(schema: dict[str, object]) -> None:
    registry = Registry()
    with pytest.raises(UserError, match="tool_schema"):
        registry.add(tool(schema))
    assert len(registry) == 0


def test_K14_a_name_is_made_of_pack_and_tool_and_fits() -> None:
    assert full_name("tcm", "intake_collect") == "pack__tcm__intake_collect"
    for bad in ("bad name", "", "-x", "名字"):
        with pytest.raises(UserError, match="tool_name"):
            full_name("tcm", bad)
    longest = full_name("tcm", "x" * 53)
    assert len(longest) == 64
    Registry().add(tool(name=longest))
    with pytest.raises(UserError, match="tool_name_long"):
        full_name("tcm", "x" * 54)
    with pytest.raises(UserError, match="tool_name_long"):
        Registry().add(tool(name=f"{longest}x"))


def test_a_name_is_given_once() -> None:
    registry = Registry()
    registry.add(tool())
    with pytest.raises(UserError, match="tool_exists"):
        registry.add(tool())
    with pytest.raises(UserError, match="tool_name_reserved"):
        registry.add(tool(name="mcp__x__t"))
    assert [one.name for one in registry] == ["pack__demo__t"]
