"""The one road of a tool call: every step in its order, nothing past a no, nothing written that did not pass."""

import asyncio
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

import pytest

from core.base.errors import ClinicError, Refused
from core.constraints.engine import Engine
from core.constraints.event import Event
from core.constraints.reading import read_constraints
from core.tools import road as road_module
from core.tools import tool as tools
from core.tools.call import Answer, Call, Caller, People, Step, Stopped
from core.tools.permissions import Decision, Effect, Mode, Permissions
from core.tools.registry import Registry
from core.tools.road import NOBODY, Road
from core.tools.tool import Tool, ToolResult

SCHEMA = {"type": "object", "properties": {"patientId": {"type": "string"}}, "additionalProperties": True}
NAME = "pack__demo__t"
CLI = Caller("cli")


@dataclass
class Trail:
    """Keeps what was told, in its order."""

    calls: list[tuple[Call, Stopped | None]] = field(default_factory=list)
    results: list[Answer] = field(default_factory=list)

    def call(self, call: Call, _decision: Decision | None, stopped: Stopped | None) -> None:
        self.calls.append((call, stopped))

    def result(self, _call: Call, answer: Answer) -> None:
        self.results.append(answer)


@dataclass
class Stand:
    """A road with one tool on it."""

    run: Callable[[Mapping[str, object], tools.Unit], object]
    constraints: list[dict[str, object]] = field(default_factory=list)
    mode: Mode = Mode.AUTO
    deny: tuple[str, ...] = ()
    read_only: bool = False
    gates: tuple[Callable[[Call], None], ...] = ()
    deadline_s: float = 5.0
    trail: Trail = field(default_factory=Trail)

    def ask(
        self, given: str | Mapping[str, object] = "{}", caller: Caller = CLI, people: People = NOBODY
    ) -> Answer:
        registry = Registry()
        registry.add(
            Tool(
                *(NAME, "t", "d", SCHEMA, self.run),  # type: ignore[arg-type]
                pack="demo",
                read_only=self.read_only,
                patient="patientId",
                deadline_s=self.deadline_s,
            )
        )
        permissions = Permissions(self.mode, deny=self.deny, strict=True)
        engine = Engine(read_constraints(self.constraints, "test", "demo"))
        road = Road(registry, lambda: permissions, engine, self.trail, self.gates)
        return asyncio.run(road.call(NAME, given, caller, people))


def says(
    output: str = "done", data: dict[str, object] | None = None, *, ok: bool = True
) -> Callable[..., ToolResult]:
    return lambda _arguments, _unit: ToolResult(output, data, ok)


def stopped_at(answer: Answer) -> tuple[Step, str]:
    assert answer.stopped is not None
    assert answer.result is None
    return answer.stopped.step, answer.stopped.error.code if answer.stopped.error else ""


def test_a_call_that_nothing_is_against_runs_and_is_told_twice() -> None:
    stand = Stand(says("found", {"secret": "only for the program"}))
    answer = stand.ask('{"patientId": "P001"}')
    assert answer.ok
    assert answer.result is not None
    assert answer.result.output == "found"
    ((call, stopped),) = stand.trail.calls
    assert (call.record_no, call.caller, stopped) == ("P001", CLI, None)
    assert stand.trail.results == [answer]


def test_what_a_tool_does_to_its_arguments_changes_nothing_of_the_call() -> None:
    def sly(arguments: dict[str, object], _unit: tools.Unit) -> ToolResult:
        arguments["form"] = "short"
        return ToolResult("done", {})

    rule: dict[str, object] = {"id": "c", "kind": "completeness", "tool": "t", "fields": ["a"]}
    stand = Stand(sly, [rule | {"when": {"arg": "form", "notIn": ["short"]}}])  # type: ignore[arg-type]
    assert stopped_at(stand.ask('{"form": "long"}')) == (Step.CONSTRAINTS_AFTER, "tool_constrained")
    assert stand.trail.calls[0][0].arguments == {"form": "long"}


def test_a_number_is_one_in_every_spelling() -> None:
    stand = Stand(says())
    assert stand.ask('{"patientId": " p1 "}', Caller("panel", patient="P001")).ok
    assert stand.trail.calls[0][0].record_no == "P001"


def test_a_tool_that_is_none_is_named() -> None:
    stand = Stand(says())
    road = Road(Registry(), Permissions, Engine(()), stand.trail)
    answer = asyncio.run(road.call("pack__x__y", "{}", CLI))
    assert stopped_at(answer) == (Step.RESOLVE, "tool_unknown")


