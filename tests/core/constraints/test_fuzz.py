"""Whatever is written, called or said: no traceback, and a further constraint never lets through what was stopped."""

import asyncio
import json
import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.constraints.counter_examples import try_all
from core.constraints.engine import Engine, Result
from core.constraints.event import Author
from core.constraints.kinds import KINDS, Action
from core.constraints.patterns import compile_pattern
from core.constraints.reading import guarded, problems_in
from core.constraints.reading_unless import UNLESS_KEYS
from core.constraints.releasing import release
from core.constraints.syntax import Unfit
from tests.fakes.constraints import SHIPPED, TODAY, T
from tests.fakes.mutated import mutated


@pytest.fixture(autouse=True, scope="module")
def quiet() -> Iterator[None]:
    """What raises is stopped and logged; here it comes by chance."""
    log = logging.getLogger("core.constraints.engine")
    log.disabled = True
    yield
    log.disabled = False


NAMES = (
    "id",
    "kind",
    "tool",
    "requireArg",
    "arg",
    "pattern",
    "fields",
    "action",
    "onMissing",
    "missingValues",
    "unless",
)
SIGNS = st.sampled_from(
    [
        *r"ab好转有效.*+?|()[]{}^$\d\s\u597d,:-1",
        "未",
        "患者诉",
        "“",
        "”",
        "2021年",
        "\u200b",
        "*",
        " ",
        "\n",
        "。",
        "\ud800",
    ]
)
TEXTS = st.lists(SIGNS, max_size=24).map("".join)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda one: st.lists(one, max_size=3) | st.dictionaries(TEXTS, one, max_size=3),
    max_leaves=8,
)
EXCUSE = st.dictionaries(
    st.sampled_from(UNLESS_KEYS),
    JSON | st.lists(TEXTS, max_size=3) | st.sampled_from(["next", "clause", "sentence", 60, True]),
)
ANY = st.dictionaries(
    st.sampled_from(NAMES),
    JSON
    | st.sampled_from(["t", "c", "a", "block", "warn", *KINDS])
    | st.lists(EXCUSE, max_size=2)
    | st.lists(TEXTS, max_size=3),
)
WHOLE = st.one_of(
    st.builds(lambda: {"kind": "tool-deny", "tool": "u"}),
    st.builds(
        lambda arg: {"kind": "tool-arg-require", "tool": "t", "requireArg": arg}, st.sampled_from("ab")
    ),
    st.builds(
        lambda p: {"kind": "arg-forbid", "tool": "t", "arg": "a", "pattern": p},
        st.sampled_from(["x", "好", "^$", "["]),
    ),
    st.builds(lambda: {"kind": "confirm", "tool": "t"}),
    st.builds(
        lambda names: {"kind": "completeness", "tool": "t", "fields": names},
        st.lists(st.sampled_from("abc"), min_size=1, unique=True),
    ),
    st.builds(
        lambda p: {"kind": "result-forbid", "tool": "t", "pattern": p}, st.sampled_from(["x", "好", "("])
    ),
    st.builds(
        lambda p, action, cue: {
            "kind": "output-forbid",
            "pattern": p,
            "action": action,
            "unless": [{"id": "u", "before": [cue]}],
        },
        st.sampled_from(["好转", "有效", "a"]),
        st.sampled_from(["block", "block-and-rewrite", "warn"]),
        st.sampled_from(["未", "患者诉"]),
    ),
).map(lambda written: {"id": "c", **written})
ARGUMENTS = st.dictionaries(st.sampled_from("ab"), JSON) | JSON


def made(written: list[Any]) -> Engine:
    return Engine(guarded(written, "c", "tcm").constraints, lambda: TODAY)


@settings(max_examples=120, deadline=None)
@given(st.lists(ANY | JSON, max_size=3), ARGUMENTS, JSON, TEXTS)
def test_no_traceback(written: list[Any], arguments: Any, data: Any, text: str) -> None:
    for problem in problems_in(written, "c"):
        assert problem.where.startswith("c[")
    engine = made(written)
    engine.before_tool(T, arguments)
    engine.after_tool(T, arguments, Result(text, data))
    for author in Author:
        released = asyncio.run(release(engine, text, author))
        assert released.text is None or released.text == text
        assert author is not Author.PHYSICIAN or released.text == text
    for tried in try_all(engine.constraints, TODAY):
        assert tried.trials


@settings(max_examples=250, deadline=None)
@given(TEXTS, TEXTS)
def test_patterns_are_refused_or_work(written: str, text: str) -> None:
    try:
        pattern = compile_pattern(written)
    except Unfit:
        return
    whole = text.replace("\ud800", "")
    for found in (pattern.search(whole), pattern.search_folded(whole)):
        assert found is None or 0 <= found[0] <= found[1] <= len(whole)


@settings(max_examples=120, deadline=None)
@given(st.lists(WHOLE, max_size=4), st.tuples(WHOLE, st.integers(0, 4)), ARGUMENTS, JSON, TEXTS)
def test_constraints_only_tighten(
    written: list[Any], further_at: tuple[Any, int], arguments: Any, data: Any, text: str
) -> None:
    further, at = further_at
    fewer, more = made(written), made([*written[:at], further, *written[at:]])
    assert more.before_tool(T, arguments).action.weight >= fewer.before_tool(T, arguments).action.weight
    result = Result(text, data)
    assert (
        more.after_tool(T, arguments, result).action.weight
        >= fewer.after_tool(T, arguments, result).action.weight
    )
    for author in Author:
        before = fewer.before_output(text, author).verdict.action
        after = more.before_output(text, author).verdict.action
        assert after.weight >= before.weight
        assert author is not Author.PHYSICIAN or after in {Action.PASS, Action.NOTICE}


SHIPPED_RULES = [
    *json.loads(SHIPPED.read_text(encoding="utf-8")),
    *json.loads(SHIPPED.with_name("intake.json").read_text(encoding="utf-8")),
]
LONG = "患者诉好转，未见有效。2021年3月“治愈”，" * 4_000


@settings(max_examples=50, deadline=timedelta(seconds=5))
@given(
    st.lists(mutated(*SHIPPED_RULES), min_size=1, max_size=2), ARGUMENTS, st.sampled_from([LONG, LONG[:900]])
)
def test_what_is_nearly_right_ends_soon(written: list[Any], arguments: Any, text: str) -> None:
    for problem in problems_in(written, "c"):
        assert problem.where.startswith("c[")
    engine = made(written)
    for tool in ("pack__tcm__intake_collect", "pack__tcm__visit_compare"):
        engine.before_tool(tool, arguments)
        engine.after_tool(tool, arguments, Result(text, arguments))
    engine.before_output(text, Author.MODEL)
