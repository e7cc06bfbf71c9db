"""The one exit to a model. Whoever asks, a pack's tool, a rewrite, an assistant, asks here; there is no second one.

which model → may it be given this → taken out who somebody is → decided and told → its key → the worst it can cost put aside → asked →
settled by its own model and start → told. Each step raises, and then nothing of the later ones happens: no other model is asked in its
place, nothing is kept to be sent later. Offline is one of these refusals, not a fault.

Whose call it is comes with the question, from the kernel. What is answered is looked through by wording rules as a whole before anything
of it is shown or kept (`core.constraints.releasing`); here it is only what the model said.
"""

import asyncio
import json
import logging
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from secrets import token_hex
from typing import Any, Protocol, TypeVar

from core.base.aside import aside, to_its_end
from core.base.errors import ClinicError, Refused, UserError
from core.base.ids import RecordNo
from core.cost.books import CUT_OFF, NOT_SENT, OK, STOPPED, TRUNCATED, Cause, Ended
from core.cost.budgets import Answer, Decision, Reservation, Settled
from core.cost.reasons import Reason
from core.llm.failure import ModelFailed
from core.llm.keys import FoundKey
from core.llm.model import Boundary, Model, Wire
from core.llm.question import Answered, Question, restored
from core.llm.request import Conversation, Finish, Piece, Reply, Request
from core.llm.restoring import RestoredPieces
from core.llm.turn import current_turn
from core.llm.wire.ask import ask
from core.llm.wire.line import Line
from core.net.booking import Booking
from core.net.deid.placeholders import Placeholders
from core.net.egress import Asked
from core.net.egress import Decision as Egress
from core.net.purposes import is_purpose

_LOG = logging.getLogger(__name__)
T = TypeVar("T")

AROUND = 256
"""Bytes a request has around its texts, at the most: what a model reads besides."""

BEFORE_TEXT = frozenset({"egress_no_policy", "egress_no_purpose", "egress_boundary", "egress_output_long"})
"""Refusals that no text changes."""


class Policy(Protocol):
    """The clinic's policy, as it stands at this moment."""

    def weighed(self, asked: Asked) -> Egress:
        """What it would say. Leaves no trace."""
        ...

    def decide(self, asked: Asked) -> Egress:
        """What it says. Its row is durable when this returns."""
        ...

    def told(self, decision: Egress) -> Egress:
        """A decision made elsewhere, once its row is durable."""
        ...


class Strip(Protocol):
    """Takes out who somebody is (`core.net.deid.deidentifier.Deidentifier.strip`). Raises `Refused`: then nothing leaves."""

    def __call__(self, value: T, placeholders: Placeholders, about: RecordNo | None) -> T: ...


class Purse(Protocol):
    """Budgets, and the book of calls."""

    def reserve(self, cause: Cause, model: Model, *, prompt: int, max_output: int) -> Decision: ...

    def settle(self, reservation: Reservation, ended: Ended) -> Settled: ...

    def release(self, reservation: Reservation, outcome: str = NOT_SENT) -> Settled: ...


class Told(Protocol):
    """Rows of the trail. What `leaving` raises keeps the request here."""

    def leaving(self, cause: Cause, booking: Booking) -> None:
        """Before each attempt."""
        ...

    def ended(self, cause: Cause, booking: Booking, ms: int, outcome: str, settled: Settled) -> None:
        """Once for a call that was begun, however it ended."""
        ...


Listen = Callable[[Piece], None]


def _nobody(_: Piece) -> None:
    """Nobody listens."""


