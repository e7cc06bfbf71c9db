"""K21–K43 at the level of the engine: what a conversation adds comes with the conversation."""

import asyncio
import json
import time
from dataclasses import fields
from pathlib import Path

import pytest

from core.base.errors import UserError
from core.base.messages import Messages
from core.constraints.confirming import Reply, confirmed
from core.constraints.engine import Engine, Result
from core.constraints.event import Author, Event
from core.constraints.kinds import Action
from core.constraints.patterns import compile_pattern
from core.constraints.reading import guarded, problems_in
from core.constraints.releasing import RewriteRequest, release
from core.constraints.syntax import Unfit
from core.constraints.words import said
from tests.fakes.constraints import T, data, engine, read, shipped, spec, wording

WORDS = Messages()
MODEL = Author.MODEL


@pytest.mark.parametrize(
    ("given", "passes"),
    [
        ({}, False),
        ({"patientId": None}, False),
        ({"patientId": ""}, False),
        ({"patientId": "  "}, False),
        ({"patientId": []}, False),
        ({"patientId": {}}, False),
        ({"patientId": "null"}, False),
        ({"patientId": "\u200b"}, False),
        (["P001"], False),
        (None, False),
        ({"patientId": "P001"}, True),
        ({"patientId": 0}, True),
        ({"patientId": False}, True),
    ],
)
def test_K21_a_required_argument(given: object, passes: bool) -> None:
    verdict = engine(spec("tool-arg-require", tool="t", requireArg="patientId")).before_tool(T, given)
    assert (verdict.action is Action.PASS) is passes
    if not passes:
        plain = verdict.events[0].as_plain()
        assert plain["missingArg"] == "patientId"
        assert (plain["stage"], plain["action"], plain["pack"], plain["tool"]) == (
            "pre-tool",
            "block",
            "tcm",
            T,
        )


@pytest.mark.parametrize(
    ("given", "passes"),
    [({"cmd": "rm -rf /"}, False), ({"cmd": "ls"}, True), ({"cmd": "RM -RF"}, True), ({}, True)],
)
def test_K22_a_forbidden_argument(given: object, passes: bool) -> None:
    verdict = engine(spec("arg-forbid", tool="t", arg="cmd", pattern="rm -rf")).before_tool(T, given)
    assert (verdict.action is Action.PASS) is passes


@pytest.mark.parametrize(
    ("written", "place", "code"),
    [
        (spec("output-forbid", pattern="("), "pattern", "pattern_group_open"),
        (spec("output-forbid"), "pattern", "pattern_not_text"),
        (spec("output-forbid", pattern=""), "pattern", "pattern_empty"),
        (spec("arg-forbid", tool="t", pattern="x"), "arg", "constraint_arg"),
        (spec("completeness", tool="t", fields=[]), "fields", "constraint_list"),
        (spec("require-citation"), "kind", "constraint_needs_regulations"),
        ({**spec("tool-deny", tool="t"), "id": "有空格 id"}, "id", "constraint_id"),
        (spec("tool-deny", tool="  "), "tool", "constraint_tool"),
        (spec("tool-deny", tool="*"), "tool", "constraint_tool"),
        (spec("tool-deny", tool="t "), "tool", "constraint_tool"),
    ],
)
def test_K24_P10_refused_at_load(written: dict[str, object], place: str, code: str) -> None:
    problems = problems_in([spec("tool-deny", tool="t"), written], "constraints")
    assert [(problem.where, problem.code) for problem in problems] == [(f"constraints[1].{place}", code)]
    with pytest.raises(UserError, match="constraints_invalid"):
        read(written)


@pytest.mark.parametrize(
    "pattern",
    ["(a+)+$", "(a*)*", r"(\d+)*", "(x+){2,}", "(a|aa)+", "(a|a?)+", "((a|ab)x)+", "a" * 501],
)
def test_K25_P12_unsafe_patterns(pattern: str) -> None:
    with pytest.raises(Unfit):
        compile_pattern(pattern)


@pytest.mark.parametrize(
    "pattern", ["(a|b)+", "(ab)+", "(a+)?", "^[a-z]+$", r"\d{4}-\d{2}-\d{2}", "结论|因此|所以", "a" * 500]
)
def test_K25_safe_patterns(pattern: str) -> None:
    assert compile_pattern(pattern).written == pattern


