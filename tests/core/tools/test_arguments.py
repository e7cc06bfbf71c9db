"""The arguments of a call are what the tool's schema says, or the call does not happen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import UserError
from core.tools.arguments import MOST_BYTES, read_arguments
from core.tools.registry import Registry
from core.tools.tool import Tool, ToolResult, Unit, full_name

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


def test_a_refusal_names_the_place_and_never_what_was_typed() -> None:
    with pytest.raises(UserError) as error:
        read_arguments(tool(), '{"patientId": "P001", "days": "陈敏的手机"}')
    assert "$.days" in str(error.value.params["faults"])
    assert "陈敏" not in repr(error.value.params)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=20,
    )
)
def test_nothing_that_is_given_ends_in_a_traceback(value: object) -> None:
    given_ = value if isinstance(value, dict) else {"patientId": value}
    try:
        read_arguments(tool(), given_)
    except UserError:
        return


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "array"},
        {},
        {"type": "nothing"},
        {"type": "object", "properties": {"a": {"$ref": "https://example.org/a.json"}}},
        {"type": "object", "properties": 3},
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
    with pytest.raises(UserError, match="tool_name_long"):
        full_name("tcm", "x" * 60)


def test_a_name_is_given_once() -> None:
    registry = Registry()
    registry.add(tool())
    with pytest.raises(UserError, match="tool_exists"):
        registry.add(tool())
    with pytest.raises(UserError, match="tool_name_reserved"):
        registry.add(tool(name="mcp__x__t"))
    assert [one.name for one in registry] == ["pack__demo__t"]
