"""The engine where the numbered cases do not reach: the strictest of all, nested arguments, what an event tells."""

import pytest

from core.constraints.engine import Engine, Result
from core.constraints.event import Author, as_matched
from core.constraints.kinds import Action
from core.constraints.patterns import LONGEST_TEXT
from core.constraints.reach import about_no_argument, about_nothing
from tests.fakes.constraints import WORDS, T, data, engine, read, spec, wording

FORBID = spec("arg-forbid", tool="t", arg="a", pattern="rm -rf")


@pytest.mark.parametrize(
    "value",
    [
        *(
            "x rm -rf /",
            {"b": ["x", {"c": "rm -rf"}]},
            [["rm -rf"]],
            {"rm -rf": 1},
            ("rm -rf",),
            "ｒｍ -rf",
            "rm\u200b -rf",
        ),
    ],
)
def test_a_forbidden_argument_at_any_depth(value: object) -> None:
    assert engine(FORBID).before_tool(T, {"a": value}).action is Action.BLOCK


@pytest.mark.parametrize("value", ["ls", {"b": "rm", "c": "-rf"}, ["rm", "x", "-rf"], 5, None, True, {}])
def test_other_arguments_pass(value: object) -> None:
    assert engine(FORBID).before_tool(T, {"a": value, "b": "rm -rf"}).action is Action.PASS


@pytest.mark.parametrize(
    ("pattern", "value"),
    [
        ("a,b", ["a", "b"]),
        ("^12$", 12),
        ("^12$", 12.0),
        ("true", True),
        ("^x$", ["y", "x"]),
        ("^x$", {"b": {"c": "x"}}),
        ("病", {"病": 1}),
        (r'"k":\[1', {"k": [1]}),
    ],
)
def test_the_texts_of_a_value(pattern: str, value: object) -> None:
    forbid = engine(spec("arg-forbid", tool="t", arg="a", pattern=pattern))
    assert forbid.before_tool(T, {"a": value}).action is Action.BLOCK


@pytest.mark.parametrize("text", ["a_b", "好 转", "**"])
def test_what_folding_drops_is_found_as_written(text: str) -> None:
    pattern = text.replace("*", r"\*")
    assert engine(spec("arg-forbid", tool="t", arg="a", pattern=pattern)).before_tool(T, {"a": text}).stops
    assert wording(pattern=pattern).before_output(text, Author.MODEL).hits


def test_a_text_too_long_to_look_through_is_stopped() -> None:
    assert engine(FORBID).before_tool(T, {"a": "x" * (LONGEST_TEXT + 1)}).action is Action.BLOCK
    verdict = wording(action="warn").before_output("x" * (LONGEST_TEXT + 1), Author.MODEL).verdict
    assert (verdict.action, verdict.events[0].reason) == (Action.BLOCK, "text_too_long")
    assert wording().before_output("x" * (LONGEST_TEXT + 1), Author.PHYSICIAN).verdict.action is Action.NOTICE


@pytest.mark.parametrize(
    "actions", [["warn", "block"], ["block", "warn"], ["warn", "block-and-rewrite", "block"]]
)
def test_P17_the_strictest_wins(actions: list[str]) -> None:
    rules = [spec("output-forbid", pattern="好转", action=action) for action in actions]
    verdict = engine(*rules).before_output("好转", Author.MODEL).verdict
    assert verdict.action is Action.BLOCK
    assert [event.action.value for event in verdict.events] == actions


def test_every_hit_has_its_event() -> None:
    both = engine(spec("tool-deny", tool="t"), spec("tool-arg-require", tool="t", requireArg="p"), FORBID)
    assert [event.reason for event in both.before_tool(T, {"a": "rm -rf"}).events] == [
        "denied",
        "arg_missing",
        "arg_forbidden",
    ]


def test_a_failed_result_needs_not_be_complete_and_is_still_looked_through() -> None:
    both = engine(spec("completeness", tool="t", fields=["f"]), spec("result-forbid", tool="t", pattern="密"))
    assert both.after_tool(T, {}, Result("出错", ok=False)).action is Action.PASS
    assert [e.reason for e in both.after_tool(T, {}, Result("密", ok=False)).events] == ["result_forbidden"]


