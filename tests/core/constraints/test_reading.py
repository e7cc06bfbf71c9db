"""Reading: everything wrong at once, each with its place; what got past it is made as strict as it can be."""

import json
from typing import Any

import pytest

from core.base.messages import LANGUAGES, Messages
from core.constraints.constraint import Constraint
from core.constraints.kinds import Action
from core.constraints.reading import guarded, problems_in
from core.forms.exact_json import load_json
from tests.fakes.constraints import T, data, engine, read, spec

DENY = spec("tool-deny", tool="t")


def wrong(written: object) -> list[tuple[str, str]]:
    return [(problem.where, problem.code) for problem in problems_in([written], "c.json")]


@pytest.mark.parametrize(
    ("written", "found"),
    [
        (None, [("c.json[0]", "constraint_not_object")]),
        ([], [("c.json[0]", "constraint_not_object")]),
        ({}, [("c.json[0].id", "constraint_id"), ("c.json[0].kind", "constraint_kind")]),
        (spec("deny", tool="t"), [("c.json[0].kind", "constraint_kind")]),
        ({**DENY, "kind": ["tool-deny"]}, [("c.json[0].kind", "constraint_kind")]),
        ({**DENY, "id": "-a"}, [("c.json[0].id", "constraint_id")]),
        ({**DENY, "id": "a" * 65}, [("c.json[0].id", "constraint_id")]),
        ({**DENY, "id": "a\n"}, [("c.json[0].id", "constraint_id")]),
        ({**DENY, "tools": "t"}, [("c.json[0]", "constraint_key_unknown")]),
        ({**DENY, "pattern": "x"}, [("c.json[0]", "constraint_key_unknown")]),
        ({**DENY, "action": "block"}, [("c.json[0]", "constraint_key_unknown")]),
        ({**DENY, "tool": "pack__*"}, [("c.json[0].tool", "constraint_tool")]),
        ({**DENY, "tool": 1}, [("c.json[0].tool", "constraint_tool")]),
        (spec("output-forbid", pattern="x", action="blok"), [("c.json[0].action", "constraint_action")]),
        (spec("output-forbid", pattern="x", action=["block"]), [("c.json[0].action", "constraint_action")]),
        (spec("completeness", tool="t", fields="f"), [("c.json[0].fields", "constraint_list")]),
        (
            spec("completeness", tool="t", fields=["f", "", 1, "f"]),
            [
                ("c.json[0].fields[1]", "constraint_list_entry"),
                ("c.json[0].fields[2]", "constraint_list_entry"),
                ("c.json[0].fields[3]", "constraint_list_twice"),
            ],
        ),
        (
            spec("completeness", tool="t", fields=["f"], onMissing="ask", missingValues=[]),
            [("c.json[0].missingValues", "constraint_list"), ("c.json[0].onMissing", "constraint_action")],
        ),
        (
            spec("completeness", tool="t", fields=["f "], when={"arg": " a", "in": ["b "]}),
            [
                ("c.json[0].fields[0]", "constraint_list_padded"),
                ("c.json[0].when.arg", "constraint_arg"),
                ("c.json[0].when.in[0]", "constraint_list_padded"),
            ],
        ),
        (
            spec("completeness", tool="t", fields=["f"], when={"arg": "a"}),
            [("c.json[0].when", "constraint_when")],
        ),
        (
            spec("completeness", tool="t", fields=["f"], when={"arg": "", "in": []}),
            [("c.json[0].when.arg", "constraint_arg"), ("c.json[0].when.in", "constraint_list")],
        ),
        ({**DENY, "explain": " "}, [("c.json[0].explain", "constraint_explain")]),
        ({**DENY, "explain": "x" * 201}, [("c.json[0].explain", "text_too_long")]),
        (
            spec("output-forbid", pattern="好转", explain="不要写好 轉"),
            [("c.json[0].explain", "constraint_explain_forbidden")],
        ),
        ({**DENY, "examples": {"block": []}}, [("c.json[0].examples", "constraint_examples")]),
        (
            {**DENY, "examples": {"blocks": ["x"]}},
            [("c.json[0].examples.blocks", "constraint_examples_object")],
        ),
        (
            spec("output-forbid", pattern="x", examples={"passes": [{}]}),
            [("c.json[0].examples.passes", "constraint_examples_text")],
        ),
        (spec("output-forbid", pattern="x", unless={}), [("c.json[0].unless", "unless_shape")]),
        (spec("output-forbid", pattern="x", unless=[1]), [("c.json[0].unless[0]", "unless_shape")]),
        (
            spec(
                "output-forbid",
                pattern="x",
                unless=[{"id": "a", "befor": ["x"], "reach": "far", "quotes": 1, "dates": True}],
            ),
            [
                ("c.json[0].unless[0]", "constraint_key_unknown"),
                ("c.json[0].unless[0].reach", "constraint_action"),
                ("c.json[0].unless[0].quotes", "unless_quotes"),
                ("c.json[0].unless[0].dates", "unless_dates"),
            ],
        ),
        (
            spec("output-forbid", pattern="x", unless=[{"id": "a"}]),
            [("c.json[0].unless[0]", "unless_without_cue")],
        ),
        (
            spec("output-forbid", pattern="x", unless=[{"before": ["a", "\u200b"], "after": "b"}]),
            [
                ("c.json[0].unless[0].id", "constraint_id"),
                ("c.json[0].unless[0].before[1]", "constraint_list_entry"),
                ("c.json[0].unless[0].after", "constraint_list"),
            ],
        ),
    ],
)
def test_problems(written: object, found: list[tuple[str, str]]) -> None:
    assert wrong(written) == found


