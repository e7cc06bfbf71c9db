"""`context.llm`: a question of a pack to a model, by the program's one exit (`core.llm.gateway`), in the pack's name.

Whose call it is, the pack, the tool, the session, the patient, is told by the program and never by the pack. A thread a pack started is
still that pack's, though no tool's.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from core.base.errors import ClinicError, Refused, UserError
from core.base.ids import looks_like_record_no
from core.cost.books import Cause
from core.cost.usage import Usage
from core.llm.question import Answered, Question
from core.llm.request import Request
from core.packhost.api import LlmAnswer
from core.packhost.current_call import CurrentCall, current
from core.tools.tool import Unit, full_name

LOOKS_S = 0.1
"""How often it is looked whether anybody waits for the call yet."""

MOST_TOKENS = 1 << 20


class Exit(Protocol):
    """The program's one exit."""

    async def ask(self, question: Question, *, stop: asyncio.Event | None = None) -> Answered:
        """Raises as `core.llm.gateway.Gateway.ask`."""
        ...


class AskedModel:
    """Questions of one pack. `usual` names the model of a pack that has said whose it asks; "" is the clinic's."""

    def __init__(self, pack: str, way_out: Callable[[], Exit], usual: Callable[[], str] = lambda: "") -> None:
        self._pack, self._exit, self._usual = pack, way_out, usual

    def ask(
        self,
        user: str,
        *,
        purpose: str,
        system: str = "",
        model: str = "",
        max_tokens: int = 2048,
        temperature: float | None = None,
        reasoning_effort: str = "",
        json: bool = False,
    ) -> LlmAnswer:
        """Raises `UserError` llm_question, llm_purpose; `Refused` tool_outside_call in another pack's call; `ClinicError` tool_over; and as
        `core.llm.gateway.Gateway.ask`, with `Refused` tool_stopped where nobody waits any more.
        """
        call = self._call()
        if not user.strip() or not 1 <= max_tokens <= MOST_TOKENS:
            raise UserError("llm_question", pack=self._pack, limit=MOST_TOKENS)
        request = Request(
            user,
            system,
            max_tokens,
            temperature=temperature,
            effort=reasoning_effort or None,
            json=json,
        )
        about = looks_like_record_no(call.record_no) if call else None
        question = Question(request, self._cause(call, purpose), model or self._usual(), about)
        began = time.monotonic()
        try:
            answered = asyncio.run(self._asked(question, call.unit if call else None))
        except ClinicError:
            self._refuse_if_stopped(call)
            raise
        self._refuse_if_stopped(call)
        return _answer(answered, purpose, round((time.monotonic() - began) * 1000))

    def _refuse_if_stopped(self, call: CurrentCall | None) -> None:
        if call is not None and call.unit.is_cancelled:
            raise Refused("tool_stopped", tool=full_name(self._pack, call.tool))

    def _call(self) -> CurrentCall | None:
        call = current()
        if call is not None and call.pack != self._pack:
            raise Refused("tool_outside_call")
        if call is not None and call.unit.is_cancelled:
            raise ClinicError("tool_over", tool=call.tool)
        return call

    def _cause(self, call: CurrentCall | None, purpose: str) -> Cause:
        if call is None:
            return Cause(self._pack, "", purpose)
        tool = full_name(self._pack, call.tool)
        # One call of a tool, with all that is asked for it, is a task: its cap holds for the sum (`cost_task_limit`).
        return Cause(self._pack, tool, purpose, call.unit.session, call.unit.run, task=call.unit.run)

    async def _asked(self, question: Question, unit: Unit | None) -> Answered:
        stop = asyncio.Event()
        watching = asyncio.ensure_future(_stops(unit, stop)) if unit is not None else None
        try:
            return await self._exit().ask(question, stop=stop)
        finally:
            if watching is not None:
                watching.cancel()


async def _stops(unit: Unit, stop: asyncio.Event) -> None:
    while not unit.is_cancelled:  # noqa: ASYNC110 - the end of a call is told to threads
        await asyncio.sleep(LOOKS_S)
    stop.set()


def _answer(answered: Answered, purpose: str, ms: int) -> LlmAnswer:
    reply = answered.reply
    counted = None if reply.usage is None else _counted(reply.usage)
    name = reply.answered_by or answered.model
    return LlmAnswer(reply.text, answered.data, counted, name, purpose, ms, reply.truncated)


def _counted(usage: Usage) -> dict[str, int]:
    """Without the cache's part where the provider says nothing of a cache."""
    cache = {} if usage.hit is None else {"hit": usage.billed_hit, "miss": usage.billed_miss}
    return {
        "prompt": usage.prompt,
        "completion": usage.completion,
        **cache,
        "reasoning": usage.reasoning,
    }
