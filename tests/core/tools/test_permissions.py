"""Whether a call may be made: each mode, rules on names and on what is asked of, and nothing that a chained command slips past."""

import pytest

from core.tools.permissions import Effect, Mode, Permissions, mode_of
from core.tools.tool import Tool, ToolResult, Unit


def tool(name: str = "pack__demo__write", *, read_only: bool = False, subject: str = "") -> Tool:
    def run(_arguments: object, _unit: Unit) -> ToolResult:
        return ToolResult("")

    return Tool(name, "t", "d", {"type": "object"}, run, read_only=read_only, subject=subject)


BASH = tool("bash", subject="command")


def decided(permissions: Permissions, command: str) -> Effect:
    return permissions.decide(BASH, {"command": command}).effect


@pytest.mark.parametrize(
    ("mode", "read_only", "effect", "reason"),
    [
        (Mode.ASK, False, Effect.ASK, "interactive"),
        (Mode.ASK, True, Effect.ALLOW, "reads_only"),
        (Mode.AUTO, False, Effect.ALLOW, "auto"),
        (Mode.READONLY, False, Effect.ASK, "readonly-write"),
        (Mode.READONLY, True, Effect.ALLOW, "reads_only"),
    ],
)
def test_each_mode_says_why(mode: Mode, read_only: bool, effect: Effect, reason: str) -> None:
    decision = Permissions(mode).decide(tool(read_only=read_only), {})
    assert (decision.effect, decision.reason) == (effect, reason)


@pytest.mark.parametrize("text", ["", "AUTO", "yes", "readonly "])
def test_K71_a_mode_that_is_none_is_the_one_that_asks(text: str) -> None:
    assert mode_of(text) is Mode.ASK
    assert mode_of("auto") is Mode.AUTO


CHAINED = (
    "rm x",
    "echo a;rm x",
    "a && rm x",
    "a\nrm x",
    "$(rm x)",
    "`rm x`",
    "a|rm x",
    "a & rm x",
    "r\\\nm x",
    "(rm x)",
)


@pytest.mark.parametrize("command", CHAINED)
def test_K71_P60_a_deny_rule_sees_each_part_of_a_chained_command(command: str) -> None:
    assert decided(Permissions(Mode.AUTO, deny=("bash:rm*",)), command) is Effect.ASK
    assert decided(Permissions(Mode.AUTO, deny=("bash:rm*",), strict=True), command) is Effect.DENY


def test_K71_what_is_not_denied_goes_on() -> None:
    denies = Permissions(Mode.AUTO, deny=("bash:rm*",))
    assert decided(denies, "ls") is Effect.ALLOW
    assert denies.decide(tool(), {}).effect is Effect.ALLOW
    assert denies.decide(BASH, {"command": "rm x"}).rule == "bash:rm*"


@pytest.mark.parametrize(
    "command", ["sh -c 'rm x'", "bash -lc 'rm x'", "eval rm x", "/bin/sh -c x", "command rm x"]
)
def test_K71_P62_a_strict_rule_takes_no_wrapper_either(command: str) -> None:
    assert decided(Permissions(Mode.AUTO, deny=("bash:rm*",), strict=True), command) is Effect.DENY


@pytest.mark.parametrize(
    "command", ["git status; rm x", "git status && rm x", "git $(rm x)", "git status > x", "git `x`"]
)
def test_K71_P61_an_allow_rule_allows_one_plain_command(command: str) -> None:
    allows = Permissions(Mode.ASK, allow=("bash:git*",))
    assert decided(allows, "git status") is Effect.ALLOW
    assert decided(allows, command) is Effect.ASK


def test_a_deny_rule_is_stronger_than_an_allow_rule_and_than_a_tool_that_only_reads() -> None:
    both = Permissions(Mode.AUTO, allow=("pack__demo__write",), deny=("pack__demo__write",), strict=True)
    assert both.decide(tool(read_only=True), {}).effect is Effect.DENY


def test_a_rule_of_a_name_is_of_that_name_alone() -> None:
    assert Permissions(Mode.ASK, allow=("pack__demo",)).decide(tool(), {}).effect is Effect.ASK


@pytest.mark.parametrize("given", [{}, {"command": None}, {"command": ["rm x"]}, {"command": 3}])
def test_a_subject_that_is_no_text_is_no_subject(given: dict[str, object]) -> None:
    assert Permissions(Mode.ASK, allow=("bash:*",)).decide(BASH, given).effect is Effect.ASK


PATIENT = Tool(
    "pack__demo__write",
    *("t", "d", {"type": "object", "properties": {"patientId": {}, "more": {}}}),
    run=lambda *_: ToolResult(""),
)


@pytest.mark.parametrize(
    ("given", "is_denied"),
    [
        ({"patientId": "P001"}, True),
        ({"patientId": " P001 "}, True),
        ({"patientId": ["x", "P001"]}, True),
        ({"patientId": {"deep": "P001"}}, True),
        ({"patientId": "P002"}, False),
        ({"patientId": 1}, False),
        ({"more": "P001"}, False),
        ({}, False),
    ],
)
def test_a_deny_rule_looks_at_the_argument_it_names(given: dict[str, object], is_denied: bool) -> None:
    for rule in ("pack__demo__write:patientId=P001", "pack__demo__write:patientId=P001*"):
        decided = Permissions(Mode.AUTO, deny=(rule,), strict=True).decide(PATIENT, given)
        assert (decided.effect is Effect.DENY, decided.rule) == (is_denied, rule if is_denied else "")


def test_an_allow_rule_looks_at_the_argument_it_names() -> None:
    allows = Permissions(Mode.ASK, allow=("pack__demo__write:patientId=P*",))
    assert allows.decide(PATIENT, {"patientId": "P001"}).effect is Effect.ALLOW
    for given in (
        {"patientId": "x"},
        {"patientId": ["P001"]},
        {"patientId": "P001; rm"},
        {"more": "P001"},
        {},
    ):
        assert allows.decide(PATIENT, given).effect is Effect.ASK


@pytest.mark.parametrize("rest", ["P001*", "nonesuch=P001", "=", ""])
def test_a_rule_that_looks_at_what_there_is_not_denies_and_never_allows(rest: str) -> None:
    rule = f"pack__demo__write:{rest}"
    denied = Permissions(Mode.AUTO, deny=(rule,), strict=True).decide(PATIENT, {"patientId": "P002"})
    assert denied.effect is Effect.DENY
    assert Permissions(Mode.ASK, allow=(rule,)).decide(PATIENT, {"patientId": "P001"}).effect is Effect.ASK