@pytest.mark.parametrize("kind", ["arg-forbid", "result-forbid"])
def test_K27_P10_a_broken_pattern_stops_its_tool_alone(kind: str) -> None:
    broken = spec(kind, tool="t", pattern="(", **({"arg": "a"} if kind == "arg-forbid" else {}))
    made = guarded([broken], "x", "tcm")
    assert made.invalid == ()
    checked = Engine(made.constraints)
    for tool, stopped in ((T, True), ("pack__tcm__u", False)):
        verdict = checked.before_tool(tool, {"a": "x"})
        if kind == "result-forbid":
            verdict = checked.after_tool(tool, {}, Result("x"))
        assert verdict.stops is stopped
        if stopped:
            assert verdict.events[0].as_plain()["specError"] == "pattern_group_open"
            assert "配置有误" in said(WORDS, verdict.events)


def test_K27_a_broken_wording_rule_is_counted_and_not_active() -> None:
    made = guarded([spec("output-forbid", pattern="(")], "x", "tcm")
    assert made.constraints == ()
    assert [one.where for one in made.invalid] == ["x[0]"]
    assert Engine(made.constraints).before_output("好转", MODEL).verdict.action is Action.PASS


@pytest.mark.parametrize("pattern", [None, "", 3, []])
def test_P11_a_missing_pattern_fits_not_everything(pattern: object) -> None:
    """Past loading: a wording rule without one is not active, a rule about a tool stops that tool and says why."""
    wording_rule = spec("output-forbid") if pattern is None else spec("output-forbid", pattern=pattern)
    made = guarded([wording_rule], "x", "tcm")
    assert (made.constraints, len(made.invalid)) == ((), 1)
    assert Engine(made.constraints).before_output("头痛三日", MODEL).verdict.action is Action.PASS
    forbid = Engine(
        guarded([{**wording_rule, "kind": "arg-forbid", "tool": "t", "arg": "a"}], "x", "tcm").constraints
    )
    assert [event.reason for event in forbid.before_tool(T, {"a": "x"}).events] == ["spec_broken"]
    assert forbid.before_tool("pack__tcm__u", {"a": "x"}).events == ()


def test_K28_one_id_on_two_tools() -> None:
    twice = [
        spec("tool-arg-require", tool=tool, requireArg="p") | {"id": "must-have-patient"} for tool in "tu"
    ]
    checked = engine(*twice)
    for tool in ("pack__tcm__t", "pack__tcm__u"):
        events = checked.before_tool(tool, {}).events
        assert [(event.id, event.tool) for event in events] == [("must-have-patient", tool)]


@pytest.mark.parametrize("han", ["无", 0, False, "否认", "none"])
def test_K29_P24_answers(han: object) -> None:
    complete = spec("completeness", tool="t", fields=["zhushu", "han"])
    assert engine(complete).after_tool(T, {}, data(zhushu="头痛", han=han)).action is Action.PASS


@pytest.mark.parametrize(
    "han", ["未提及", "N/A", "unknown", "不详", "待补充", " ", None, [], {}, "n/a\u200b"]
)
def test_K29_P24_no_answers(han: object) -> None:
    complete = spec("completeness", tool="t", fields=["zhushu", "han"])
    verdict = engine(complete).after_tool(T, {}, data(zhushu="头痛", han=han))
    assert verdict.action is Action.REJECT
    assert verdict.events[0].as_plain()["missing"] == 1


def test_K29_P24_no_data() -> None:
    complete = spec("completeness", tool="t", fields=["zhushu", "han"])
    verdict = engine(complete).after_tool(T, {}, Result("…原来的结果…"))
    plain = verdict.events[0].as_plain()
    assert (plain["reason"], plain["missing"]) == ("no-data", 2)
    told = said(WORDS, verdict.events)
    assert told.startswith("【领域约束】")
    assert "原来的结果" not in told


def test_K29_missing_values_of_the_constraint() -> None:
    complete = spec("completeness", tool="t", fields=["han"], missingValues=["/"])
    assert engine(complete).after_tool(T, {}, data(han=" / ")).action is Action.REJECT


def test_K29_another_action() -> None:
    complete = spec("completeness", tool="t", fields=["han"], onMissing="require-tool")
    verdict = engine(complete).after_tool(T, {}, data())
    assert verdict.action is Action.REQUIRE_TOOL
    assert verdict.stops


@pytest.mark.parametrize(
    "result",
    [
        Result("身份证 110…"),
        Result("", {"a": [{"b": "身份证"}]}),
        Result("身份證"),
        Result("x", ok=False, data="身份证"),
    ],
)
def test_K30_a_forbidden_result(result: Result) -> None:
    verdict = engine(spec("result-forbid", tool="t", pattern="身份证")).after_tool(T, {}, result)
    assert verdict.action is Action.REJECT
    assert "身份证" not in said(WORDS, verdict.events)