NO: list[tuple[Step, str, Callable[[Callable[..., object]], Stand], str, Caller]] = [
    (Step.ARGUMENTS, "tool_arguments_unreadable", Stand, "{", CLI),
    (Step.ARGUMENTS, "tool_arguments_unfit", Stand, '{"patientId": 3}', CLI),
    (Step.IDENTITY, "tool_other_patient", Stand, '{"patientId": "P002"}', Caller("panel", patient="P001")),
    (Step.IDENTITY, "tool_patient_number", Stand, '{"patientId": "陈敏"}', CLI),
    (Step.PERMISSION, "tool_denied", lambda run: Stand(run, deny=(NAME,)), "{}", CLI),
    (Step.PERMISSION, "tool_not_allowed", lambda run: Stand(run, mode=Mode.ASK), "{}", CLI),
    (Step.PERMISSION, "tool_not_allowed", lambda run: Stand(run, mode=Mode.READONLY), "{}", CLI),
    (
        Step.CONSTRAINTS_BEFORE,
        "tool_constrained",
        lambda run: Stand(run, [{"id": "d", "kind": "tool-deny", "tool": "t"}]),
        "{}",
        CLI,
    ),
    (
        Step.CONSTRAINTS_BEFORE,
        "tool_constrained",
        lambda run: Stand(run, [{"id": "c", "kind": "confirm", "tool": "t"}]),
        "{}",
        CLI,
    ),
    (Step.GATES, "held", lambda run: Stand(run, gates=(lambda _call: _no("held"),)), "{}", CLI),
]


@pytest.mark.expect_log("failed at arguments: ZeroDivisionError")
def test_arguments_that_cannot_be_looked_at_are_a_no_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(road_module, "read_arguments", lambda *_: 1 / 0)
    stand = Stand(says())
    assert stopped_at(stand.ask()) == (Step.ARGUMENTS, "tool_failed")
    assert len(stand.trail.calls) == 1


def _no(code: str) -> None:
    raise Refused(code)


def _refusing(code: str) -> str:
    raise Refused(code)


def _kept(written: list[str], what: str) -> str:
    written.append(what)
    return ""


@pytest.mark.parametrize(("step", "code", "make", "given_", "caller"), NO)
def test_what_is_stopped_before_does_not_run_and_is_told(
    step: Step, code: str, make: Callable[[Callable[..., object]], Stand], given_: str, caller: Caller
) -> None:
    ran: list[object] = []

    def run(_arguments: object, _unit: object) -> ToolResult:
        ran.append(True)
        return ToolResult("")

    stand = make(run)
    assert stopped_at(stand.ask(given_, caller)) == (step, code)
    assert ran == []
    ((_, stopped),) = stand.trail.calls
    assert stopped is not None
    assert stopped.step is step
    assert stand.trail.results == []


def test_nothing_runs_that_nobody_can_be_told_of() -> None:
    ran: list[object] = []

    class Full(Trail):
        def call(self, *_: object) -> None:
            raise OSError(28, "full")

    stand = Stand(lambda *_: ran.append(True), trail=Full())
    with pytest.raises(OSError, match="full"):
        stand.ask()
    assert ran == []


@pytest.mark.parametrize("answer", [True, False, "yes", 1, None])
def test_only_a_plain_yes_allows(answer: object) -> None:
    async def asked(_call: Call, _decision: Decision) -> bool:
        return answer  # type: ignore[return-value]

    assert Stand(says(), mode=Mode.ASK).ask(people=People(permission=asked)).ok is (answer is True)


@pytest.mark.expect_log("failed at permission: RuntimeError")
def test_K71_a_question_that_fails_is_a_no() -> None:
    async def broken(_call: Call, _decision: Decision) -> bool:
        raise RuntimeError("the window is gone")

    assert (
        stopped_at(Stand(says(), mode=Mode.ASK).ask(people=People(permission=broken)))[0] is Step.PERMISSION
    )


def test_K39_P14_P15_what_is_to_be_confirmed_is_asked_for_and_runs_on_a_yes() -> None:
    asked: list[tuple[Event, ...]] = []

    async def yes(events: tuple[Event, ...]) -> bool:
        asked.append(events)
        return True

    confirm: dict[str, object] = {"id": "c", "kind": "confirm", "tool": "t"}
    answer = Stand(says(), [confirm]).ask(people=People(confirmation=yes))
    assert answer.ok
    assert answer.confirmation is not None
    assert answer.confirmation.as_plain()["source"] == "constraint.confirm"
    assert len(asked) == 1
    deny: dict[str, object] = {"id": "d", "kind": "tool-deny", "tool": "t"}
    assert not Stand(says(), [confirm, deny]).ask(people=People(confirmation=yes)).ok
    assert len(asked) == 1


