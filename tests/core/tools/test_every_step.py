"""No caller skips a step of the road: whoever asks, whatever says no, and however much of it at once."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.base.errors import Refused
from core.constraints.engine import Engine, Result
from core.constraints.event import Event, Verdict
from core.constraints.reading import read_constraints
from core.tools.call import Answer, Call, Caller, People, Step, Stopped
from core.tools.permissions import Decision, Mode, Permissions
from core.tools.registry import Registry
from core.tools.road import Road
from core.tools.tool import Tool, ToolResult, Unit

NAME = "pack__demo__t"
SCHEMA = {"type": "object", "properties": {"patientId": {"type": "string"}, "x": {"type": "number"}}}
ORDER = list(Step)
UNSEEN = {Step.ARGUMENTS, Step.IDENTITY}
"""Steps that nothing handed in takes part in: only what they refuse is seen."""


class Said(Exception):
    """What a trail raises that cannot keep a row."""


@dataclass
class Walked:
    """One road where each step says no if it is among `no`, and keeps in which order the steps came."""

    no: frozenset[Step]
    mode: Mode
    by_rule: bool
    """Whether what says no does so by itself, or because a person does."""
    steps: list[Step] = field(default_factory=list)
    told: list[Step | None] = field(default_factory=list)

    def at(self, step: Step) -> bool:
        """A step has come; whether it says no."""
        self.steps.append(step)
        return step in self.no

    def walk(self, source: str, patient: str) -> Answer:
        constraints: list[dict[str, object]] = [
            {"id": "whole", "kind": "completeness", "tool": "t", "fields": ["zhushu"]}
        ]
        if Step.CONSTRAINTS_BEFORE in self.no:
            kind = "tool-deny" if self.by_rule else "confirm"
            constraints.append({"id": "before", "kind": kind, "tool": "t"})
        engine = _Seen(read_constraints(constraints, "test", "demo"), self)
        registry = _Registered(self)
        registry.add(Tool(NAME, "t", "d", SCHEMA, self._run, pack="demo", patient="patientId"))
        road = Road(registry, self._permissions, engine, _Trail(self), (self._gate,))
        people = People(permission=self._allows, confirmation=self._confirms)
        return asyncio.run(road.call(NAME, self._given(patient), Caller(source, patient=patient), people))

    def _given(self, patient: str) -> str:
        whose = "P002" if patient else "陈敏"
        if Step.IDENTITY not in self.no:
            whose = patient
        return f'{{"patientId": "{whose}", "x": {"NaN" if Step.ARGUMENTS in self.no else 1}}}'

    def _permissions(self) -> Permissions:
        no = self.at(Step.PERMISSION)
        return Permissions(self.mode, deny=(NAME,) if no else (), strict=self.by_rule)

    async def _allows(self, _call: Call, _decision: Decision) -> bool:
        return Step.PERMISSION not in self.no

    async def _confirms(self, _events: tuple[Event, ...]) -> bool:
        return Step.CONSTRAINTS_BEFORE not in self.no

    def _gate(self, _call: Call) -> None:
        if self.at(Step.GATES):
            raise Refused("held")

    def _run(self, arguments: Mapping[str, object], unit: Unit) -> ToolResult:
        assert arguments["x"] == 1
        unit.stage(self._write)
        if self.at(Step.RUN):
            raise Refused("no")
        return ToolResult("", {"zhushu": "" if Step.CONSTRAINTS_AFTER in self.no else "头痛"})

    def _write(self) -> str:
        if self.at(Step.WRITE):
            raise Refused("full")
        return ""


class _Registered(Registry):
    def __init__(self, walked: Walked) -> None:
        super().__init__()
        self._walked = walked

    def get(self, name: str) -> Tool | None:
        return None if self._walked.at(Step.RESOLVE) else super().get(name)


class _Seen(Engine):
    def __init__(self, constraints: tuple[object, ...], walked: Walked) -> None:
        super().__init__(constraints)  # type: ignore[arg-type]
        self._walked = walked

    def before_tool(self, tool: str, arguments: object) -> Verdict:
        self._walked.at(Step.CONSTRAINTS_BEFORE)
        return super().before_tool(tool, arguments)

    def after_tool(self, tool: str, arguments: object, result: Result) -> Verdict:
        self._walked.at(Step.CONSTRAINTS_AFTER)
        return super().after_tool(tool, arguments, result)


@dataclass
class _Trail:
    walked: Walked

    def call(self, _call: Call, _decision: Decision | None, stopped: Stopped | None) -> None:
        self.walked.told.append(stopped.step if stopped else None)
        if self.walked.at(Step.TOLD_CALL):
            raise Said

    def result(self, _call: Call, answer: Answer) -> None:
        self.walked.told.append(answer.stopped.step if answer.stopped else None)
        if self.walked.at(Step.TOLD_RESULT):
            raise Said


@settings(max_examples=200, deadline=None)
@given(
    st.frozensets(st.sampled_from(ORDER), max_size=4),
    st.sampled_from(Mode),
    st.booleans(),
    st.sampled_from(["panel", "cli", "assistant", "facade", "worker", ""]),
    st.sampled_from(["", "P001"]),
)
@example(frozenset(), Mode.ASK, True, "assistant", "P001")
def test_no_caller_skips_a_step(
    no: frozenset[Step], mode: Mode, by_rule: bool, source: str, patient: str
) -> None:
    """The first no ends the call where it stands: every step before it came, in the order of the road, none after it but telling."""
    walked = Walked(no, mode, by_rule)
    answer: Answer | None
    try:
        answer = walked.walk(source, patient)
    except Said:
        answer = None
    first = min(no, key=ORDER.index, default=None)
    came = ORDER[: ORDER.index(first) + 1] if first else ORDER
    steps = [step for step in came if step not in UNSEEN]
    if first is Step.RESOLVE:
        telling = []
    elif ORDER.index(first or Step.RUN) < ORDER.index(Step.TOLD_CALL):
        telling = [Step.TOLD_CALL]
    else:
        telling = [Step.TOLD_RESULT]
    if first in {Step.TOLD_CALL, Step.TOLD_RESULT}:
        telling = []
    assert walked.steps == steps + [step for step in telling if step not in steps]
    if answer is None:
        assert no & set(walked.steps) & {Step.TOLD_CALL, Step.TOLD_RESULT}
        return
    assert answer.ok is (first is None)
    if first is not None:
        assert answer.result is None
        assert answer.stopped is not None
        assert answer.stopped.step is first
    assert walked.told[-1:] == ([first] if telling else [])