def test_K32_a_blocked_text_is_nowhere() -> None:
    released = asyncio.run(release(wording(), "患者已好转", MODEL))
    assert released.text is None
    told = said(WORDS, released.events)
    assert "tcm/c" in told
    assert "好转" not in told
    assert "好转" not in repr(released).replace("matched='好转'", "")
    assert released.events[0].as_plain()["matched"] == "好转"


@pytest.mark.parametrize(
    "error",
    [
        UserError("budget_spent"),
        pytest.param(ValueError(), marks=pytest.mark.expect_log("could not be rewritten")),
    ],
)
def test_K33_a_rewrite_that_raises(error: Exception) -> None:
    asked: list[RewriteRequest] = []

    async def refused(request: RewriteRequest) -> str:
        asked.append(request)
        raise error

    released = asyncio.run(release(wording(action="block-and-rewrite"), "患者已好转", MODEL, refused))
    assert released.text is None
    assert len(asked) == 1
    assert [event.action for event in released.events] == [Action.BLOCK]


@pytest.mark.parametrize("answer", ["症状记录如上", "已治愈", "", "  \u200b", "病情〔…〕"])
def test_K33_P21_one_rewrite(answer: str) -> None:
    asked: list[RewriteRequest] = []

    async def rewrite(request: RewriteRequest) -> str:
        asked.append(request)
        return answer

    released = asyncio.run(release(wording(action="block-and-rewrite"), "患者已好转", MODEL, rewrite))
    assert [(one.purpose, one.pack) for one in asked] == [("constraint-rewrite", "tcm")]
    assert "好转" not in asked[0].text
    assert {one.name for one in fields(RewriteRequest)} == {"pack", "text", "purpose", "most_tokens"}, (
        "no tools"
    )
    assert asked[0].most_tokens <= 2_048
    assert released.withheld == "患者已好转"
    if answer == "症状记录如上":
        assert released.text == answer
        assert released.events[0].action is Action.REWRITE
    else:
        assert released.text is None
        assert released.events[0].action is Action.BLOCK
        told = said(WORDS, released.events)
        assert not any(word in told for word in ("好转", "治愈"))


def test_K34_a_warning_changes_nothing() -> None:
    released = asyncio.run(release(wording(action="warn"), "患者已好转", MODEL))
    assert released.text == "患者已好转"
    assert [event.as_plain()["action"] for event in released.events] == ["warn"]


@pytest.mark.parametrize("parts", [["已", "治", "愈"], ["已治", "", "愈。"], ["已治\n", " 愈"]])
def test_K37_P20_a_phrase_in_parts(parts: list[str]) -> None:
    """Chunks of a stream, or a text that went on after it was cut off for its length."""
    assert wording().before_output(parts, MODEL).verdict.action is Action.BLOCK
    released = asyncio.run(release(wording(), iter(parts), MODEL))
    assert (released.text, released.withheld) == (None, "".join(parts))


def test_K38_no_constraints() -> None:
    text = "患者已好转"
    released = asyncio.run(release(engine(), text, MODEL))
    assert released.text is text
    assert released.events == ()
    assert engine().before_tool(T, {}).events == ()
    assert engine().after_tool(T, {}, Result("x")).events == ()


def test_K39_P15_a_denial_behind_a_confirmation_asks_nobody() -> None:
    both = engine(spec("confirm", tool="t"), spec("tool-deny", tool="t"))
    assert [event.reason for event in both.before_tool(T, {}).events] == ["denied"]


def test_K39_a_confirmation_is_asked_for() -> None:
    verdict = engine(spec("confirm", tool="t")).before_tool(T, {})
    assert verdict.action is Action.CONFIRM
    assert not verdict.stops

    async def yes(events: tuple[Event, ...]) -> bool:
        assert events == verdict.events
        return True

    granted = asyncio.run(confirmed(verdict, yes))
    assert granted.as_plain() == {
        "confirmRequired": True,
        "granted": True,
        "answer": "granted",
        "decision": "confirm-granted",
        "source": "constraint.confirm",
    }
    headless = asyncio.run(confirmed(verdict, None))
    assert headless.answer is Reply.NOBODY
    assert [event.action for event in headless.events] == [Action.BLOCK]