def test_data_that_nests() -> None:
    complete = engine(spec("completeness", tool="t", fields=["f"]))
    assert complete.after_tool(T, {}, data(f={"inner": "无"})).action is Action.PASS
    assert complete.after_tool(T, {}, data(f={"value": 0, "unit": "g"})).action is Action.PASS
    for nothing in ({"inner": "不详"}, ["未问", ""], {"code": "未问"}, {"value": None, "unit": "g"}):
        assert complete.after_tool(T, {}, data(f=nothing)).action is Action.REJECT


def test_an_event_tells_no_long_number_and_at_most_forty_signs() -> None:
    engine_of_numbers = wording(pattern=r"\d{17}[\dXx]|好{1,100}")
    event = engine_of_numbers.before_output("证 11010119900101123X", Author.MODEL).verdict.events[0]
    assert event.as_plain()["matched"] == "#" * 17 + "X"
    event = engine_of_numbers.before_output("好" * 99, Author.MODEL).verdict.events[0]
    assert event.as_plain()["matched"] == "好" * 40
    assert as_matched("123") == "123"


def test_the_fields_of_an_event() -> None:
    plain = wording().before_output("好转", Author.TEMPLATE).verdict.events[0].as_plain()
    assert plain == {
        "id": "c",
        "constraint": "c",
        "pack": "tcm",
        "kind": "output-forbid",
        "stage": "pre-output",
        "action": "block",
        "tool": None,
        "reason": "wording",
        "matched": "好转",
        "author": "template",
    }
    forbidden = engine(FORBID).before_tool(T, {"a": "rm -rf"}).events[0].as_plain()
    assert (forbidden["arg"], forbidden["tool"]) == ("a", T)
    assert "rm -rf" not in str(forbidden)


def test_many_places_count_as_one_too_many() -> None:
    excused = wording(unless=[{"id": "x", "before": ["未"]}])
    assert not excused.before_output("未好转。" * 100, Author.MODEL).hits
    assert excused.before_output("未好转。" * 300, Author.MODEL).verdict.action is Action.BLOCK


@pytest.mark.expect_log("could not be carried out")
def test_a_day_that_cannot_be_told_stops_the_text() -> None:
    def broken() -> None:
        raise OSError

    checked = Engine(read(spec("output-forbid", pattern=WORDS, action="warn")), broken)  # type: ignore[arg-type]
    verdict = checked.before_output("x", Author.MODEL).verdict
    assert (verdict.action, verdict.events[0].kind) == (Action.BLOCK, "error")
    assert checked.before_output("x", Author.PHYSICIAN).verdict.action is Action.NOTICE


def test_constraints_about_no_tool_are_told() -> None:
    some = read(
        spec("tool-deny", tool="t"), spec("tool-deny", tool="typo"), spec("output-forbid", pattern="x")
    )
    assert [one.tool for one in about_nothing(some, [T, "bash"])] == ["typo"]


def test_constraints_about_no_argument_are_told() -> None:
    some = read(
        spec("arg-forbid", tool="t", arg="patinetId", pattern="x"),
        spec("arg-forbid", tool="t", arg="patientId", pattern="x"),
        spec("completeness", tool="t", fields=["f"], when={"arg": "from", "in": ["a"]}),
        spec("tool-deny", tool="t"),
    )
    schema = {"type": "object", "properties": {"patientId": {}, "form": {}}}
    found = about_no_argument(some, {T: schema, "pack__other__t": {}})
    assert [(tool, arg) for _, tool, arg in found] == [(T, "patinetId"), (T, "from")]


def test_a_full_name_is_that_tool_alone() -> None:
    full = engine(spec("tool-deny", tool="pack__a__t"), pack="")
    assert full.before_tool("pack__a__t", {}).stops
    assert not full.before_tool("mcp__pack__a__t", {}).stops


def test_whether_a_text_must_be_held_back() -> None:
    assert wording().checks_output
    assert not engine(FORBID).checks_output
