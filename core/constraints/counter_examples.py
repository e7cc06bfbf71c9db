"""Tries each constraint: something it must stop and something it must let pass, made from the constraint itself and given by its pack.

A constraint that nothing made or given is stopped by guards nothing, and one that lets nothing pass stops all work: both are reported.
Each is tried alone, so that another constraint does not do its work.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date

from core.constraints.constraint import Constraint
from core.constraints.engine import Engine, Result
from core.constraints.event import Author
from core.constraints.kinds import Action, Stage
from core.constraints.patterns import example_of
from core.constraints.reach import PACK_PREFIX, about_no_argument, about_nothing, registered_name

_OTHER = "mingdao_another_tool"
_HARMLESS = ("记录", "x", "0", "。", "-", "患者今日来诊，记录如上。", "")


@dataclass(frozen=True, slots=True)
class Trial:
    """One example held against its constraint."""

    constraint: Constraint
    example: object
    is_given: bool
    """Whether the pack brings it."""
    should_stop: bool
    action: Action
    reason: str

    @property
    def stopped(self) -> bool:
        return self.action is not Action.PASS

    @property
    def ok(self) -> bool:
        return self.stopped is self.should_stop


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of one constraint."""

    constraint: Constraint
    trials: tuple[Trial, ...]
    is_idle: bool = False
    """Whether the tool it names is not there, or lacks the argument it looks at: however well it is written, it guards nothing."""

    @property
    def wrong(self) -> tuple[Trial, ...]:
        """The examples a pack gave that went otherwise."""
        return tuple(trial for trial in self.trials if trial.is_given and not trial.ok)

    @property
    def stops_nothing(self) -> bool:
        return not any(trial.should_stop and trial.ok for trial in self.trials)

    @property
    def passes_nothing(self) -> bool:
        return not any(not trial.should_stop and trial.ok for trial in self.trials)

    @property
    def faults(self) -> tuple[str, ...]:
        """What keeps it from doing its work, by the last part of keys at `packs.tried`."""
        told = {
            "idle": self.is_idle,
            "stops_nothing": self.stops_nothing,
            "passes_nothing": self.passes_nothing,
            "wrong": bool(self.wrong),
        }
        return tuple(code for code, is_so in told.items() if is_so)

    @property
    def ok(self) -> bool:
        return not self.faults


def try_all(
    constraints: Iterable[Constraint],
    today: date,
    tools: Mapping[str, Mapping[str, object]] | None = None,
) -> tuple[Tried, ...]:
    """Try each constraint by itself, on a day against which dates in examples are old or not.

    `tools` are the schemas of the packs' own tools by their full names; where none are given it is not asked whether a constraint is
    about any. One about a tool of another pack is not held against them.
    """
    every = tuple(constraints)
    idle = set[int]()
    if tools is not None:
        own = [one for one in every if _tool_of(one).startswith(registered_name(one.pack, ""))]
        idle = {id(one) for one in about_nothing(own, tools)}
        idle |= {id(one) for one, _, _ in about_no_argument(own, tools)}
    return tuple(Tried(one, tuple(_trials(one, today)), id(one) in idle) for one in every)


def _trials(one: Constraint, today: date) -> Iterator[Trial]:
    for is_given, should_stop, examples in (
        (False, True, _stopped(one)),
        (False, False, _let_through(one)),
        (True, True, one.examples.blocks),
        (True, False, one.examples.passes),
    ):
        for example in examples:
            action, reason = _ask(one, example, today)
            yield Trial(one, example, is_given, should_stop, action, reason)
    if one.rule.has_tool:
        action, reason = _ask(one, {}, today, _OTHER)
        yield Trial(one, _OTHER, is_given=False, should_stop=False, action=action, reason=reason)


def _ask(one: Constraint, example: object, today: date, tool: str = "") -> tuple[Action, str]:
    engine = Engine([replace(one, when=None)], lambda: today)
    tool = tool or _tool_of(one)
    if one.rule.stage is Stage.PRE_TOOL:
        verdict = engine.before_tool(tool, example)
    elif one.rule.stage is Stage.POST_TOOL:
        verdict = engine.after_tool(tool, {}, _result_of(example))
    else:
        verdict = engine.before_output(str(example), Author.MODEL).verdict
    return verdict.action, next((event.reason for event in verdict.events), "")


def _tool_of(one: Constraint) -> str:
    """The registered name of the tool that a constraint means first."""
    is_short = one.pack and not one.tool.startswith(PACK_PREFIX)
    return registered_name(one.pack, one.tool) if is_short else one.tool


def _result_of(example: object) -> Result:
    raw = example if isinstance(example, Mapping) else {}
    return Result(str(raw.get("output", "")), raw.get("data"), raw.get("ok", True) is not False)


def _stopped(one: Constraint) -> Iterator[object]:
    made = example_of(one.pattern.tree) if one.pattern else ""
    match one.kind:
        case "tool-arg-require":
            yield from ({}, {one.require_arg: None}, {one.require_arg: " "})
        case "arg-forbid":
            yield from ({one.arg: made}, {one.arg: {"within": [made]}})
        case "completeness":
            yield {"ok": True, "output": "x"}
            yield from ({"data": {**_full(one), name: ""}} for name in one.fields)
        case "result-forbid":
            yield {"ok": True, "output": made}
        case "output-forbid":
            yield made
        case _:
            yield {}


def _let_through(one: Constraint) -> Iterator[object]:
    match one.kind:
        case "tool-arg-require":
            yield {one.require_arg: "P001"}
        case "arg-forbid":
            yield from ({}, *({one.arg: harmless} for harmless in _HARMLESS))
        case "completeness":
            yield {"data": _full(one)}
        case "result-forbid":
            yield from ({"ok": True, "output": harmless} for harmless in _HARMLESS)
        case "output-forbid":
            yield from _HARMLESS
        case _:
            return


def _full(one: Constraint) -> dict[str, object]:
    return dict.fromkeys(one.fields, "无")
