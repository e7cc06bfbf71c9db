"""The one road of a tool call. Whoever asks, a panel, the command line, an assistant, a façade, asks here; there is no second one.

resolve the name → arguments and schema → whose patient → permission → constraints before → gates → told → run (deadline, stop) →
constraints after → what was to be written is written → told → the answer. A step that fails ends the call there, and it is told all the
same. What a tool wants written is carried out only once its result has passed: a rejected result leaves nothing behind.
"""

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from core.base.aside import aside, to_its_end
from core.base.errors import ClinicError, Refused, UserError
from core.base.text import is_missing
from core.constraints.confirming import Confirmation, confirmed
from core.constraints.engine import Engine, Result
from core.constraints.event import Verdict
from core.constraints.kinds import Action
from core.tools.arguments import copied, read_arguments
from core.tools.call import Answer, Call, Caller, Gate, People, Step, Stopped, Told
from core.tools.permissions import Decision, Effect, Permissions
from core.tools.registry import Registry
from core.tools.tool import Tool, ToolResult

_LOG = logging.getLogger(__name__)
T = TypeVar("T")

NOBODY = People()


@dataclass(frozen=True)
class Road:
    """Where calls travel, in an open clinic. `permissions` are asked for each time, as an admin may change them meanwhile."""

    registry: Registry
    permissions: Callable[[], Permissions]
    engine: Engine
    told: Told
    gates: tuple[Gate, ...] = ()

    async def call(
        self, name: str, given: str | Mapping[str, object], caller: Caller, people: People = NOBODY
    ) -> Answer:
        """Make one call. Raises nothing but `asyncio.CancelledError`, and what `Told` raises: a call nobody can be told of does not happen."""
        tool = self.registry.get(name)
        if tool is None:
            return Answer(name, stopped=Stopped(Step.RESOLVE, UserError("tool_unknown", tool=name)))
        try:
            call = Call(tool, read_arguments(tool, given), caller)
        except Exception as error:  # noqa: BLE001 - what cannot be read is a no
            # It is not kept: there is no telling what it was.
            why = error if isinstance(error, ClinicError) else _failed(Step.ARGUMENTS, tool, error)
            call, stopped = Call(tool, {}, caller), Stopped(Step.ARGUMENTS, why)
            await aside(self.told.call, call, None, stopped)
            return Answer(name, stopped=stopped)
        return await _Journey(self, call, people).travel()


