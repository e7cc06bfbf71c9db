"""The road of a tool call: an allowed one under 20 constraints, beside the tool itself on a thread. In microseconds, too."""

import asyncio
from collections.abc import Coroutine, Iterator
from time import perf_counter
from typing import Any

from core.constraints.engine import Engine
from core.constraints.reading import read_constraints
from core.tools.call import Answer, Call, Caller, Stopped
from core.tools.permissions import Decision, Mode, Permissions
from core.tools.registry import Registry
from core.tools.road import Road
from core.tools.tool import Tool, ToolResult, Unit
from tests.bench.constraints import ARGUMENTS, RESULT, twenty
from tests.bench.ground import Ground
from tests.bench.measure import Limit, Line, gathered, line
from tests.fakes.constraints import T

LIMIT = Limit(10)
"""Beside what a call costs that asks a model or writes a record, the road must not be felt."""

SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {name: {"type": "string", "maxLength": 2_000} for name in ARGUMENTS},
    "required": ["patientId"],
    "additionalProperties": False,
}
TEXT = '{"patientId": "P001", "form": "shiwen", "narrative": "入睡难，夜醒三次，晨起头昏，纳可，二便调。"}'


class Kept:
    """Keeps no row: what the trail costs is measured by `commit`."""

    def call(self, call: Call, decision: Decision | None, stopped: Stopped | None) -> None:
        """Nothing."""

    def result(self, call: Call, answer: Answer) -> None:
        """Nothing."""


def run(_arguments: object, _unit: Unit | None) -> ToolResult:
    return ToolResult(RESULT.output, RESULT.data)  # type: ignore[arg-type]


def bench(ground: Ground) -> Iterator[Line]:
    """Every step but the row of the trail and the tool's own work."""
    registry = Registry()
    registry.add(Tool(T, "t", "d", SCHEMA, run, pack="tcm", patient="patientId"))
    engine = Engine(read_constraints(twenty(), "bench", "tcm"))
    road = Road(registry, lambda: Permissions(Mode.AUTO), engine, Kept())
    caller = Caller("bench", patient="P001")

    async def each(repeats: int) -> tuple[list[float], list[float]]:
        answer = await road.call(T, TEXT, caller)
        assert answer.ok, answer
        times, rival = [], []
        for _ in range(repeats):
            times.append(await _timed(road.call(T, TEXT, caller)))
            rival.append(await _timed(asyncio.to_thread(run, ARGUMENTS, None)))
        return times, rival

    measured, alone = map(gathered, asyncio.run(each(50 * ground.sizes.repeats)))
    yield line(
        "road.allowed",
        measured,
        rival=("the tool on a thread", alone),
        limit=LIMIT,
        p50_us=round(measured.p50 * 1000),
        p95_us=round(measured.p95 * 1000),
        constraints=len(engine.constraints),
    )


async def _timed(work: Coroutine[Any, Any, object]) -> float:
    start = perf_counter()
    await work
    return (perf_counter() - start) * 1000