@dataclass(frozen=True)
class Gateway:
    """The exit of an open clinic. `resolve` and `key_for` are those of its models."""

    resolve: Callable[[str], Model]
    key_for: Callable[[Model], FoundKey]
    policy: Policy
    strip: Strip
    purse: Purse
    told: Told
    line: Callable[..., Line] = Line.to

    async def ask(
        self, question: Question, *, heard: Listen = _nobody, stop: asyncio.Event | None = None
    ) -> Answered:
        """Ask a model. A stop within the answer gives what had come, truncated.

        Raises `UserError` and `Refused` for what was not sent, the refusals of policy, de-identification, key and budgets among it, and
        model_stopped for a stop before it; `ModelFailed` for an answer that cannot be used, with what there was of it. ValueError for a
        conversation of another patient or visit, and for one that goes on without its placeholders.
        """
        if not is_purpose(question.cause.purpose):
            raise UserError("llm_purpose")
        _refuse_another_conversation(question)
        ready = await _unless_stopped(self._ready(question), stop)
        decision = await self._reserved(question, ready)
        reservation = decision.reservation
        if decision.answer is Answer.STOP or reservation is None:
            raise decision.refusal()
        call = _Call(self, question, reservation, ready.placeholders)
        try:
            if reservation.model.name != ready.model.name:
                ready = await _unless_stopped(self._changed(question, ready, reservation.model.name), stop)
            line = call.line_to(ready, heard, stop)
            return await call.carried_out(ready, line, decision.reasons)
        finally:
            await call.settled_if_not()

    async def _ready(self, question: Question) -> "_Ready":
        model = await aside(lambda: self.resolve(question.model))
        request, placeholders = await self._fit_to_leave(model, question)
        return _Ready(model, request, placeholders, await aside(lambda: self.key_for(model)))

    async def _changed(self, question: Question, ready: "_Ready", name: str) -> "_Ready":
        """The same question to the model that a budget put in its place: decided upon anew, and with its own key."""
        model = await aside(lambda: self.resolve(name))
        request = _in_conversation(_capped(ready.request, model), model)
        await self._decided(model, question, request, ready.placeholders)
        return _Ready(model, request, ready.placeholders, await aside(lambda: self.key_for(model)))

    async def _fit_to_leave(self, model: Model, question: Question) -> tuple[Request, Placeholders | None]:
        """The request as it leaves, decided upon. What a model outside is told goes without who somebody is, whatever the policy says."""
        request, placeholders = _in_conversation(_capped(question.request, model), model), None
        asked = _asked(model, question, request, deidentified=True)
        first = await aside(lambda: self.policy.weighed(asked))
        if first.code not in BEFORE_TEXT and model.boundary is not Boundary.ON_DEVICE:
            table = _table_of(question)
            told = (request.system, request.user, request.tools)
            try:
                system, user, tools = await aside(lambda: self.strip(told, table, question.about))
            except Refused as refused:
                stays = replace(first, asked=replace(asked, deidentified=False), refusal=refused)
                await to_its_end(aside(self.policy.told, stays))
                raise
            placeholders, request = table, replace(request, system=system, user=user, tools=tools)
        elif model.boundary is not Boundary.ON_DEVICE:
            # Refused, and its row says so; if the policy was changed just now the text is in no state to leave all the same.
            await _allowed(self.policy, replace(asked, deidentified=False))
        await self._decided(model, question, request, placeholders)
        return request, placeholders

    async def _decided(
        self, model: Model, question: Question, request: Request, placeholders: Placeholders | None
    ) -> None:
        if model.boundary is not Boundary.ON_DEVICE and placeholders is None:
            raise Refused("egress_identified", purpose=question.cause.purpose, model=model.name)
        await _allowed(self.policy, _asked(model, question, request, deidentified=placeholders is not None))

    async def _reserved(self, question: Question, ready: "_Ready") -> Decision:
        """What the budgets say. Where nobody waits for it any more, nothing stays put aside."""
        size, most = _size(ready.request) + AROUND, ready.request.max_tokens
        made: list[Decision] = []

        def reserve() -> Decision:
            made.append(self.purse.reserve(question.cause, ready.model, prompt=size, max_output=most))
            return made[0]

        try:
            return await to_its_end(aside(reserve))
        except asyncio.CancelledError:
            for reservation in (one.reservation for one in made):
                if reservation is not None:
                    await _Call(self, question, reservation, None).settled_if_not()
            raise


@dataclass(frozen=True, slots=True)
class _Ready:
    """A question that may leave as it stands here."""

    model: Model
    request: Request
    placeholders: Placeholders | None
    key: FoundKey


class _Call:
    """One call with money put aside for it: whatever happens, it is settled once."""

    def __init__(
        self,
        gateway: Gateway,
        question: Question,
        reservation: Reservation,
        placeholders: Placeholders | None,
    ) -> None:
        self._gateway, self._question, self._placeholders = gateway, question, placeholders
        self._reservation = reservation
        self._cause = question.cause
        self._booking = Booking(purpose=question.cause.purpose, kind="model")
        self._began = time.monotonic()
        self._hearing: RestoredPieces | None = None
        self._has_left = self._is_settled = False

    def line_to(self, ready: _Ready, heard: Listen, stop: asyncio.Event | None) -> Line:
        """Raises as `core.llm.wire.line.Line.to`."""
        self._hearing = RestoredPieces(heard, self._placeholders)
        asked = _asked(
            ready.model, self._question, ready.request, deidentified=ready.placeholders is not None
        )

        async def leaving(size: int) -> None:
            await self._leaving(asked, size)

        line = self._gateway.line(ready.model, ready.key.key, leaving=leaving, told=self._hearing, stop=stop)
        self._booking.host, self._booking.port = line.endpoint.base.host, line.endpoint.base.port
        return line

    async def carried_out(self, ready: _Ready, line: Line, reasons: tuple[Reason, ...]) -> Answered:
        """The answer. Raises as `Gateway.ask`."""
        try:
            reply = await self._heard_out(ready, line)
        except ModelFailed as failed:
            partial = failed.partial
            failed.settled = await self._settle(partial, failed.code)
            if partial is not None:
                failed.partial = restored(partial, self._placeholders)
            raise
        except (UserError, Refused) as refused:
            await self._settle(None, refused.code)
            raise
        settled = await self._settle(reply, _outcome(reply))
        return Answered.of(reply, settled, reasons, self._placeholders, as_json=ready.request.json)

    async def _heard_out(self, ready: _Ready, line: Line) -> Reply:
        try:
            return await ask(ready.model, ready.request, line)
        finally:
            if self._hearing is not None:
                self._hearing.ended()

    async def settled_if_not(self) -> None:
        """For whatever ended a call otherwise: nobody waits any more, or a fault of ours. It is booked even then."""
        if not self._is_settled:
            await self._settle(None, CUT_OFF)

    async def _leaving(self, asked: Asked, size: int) -> None:
        """What was allowed may not be any more: a key was looked for since, or a server asked to wait."""
        policy = self._gateway.policy
        if not (await aside(lambda: policy.weighed(asked))).allowed:
            await _allowed(policy, asked)
        self._booking.bytes_out += size
        await to_its_end(aside(self._begun))
        self._has_left = True

    def _begun(self) -> None:
        self._gateway.told.leaving(self._cause, self._booking)
        self._booking.requests += 1

    async def _settle(self, reply: Reply | None, outcome: str) -> Settled:
        self._is_settled = True
        return await to_its_end(aside(self._booked, reply, outcome))

    def _booked(self, reply: Reply | None, outcome: str) -> Settled:
        """What was sent is paid for, as far as is known; what was not is not."""
        purse, usage = self._gateway.purse, reply.usage if reply else None
        ms = round((time.monotonic() - self._began) * 1000)
        is_free = not (reply.sent if reply else self._has_left)
        try:
            if is_free:
                self._booking.bytes_out = 0
                settled = purse.release(self._reservation, NOT_SENT)
            else:
                settled = purse.settle(self._reservation, _ended(reply, outcome, ms))
        except ClinicError:
            # The call is in the books since before it was made, at its worst, and stays so.
            _LOG.warning("a call of a model could not be settled", exc_info=True)
            settled = Settled(self._reservation, usage, None, self._reservation.worst)
        turn = current_turn()
        if turn is not None and not is_free:
            turn.add(usage)
        if reply is not None:
            self._booking.bytes_out, self._booking.bytes_in = reply.bytes_out, reply.bytes_in
        try:
            self._gateway.told.ended(self._cause, self._booking, ms, outcome, settled)
        except ClinicError:
            # The row of its beginning is there. What was answered is paid for, and is not thrown away.
            _LOG.warning("the end of a call of a model could not be told", exc_info=True)
        return settled