def test_K40_reach() -> None:
    deny = spec("tool-deny", tool="t")
    of_a, of_settings = engine(deny, pack="a"), engine(deny, pack="")
    assert of_a.before_tool("pack__b__t", {}).action is Action.PASS
    assert of_a.before_tool("pack__a__t", {}).action is Action.BLOCK
    for tool in ("pack__a__t", "mcp__x__t", "t"):
        assert of_settings.before_tool(tool, {}).action is Action.BLOCK
    assert of_settings.before_tool("pack__a__tt", {}).action is Action.PASS
    assert engine(spec("tool-deny", tool="bash"), pack="a").before_tool("bash", {}).action is Action.BLOCK


@pytest.mark.expect_log("could not be carried out")
def test_K41_a_constraint_that_raises_blocks() -> None:
    forbid = engine(spec("arg-forbid", tool="t", arg="a", pattern="x"))
    verdict = forbid.before_tool(T, {"a": object()})
    assert (verdict.events[0].kind, verdict.action) == ("error", Action.BLOCK)
    result = engine(spec("result-forbid", tool="t", pattern="x")).after_tool(T, {}, Result("", float("nan")))
    assert (result.events[0].kind, result.stops) == ("error", True)


def test_K42_no_verdict_allows() -> None:
    """There is no action that says yes: what denied a call before it came here stays denied."""
    assert {action.value for action in Action if action.weight < Action.CONFIRM.weight} == {
        "pass",
        "notice",
        "warn",
    }


def test_K43_P16_a_stop_ends_a_pending_confirmation() -> None:
    async def stop_while_asking() -> tuple[Reply, float]:
        stopped = asyncio.Event()

        async def never(_: tuple[Event, ...]) -> bool:
            try:
                await asyncio.sleep(60)
            finally:
                await asyncio.sleep(0)
            return True

        asyncio.get_running_loop().call_later(0.05, stopped.set)
        began = time.monotonic()
        verdict = engine(spec("confirm", tool="t")).before_tool(T, {})
        answer = (await confirmed(verdict, never, stopped)).answer
        return answer, time.monotonic() - began

    answer, took = asyncio.run(stop_while_asking())
    assert answer is Reply.STOPPED
    assert took < 1


HITS = ["复诊评估：病情明显好转，守方再服。", "结论为治疗有效。", "咳嗽已治愈。"]
NO_HITS = [
    "患者诉用药后好转，夜里醒的次数变少。",
    "2021 年在外院确诊为肺癌，已手术。",
    "胃脘胀痛次数比前一次少，大便成形。",
]


@pytest.mark.parametrize("author", [Author.MODEL, Author.TEMPLATE])
@pytest.mark.parametrize("text", HITS)
def test_T81_T82_red_line_wording(text: str, author: Author) -> None:
    released = asyncio.run(release(shipped(), text, author))
    assert released.text is None
    assert released.withheld == text


@pytest.mark.parametrize("author", list(Author))
@pytest.mark.parametrize("text", NO_HITS)
def test_T83_T84_T85_wording_that_is_no_conclusion(text: str, author: Author) -> None:
    released = asyncio.run(release(shipped(), text, author))
    assert (released.text, released.events) == (text, ())


@pytest.mark.parametrize("text", HITS)
def test_T81_T82_the_words_of_a_physician_stay(text: str) -> None:
    released = asyncio.run(release(shipped(), text, Author.PHYSICIAN))
    assert released.text == text
    assert released.withheld is None
    assert [event.action for event in released.events] == [Action.NOTICE]
    assert "matched" not in released.events[0].as_plain()


def test_P12_every_shared_pattern_is_quick(shared: Path) -> None:
    lines = (shared / "data/security/redos_cases.jsonl").read_text(encoding="utf-8").splitlines()
    attacks = [
        "a" * 50_000 + "!",
        "有效的" * 20_000 + "x",
        "x" * 3_000,
        "症状," * 10_000 + "!",
        " \u3000" * 20_000,
    ]
    refused: set[str] = set()
    for line in lines:
        case = json.loads(line)
        began = time.perf_counter()
        try:
            pattern = compile_pattern(case["pattern"])
            for attack in [case["attack"] or "", *attacks]:
                pattern.search(attack)
                pattern.search_folded(attack)
        except Unfit:
            refused.add(case["pattern"])
        assert time.perf_counter() - began < 1, case["pattern"]
    assert len(lines) > 30
    assert {"(a+)+$", "(", "", "a{1001}", "(?<=诊)断"} <= refused
    assert not {"有效|好转|治愈|确诊为", "(.*)(.*)(.*)(.*)(.*)治愈", "1[3-9]\\d{9}"} & refused