def test_several_at_once() -> None:
    found = problems_in([DENY, {**DENY, "tool": " ", "extra": 1}, {"kind": "confirm"}], "c")
    assert [(one.where, one.code) for one in found] == [
        ("c[1]", "constraint_key_unknown"),
        ("c[1].tool", "constraint_tool"),
        ("c[2].id", "constraint_id"),
        ("c[2].tool", "constraint_tool"),
    ]


def test_an_inline_entry_has_its_own_place() -> None:
    assert [one.where for one in problems_in([{**DENY, "tool": ""}], "contributes.constraints[3]")] == [
        "contributes.constraints[3].tool"
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_can_be_said(language: str) -> None:
    messages = Messages(language)
    broken: list[Any] = [
        {},
        {**DENY, "x": 1, "tool": "*"},
        spec("require-citation"),
        spec("output-forbid", pattern="\\z"),
    ]
    for problem in problems_in(broken, "c"):
        assert messages.text(f"problems.{problem.code}", **problem.params)


def test_a_file_with_exact_numbers() -> None:
    text = '[{"id":"a","kind":"arg-forbid","tool":"t","arg":"a","pattern":"x","examples":{"blocks":[{"a":"x","n":1.5}]}}]'
    written = load_json(text)
    assert isinstance(written, list)
    assert [one.id for one in read(*written)] == ["a"]


def test_when_by_an_argument() -> None:
    checked = engine(
        spec("completeness", tool="t", fields=["a"], when={"arg": "form", "notIn": ["menzhen"]}),
        spec("completeness", tool="t", fields=["b"], when={"arg": "form", "in": ["menzhen"]}),
    )

    def lacking(arguments: object) -> list[tuple[str, ...]]:
        return [event.missing for event in checked.after_tool(T, arguments, data()).events]

    for arguments in ({}, {"form": "shiwen"}, {"form": None}, None, {"form": ["menzhen"]}):
        assert lacking(arguments) == [("a",)]
    assert lacking({"form": "menzhen"}) == [("b",)]


@pytest.mark.parametrize(
    "written",
    [
        {**DENY, "unknown": 1},
        spec("tool-arg-require", tool="t"),
        spec("completeness", tool="t", fields=[]),
        spec("confirm", tool="t", extra=1),
        spec("arg-forbid", tool="t", arg="a"),
    ],
)
def test_guarded_stops_the_tool_of_what_is_broken(written: dict[str, object]) -> None:
    made = guarded([written], "c", "tcm")
    assert [(one.tool, one.action, bool(one.spec_error)) for one in made.constraints] == [
        ("t", Action.BLOCK, True)
    ]
    assert made.invalid == ()


@pytest.mark.parametrize(
    "written",
    [
        None,
        {**DENY, "id": "!"},
        spec("x", tool="t"),
        {**DENY, "tool": "*"},
        spec("require-citation"),
        spec("output-forbid", pattern=""),
    ],
)
def test_guarded_tells_what_it_cannot_carry_out(written: object) -> None:
    made = guarded([written, DENY], "c")
    assert [one.where for one in made.invalid] == ["c[0]"]
    assert made.invalid[0].problems
    assert [one.id for one in made.constraints] == ["c"]


def test_guarded_blocks_where_an_action_cannot_be_read() -> None:
    made = guarded([spec("output-forbid", pattern="x", action="wran")], "c")
    assert [one.action for one in made.constraints] == [Action.BLOCK]


def test_guarded_and_read_agree_on_what_is_whole() -> None:
    whole = [DENY, spec("output-forbid", pattern="x", action="warn")]
    assert guarded(whole, "c", "tcm").constraints == read(*json.loads(json.dumps(whole)))
    assert all(isinstance(one, Constraint) for one in read(*whole))