class _Journey:
    """One call on its way, and what was decided so far."""

    def __init__(self, road: Road, call: Call, people: People) -> None:
        self._road, self._call, self._people = road, call, people
        self._decision: Decision | None = None
        self._confirmation: Confirmation | None = None
        self._found = Verdict()

    async def travel(self) -> Answer:
        stopped = await self._before()
        try:
            await to_its_end(aside(self._road.told.call, self._call, self._decision, stopped))
            if stopped is not None:
                return self._answer(None, stopped)
            unit = Unit(self._call)
            result, stopped = await self._run(unit)
        except asyncio.CancelledError:
            if stopped is None:
                left = Stopped(Step.RUN, Refused("tool_stopped", tool=self._call.tool.name))
                await to_its_end(self._ended(None, left))
            raise
        return await to_its_end(self._finished(unit, result, stopped))

    async def _finished(self, unit: "Unit", result: ToolResult | None, stopped: Stopped | None) -> Answer:
        """What comes after the tool's own work. It is carried out whole: what is written is told."""
        if stopped is None and result is not None:
            stopped = self._after(result)
        if stopped is None and result is not None and result.ok:
            result, stopped = await self._write(unit, result)
        return await self._ended(result, stopped)

    async def _ended(self, result: ToolResult | None, stopped: Stopped | None) -> Answer:
        answer = self._answer(None if stopped else result, stopped)
        await aside(self._road.told.result, self._call, answer)
        return answer

    async def _before(self) -> Stopped | None:
        """All that is looked at before the tool runs; None where nothing is against it."""
        for step, look in (
            (Step.IDENTITY, self._identity),
            (Step.PERMISSION, self._permission),
            (Step.CONSTRAINTS_BEFORE, self._constraints),
            (Step.GATES, self._gates),
        ):
            try:
                await look()
            except ClinicError as error:
                return Stopped(step, error, self._found.events if step is Step.CONSTRAINTS_BEFORE else ())
            except Exception as error:  # noqa: BLE001 - what cannot be looked at is a no
                return Stopped(step, _failed(step, self._call.tool, error))
        return None

    async def _identity(self) -> None:
        theirs, open_, whom = self._call.record_no, self._call.caller.patient, self._call.whom
        if whom is not None and not theirs and not (isinstance(whom, str) and is_missing(whom)):
            # A name may be several people's: nobody is chosen among them here.
            raise Refused("tool_patient_number", tool=self._call.tool.name, arg=self._call.tool.patient)
        if theirs and open_ and theirs != open_:
            raise Refused("tool_other_patient", tool=self._call.tool.name)

    async def _permission(self) -> None:
        self._decision = self._road.permissions().decide(self._call.tool, self._call.arguments)
        if self._decision.effect is Effect.DENY:
            raise Refused("tool_denied", tool=self._call.tool.name, rule=self._decision.rule)
        if self._decision.effect is Effect.ASK and not await self._is_allowed(self._decision):
            raise Refused("tool_not_allowed", tool=self._call.tool.name)

    async def _is_allowed(self, decision: Decision) -> bool:
        ask = self._people.permission
        return ask is not None and await self._unless_stopped(ask(self._call, decision)) is True

    async def _constraints(self) -> None:
        self._found = self._road.engine.before_tool(self._call.tool.name, self._call.arguments)
        if self._found.stops:
            raise Refused("tool_constrained", tool=self._call.tool.name)
        if self._found.action is Action.CONFIRM:
            self._confirmation = await confirmed(self._found, self._people.confirmation, self._people.stop)
            self._found = Verdict(self._confirmation.events)
            if not self._confirmation.granted:
                raise Refused("tool_constrained", tool=self._call.tool.name)

    async def _gates(self) -> None:
        for gate in self._road.gates:
            gate(self._call)

    async def _run(self, unit: "Unit") -> tuple[ToolResult | None, Stopped | None]:
        """The tool's own work. Whoever does not wait any more, or waited as long as is allowed, gets none of what comes later."""
        tool = self._call.tool
        # A copy: constraints after it and rows of the trail are about what was asked, whatever the tool makes of it.
        working = self._unless_stopped(aside(tool.run, copied(self._call.arguments), unit))
        try:
            result: object = await asyncio.wait_for(working, tool.deadline_s)
        except TimeoutError:
            return None, Stopped(
                Step.RUN, ClinicError("tool_too_long", tool=tool.name, seconds=tool.deadline_s)
            )
        except ClinicError as error:
            return None, Stopped(Step.RUN, error)
        except Exception as error:  # noqa: BLE001 - a tool's fault fails its call and no more
            return None, Stopped(Step.RUN, _failed(Step.RUN, tool, error))
        finally:
            unit.close()
        if not isinstance(result, ToolResult):
            return None, Stopped(Step.RUN, ClinicError("tool_no_result", tool=tool.name))
        return result, None

    def _after(self, result: ToolResult) -> Stopped | None:
        tool = self._call.tool
        try:
            seen = Result(result.output, result.data, result.ok)
            found = self._road.engine.after_tool(tool.name, self._call.arguments, seen)
        except Exception as error:  # noqa: BLE001 - what cannot be looked at is a no
            return Stopped(Step.CONSTRAINTS_AFTER, _failed(Step.CONSTRAINTS_AFTER, tool, error))
        self._found = Verdict((*self._found.events, *found.events))
        if not found.stops:
            return None
        return Stopped(Step.CONSTRAINTS_AFTER, Refused("tool_constrained", tool=tool.name), found.events)

    async def _write(self, unit: "Unit", result: ToolResult) -> tuple[ToolResult, Stopped | None]:
        """What the tool wanted written: one transaction of a service, or nothing."""
        if unit.staged is None:
            return result, None
        try:
            written = await aside(unit.staged)
        except ClinicError as error:
            return result, Stopped(Step.WRITE, error)
        except Exception as error:  # noqa: BLE001 - see above
            return result, Stopped(Step.WRITE, _failed(Step.WRITE, self._call.tool, error))
        return ToolResult("\n".join(filter(None, (result.output, written))), result.data, result.ok), None

    async def _unless_stopped(self, waiting: Coroutine[Any, Any, T]) -> T:
        """The same, ended at once by a Stop. Raises `Refused` tool_stopped."""
        stop = self._people.stop
        task = asyncio.ensure_future(waiting)
        if stop is None:
            return await task
        stopping = asyncio.ensure_future(stop.wait())
        try:
            await asyncio.wait({task, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                return task.result()
            raise Refused("tool_stopped", tool=self._call.tool.name)
        finally:
            task.cancel()
            stopping.cancel()

    def _answer(self, result: ToolResult | None, stopped: Stopped | None) -> Answer:
        return Answer(
            self._call.tool.name, result, stopped, self._decision, self._confirmation, self._found.events
        )


class Unit:
    """What one call has staged (`core.tools.tool.Unit`). After the call's own work has ended, for whatever reason, nothing is taken any more."""

    def __init__(self, call: Call) -> None:
        self._tool = call.tool
        self.source, self.session, self.run = call.caller.source, call.caller.session, call.id
        self.reads_only = call.tool.read_only
        self._closed = threading.Event()
        self._turn = threading.Lock()
        self._staged: Callable[[], str] | None = None

    @property
    def is_cancelled(self) -> bool:
        return self._closed.is_set()

    @property
    def staged(self) -> Callable[[], str] | None:
        with self._turn:
            return self._staged

    def stage(self, write: Callable[[], str]) -> None:
        """Raises `Refused` tool_reads_only, tool_writes_once; `ClinicError` tool_over once the call has ended."""
        if self._tool.read_only:
            raise Refused("tool_reads_only", tool=self._tool.name)
        with self._turn:
            if self._closed.is_set():
                raise ClinicError("tool_over", tool=self._tool.name)
            if self._staged is not None:
                raise Refused("tool_writes_once", tool=self._tool.name)
            self._staged = write

    def close(self) -> None:
        """Take nothing any more."""
        with self._turn:
            self._closed.set()


def _failed(step: Step, tool: Tool, error: Exception) -> ClinicError:
    """What failed by a fault of ours or of a pack: the kind of error and nothing of its text, which may be a patient's."""
    _LOG.warning("%s failed at %s: %s", tool.name, step, type(error).__name__)
    return ClinicError("tool_failed", tool=tool.name, step=step.value, kind=type(error).__name__)