def test_K39_P14_without_anybody_to_ask_it_is_blocked_whatever_the_mode() -> None:
    confirm: dict[str, object] = {"id": "c", "kind": "confirm", "tool": "t"}
    answer = Stand(says(), [confirm], Mode.AUTO).ask()
    assert stopped_at(answer) == (Step.CONSTRAINTS_BEFORE, "tool_constrained")
    assert answer.decision is not None
    assert (answer.decision.effect, answer.decision.reason) == (Effect.ALLOW, "auto")


def test_K43_P16_a_stop_ends_a_question_and_a_run_at_once() -> None:
    async def never(_events: tuple[Event, ...]) -> bool:
        await asyncio.sleep(30)
        return True

    async def stopped(stand: Stand, people: People) -> None:
        assert people.stop is not None
        asyncio.get_running_loop().call_later(0.05, people.stop.set)

    wanting: list[dict[str, object]] = [{"id": "c", "kind": "confirm", "tool": "t"}]
    nothing: list[dict[str, object]] = []
    for constraints, step in ((wanting, Step.CONSTRAINTS_BEFORE), (nothing, Step.RUN)):
        over = threading.Event()

        def run(_arguments: object, unit: tools.Unit, over: threading.Event = over) -> ToolResult:
            while not unit.is_cancelled and not over.is_set():
                time.sleep(0.01)
            return ToolResult("late")

        answer, took = asyncio.run(_timed(run, constraints, never))
        over.set()
        assert stopped_at(answer)[0] is step
        assert took < 1


async def _timed(
    run: Callable[..., object], constraints: list[dict[str, object]], never: Callable[..., object]
) -> tuple[Answer, float]:
    stop = asyncio.Event()
    registry = Registry()
    registry.add(Tool(NAME, "t", "d", SCHEMA, run, pack="demo"))  # type: ignore[arg-type]
    road = Road(
        registry,
        lambda: Permissions(Mode.AUTO),
        Engine(read_constraints(constraints, "test", "demo")),
        Trail(),
    )
    asyncio.get_running_loop().call_later(0.05, stop.set)
    began = time.perf_counter()
    answer = await road.call(NAME, "{}", CLI, People(confirmation=never, stop=stop))  # type: ignore[arg-type]
    return answer, time.perf_counter() - began


@pytest.mark.parametrize(
    ("run", "code"),
    [
        pytest.param(
            lambda *_: 1 / 0, "tool_failed", marks=pytest.mark.expect_log("failed at run: ZeroDivisionError")
        ),
        (lambda *_: _no("store_full"), "store_full"),
        (lambda *_: "text", "tool_no_result"),
        (lambda *_: None, "tool_no_result"),
    ],
)
def test_a_tool_that_fails_fails_its_call_and_no_more(run: Callable[..., object], code: str) -> None:
    stand = Stand(run)
    assert stopped_at(stand.ask()) == (Step.RUN, code)
    assert len(stand.trail.results) == 1


@pytest.mark.expect_log("failed at run: ValueError")
def test_a_fault_tells_its_kind_and_nothing_of_its_text(caplog: pytest.LogCaptureFixture) -> None:
    def run(*_: object) -> ToolResult:
        raise ValueError("陈敏 13800138000")

    answer = Stand(run).ask()
    assert answer.stopped is not None
    assert answer.stopped.error is not None
    assert answer.stopped.error.params["kind"] == "ValueError"
    assert "陈敏" not in repr(answer) + caplog.text


def test_a_tool_that_takes_too_long_is_left_and_stages_nothing_any_more() -> None:
    later: list[str] = []
    go_on, done = threading.Event(), threading.Event()

    def run(_arguments: object, unit: tools.Unit) -> ToolResult:
        go_on.wait(5)
        try:
            unit.stage(lambda: "written")
        except ClinicError as error:
            later.append(error.code)
        done.set()
        return ToolResult("late")

    async def slow() -> Answer:
        registry = Registry()
        registry.add(Tool(NAME, "t", "d", SCHEMA, run, deadline_s=0.05))
        answer = await Road(registry, lambda: Permissions(Mode.AUTO), Engine(()), Trail()).call(
            NAME, "{}", CLI
        )
        go_on.set()
        return answer

    assert stopped_at(asyncio.run(slow())) == (Step.RUN, "tool_too_long")
    assert done.wait(5)
    assert later == ["tool_over"]


INCOMPLETE: list[dict[str, object]] = [
    {"id": "ten", "kind": "completeness", "tool": "t", "fields": ["zhushu"]}
]


def writes(written: list[str], data: dict[str, object]) -> Callable[..., ToolResult]:
    def run(_arguments: object, unit: tools.Unit) -> ToolResult:
        def write() -> str:
            written.append("visit")
            return "第2诊"

        unit.stage(write)
        return ToolResult("collected", data)

    return run