def _capped(request: Request, model: Model) -> Request:
    """No longer an answer than the model gives."""
    ceiling = model.max_output
    return (
        request if ceiling is None or request.max_tokens <= ceiling else replace(request, max_tokens=ceiling)
    )


def _size(request: Request) -> int:
    """Bytes of its texts; a model has no more tokens for them."""
    texts = (
        request.system,
        request.user,
        *(json.dumps(dict(tool), ensure_ascii=False) for tool in request.tools),
    )
    return sum(len(text.encode("utf-8", "replace")) for text in texts)


def _asked(model: Model, question: Question, request: Request, *, deidentified: bool) -> Asked:
    return Asked(
        question.cause.purpose,
        model.boundary,
        model.provider,
        model.name,
        _size(request),
        request.max_tokens,
        deidentified,
    )


def _ended(reply: Reply | None, outcome: str, ms: int) -> Ended:
    if reply is None:
        return Ended(None, outcome, ms=ms, truncated=True)
    return Ended(reply.usage, outcome, reply.answered_by, ms, reply.first_token_ms, truncated=reply.truncated)


def _outcome(reply: Reply) -> str:
    if reply.finish is Finish.STOPPED:
        return STOPPED
    return TRUNCATED if reply.truncated else OK


def _in_conversation(request: Request, model: Model) -> Request:
    """A server that remembers is asked in a conversation of its own where the question belongs to none."""
    if model.wire is not Wire.DIFY or request.conversation is not None:
        return request
    return replace(request, conversation=Conversation(token_hex(16)))


def _refuse_another_conversation(question: Question) -> None:
    """Raises ValueError where what a server remembers of one patient's visit would go into the answer to a question about another."""
    conversation = question.request.conversation
    if conversation is None or not conversation.id:
        return
    if (conversation.record_no, conversation.visit) != (question.about, question.visit):
        raise ValueError("a conversation belongs to one patient and one visit")


def _table_of(question: Question) -> Placeholders:
    """An empty table of a conversation is one, too. Raises ValueError for a conversation that goes on without its own: what the server remembers
    as somebody would come back as somebody else.
    """
    if question.placeholders is not None:
        return question.placeholders
    conversation = question.request.conversation
    if conversation is not None and conversation.id:
        raise ValueError("a conversation goes on with its own placeholders")
    return Placeholders()


async def _allowed(policy: Policy, asked: Asked) -> None:
    """Decide, with a row of it. Raises the refusal."""
    (await to_its_end(aside(policy.decide, asked))).require()


async def _unless_stopped(work: Coroutine[Any, Any, T], stop: asyncio.Event | None) -> T:
    """Raises `Refused` model_stopped as soon as there is a stop, whatever is waited for."""
    working = asyncio.ensure_future(work)
    stopping = asyncio.ensure_future((stop or asyncio.Event()).wait())
    try:
        await asyncio.wait({working, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if stopping.done():
            raise Refused("model_stopped")
        return working.result()
    finally:
        stopping.cancel()
        working.cancel()
        if working.done() and not working.cancelled():
            working.exception()