def test_what_is_staged_is_written_once_the_result_has_passed() -> None:
    written: list[str] = []
    answer = Stand(writes(written, {"zhushu": "头痛"}), INCOMPLETE).ask()
    assert answer.result is not None
    assert answer.result.output == "collected\n第2诊"
    assert written == ["visit"]


def test_a_rejected_result_leaves_nothing_behind() -> None:
    written: list[str] = []
    stand = Stand(writes(written, {"zhushu": "未提及"}), INCOMPLETE)
    answer = stand.ask()
    assert stopped_at(answer) == (Step.CONSTRAINTS_AFTER, "tool_constrained")
    assert [event.id for event in answer.events] == ["ten"]
    assert written == []
    assert stand.trail.results == [answer]


def test_a_result_that_is_no_success_writes_nothing() -> None:
    written: list[str] = []

    def run(_arguments: object, unit: tools.Unit) -> ToolResult:
        unit.stage(partial(_kept, written, "visit"))
        return ToolResult("no", ok=False)

    assert not Stand(run).ask().ok
    assert written == []


def test_a_tool_that_says_it_reads_writes_nothing() -> None:
    written: list[str] = []
    stand = Stand(writes(written, {"zhushu": "头痛"}), read_only=True)
    assert stopped_at(stand.ask()) == (Step.RUN, "tool_reads_only")
    assert written == []


def test_a_call_writes_once() -> None:
    written: list[str] = []

    def run(_arguments: object, unit: tools.Unit) -> ToolResult:
        for _ in range(2):
            unit.stage(partial(_kept, written, "visit"))
        return ToolResult("")

    assert stopped_at(Stand(run).ask()) == (Step.RUN, "tool_writes_once")
    assert written == []


def test_P71_writing_that_is_refused_is_told() -> None:
    def run(_arguments: object, unit: tools.Unit) -> ToolResult:
        unit.stage(partial(_refusing, "disk_full"))
        return ToolResult("collected")

    stand = Stand(run)
    assert stopped_at(stand.ask()) == (Step.WRITE, "disk_full")
    assert len(stand.trail.results) == 1


@pytest.mark.parametrize("step", [Step.TOLD_CALL, Step.RUN, Step.WRITE, Step.TOLD_RESULT])
def test_whoever_leaves_is_told_of_to_the_end(step: Step) -> None:
    """A call that was told has its end told, and what is written has it told how it ended, whoever is gone by then."""
    here, go_on, written = threading.Event(), threading.Event(), list[str]()

    def reach(at: Step) -> None:
        if at is step:
            here.set()
            assert go_on.wait(5)

    class Slow(Trail):
        def call(self, call: Call, decision: Decision | None, stopped: Stopped | None) -> None:
            reach(Step.TOLD_CALL)
            super().call(call, decision, stopped)

        def result(self, call: Call, answer: Answer) -> None:
            reach(Step.TOLD_RESULT)
            super().result(call, answer)

    def write() -> str:
        reach(Step.WRITE)
        return _kept(written, "visit")

    def run(_arguments: object, unit: tools.Unit) -> ToolResult:
        unit.stage(write)
        reach(Step.RUN)
        return ToolResult("collected")

    trail = Slow()

    async def leave() -> None:
        road = Road(_one(run), lambda: Permissions(Mode.AUTO), Engine(()), trail)
        calling = asyncio.ensure_future(road.call(NAME, "{}", CLI))
        assert await asyncio.to_thread(here.wait, 5)
        for _ in range(2):
            calling.cancel()
            await asyncio.sleep(0)
        go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await calling

    asyncio.run(leave())
    (answer,) = trail.results
    assert len(trail.calls) == 1
    if step in {Step.TOLD_CALL, Step.RUN}:
        assert (stopped_at(answer), written) == ((Step.RUN, "tool_stopped"), [])
    else:
        assert (answer.ok, written) == (True, ["visit"])


def test_who_leaves_a_call_that_cannot_be_told_of_learns_that() -> None:
    here, go_on = threading.Event(), threading.Event()

    class Full(Trail):
        def call(self, _call: Call, _decision: Decision | None, _stopped: Stopped | None) -> None:
            here.set()
            assert go_on.wait(5)
            raise ClinicError("disk_full")

    trail = Full()

    async def leave() -> None:
        road = Road(_one(says()), lambda: Permissions(Mode.AUTO), Engine(()), trail)
        calling = asyncio.ensure_future(road.call(NAME, "{}", CLI))
        assert await asyncio.to_thread(here.wait, 5)
        calling.cancel()
        await asyncio.sleep(0)
        go_on.set()
        with pytest.raises(ClinicError):
            await calling

    asyncio.run(leave())
    assert trail.results == []


def _one(run: Callable[..., ToolResult]) -> Registry:
    registry = Registry()
    registry.add(Tool(NAME, "t", "d", SCHEMA, run))
    return registry
