"""The one exit to a model. Whoever asks, a pack's tool, a rewrite, an assistant, asks here; there is no second one.

which model → may it be given this → taken out who somebody is → decided and told → its key → the worst it can cost put aside → asked →
settled by its own model and start → told. Each step raises, and then nothing of the later ones happens: no other model is asked in its
place, nothing is kept to be sent later. Offline is one of these refusals, not a fault.

Whose call it is comes with the question, from the kernel. What is answered is looked through by wording rules as a whole before anything
of it is shown or kept (`core.constraints.releasing`); here it is only what the model said.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from contextvars import copy_context
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from core.base.errors import ClinicError, Refused, UserError
from core.base.ids import RecordNo
from core.cost.books import NOT_SENT, OK, Cause
from core.cost.budgets import Answer, Decision, Reservation, Settled
from core.cost.reasons import Reason
from core.cost.usage import Usage
from core.forms.exact_json import dump_json
from core.llm.failure import ModelFailed
from core.llm.keys import FoundKey
from core.llm.model import Boundary, Model
from core.llm.question import Answered, Question, restored
from core.llm.request import Finish, Piece, Reply, Request
from core.llm.restoring import told_restored
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

STOPPED = "stopped"
TRUNCATED = "truncated"
FAILED = "failed"
CUT_OFF = "cut_off"
"""Outcomes of a call beside `core.cost.books.OK` and the code of what failed: stopped by a person, not whole, a fault of ours, nobody
waited for it any more.
"""

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


class Strip(Protocol):
    """Takes out who somebody is (`core.net.deid.deidentifier.Deidentifier.strip`). Raises `Refused`: then nothing leaves."""

    def __call__(
        self, texts: tuple[str, ...], placeholders: Placeholders, about: RecordNo | None
    ) -> tuple[str, ...]: ...


class Purse(Protocol):
    """Budgets, and the book of calls."""

    def reserve(self, cause: Cause, model: Model, *, prompt: int, max_output: int) -> Decision: ...

    def settle(
        self,
        reservation: Reservation,
        usage: Usage | None,
        *,
        outcome: str,
        answered_by: str = "",
        ms: int | None = None,
        first_token_ms: int | None = None,
        truncated: bool = False,
    ) -> Settled: ...

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

        Raises `UserError` and `Refused` for what was not sent, the refusals of policy, de-identification, key and budgets among it;
        `ModelFailed` for an answer that cannot be used, with what there was of it.
        """
        if not is_purpose(question.cause.purpose):
            raise UserError("llm_purpose")
        model = await _aside(self.resolve, question.model)
        request, placeholders = await self._fit_to_leave(model, question)
        key = await _aside(self.key_for, model)
        decision = await _aside(
            lambda: self.purse.reserve(
                question.cause, model, prompt=_size(request) + AROUND, max_output=request.max_tokens
            )
        )
        reservation = decision.reservation
        if decision.answer is Answer.STOP or reservation is None:
            raise decision.refusal()
        call = _Call(self, question, reservation, placeholders)
        try:
            if reservation.model.name != model.name:
                model = await _aside(self.resolve, reservation.model.name)
                request = _capped(request, model)
                await self._decided(model, question, request)
            line = call.line_to(model, key, heard, stop)
            return await call.carried_out(model, request, line, decision.reasons)
        finally:
            await call.settled_if_not()

    async def _fit_to_leave(self, model: Model, question: Question) -> tuple[Request, Placeholders | None]:
        """The request as it leaves, decided upon. What a model outside is told goes without who somebody is, whatever the policy says."""
        request, placeholders = _capped(question.request, model), None
        first = await _aside(self.policy.weighed, _asked(model, question, request, deidentified=True))
        if first.code not in BEFORE_TEXT and model.boundary is not Boundary.ON_DEVICE:
            # An empty table of a conversation is one, too.
            placeholders = Placeholders() if question.placeholders is None else question.placeholders
            system, user = await _aside(
                self.strip, (request.system, request.user), placeholders, question.about
            )
            request = replace(request, system=system, user=user)
        await self._decided(model, question, request, deidentified=placeholders is not None)
        return request, placeholders

    async def _decided(
        self, model: Model, question: Question, request: Request, *, deidentified: bool | None = None
    ) -> None:
        is_bare = model.boundary is not Boundary.ON_DEVICE if deidentified is None else deidentified
        decided = await _aside(self.policy.decide, _asked(model, question, request, deidentified=is_bare))
        decided.require()


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
        self._has_left = self._is_settled = False

    def line_to(self, model: Model, key: FoundKey, heard: Listen, stop: asyncio.Event | None) -> Line:
        """Raises as `core.llm.wire.line.Line.to`."""
        told = told_restored(heard, self._placeholders)
        line = self._gateway.line(model, key.key, leaving=self._leaving, told=told, stop=stop)
        self._booking.host, self._booking.port = line.endpoint.base.host, line.endpoint.base.port
        return line

    async def carried_out(
        self, model: Model, request: Request, line: Line, reasons: tuple[Reason, ...]
    ) -> Answered:
        """The answer. Raises as `Gateway.ask`."""
        try:
            reply = await ask(model, request, line)
        except ModelFailed as failed:
            partial = failed.partial
            await self._settle(partial, failed.code)
            if partial is not None:
                failed.partial = restored(partial, self._placeholders)
            raise
        except (UserError, Refused) as refused:
            await self._settle(None, refused.code)
            raise
        settled = await self._settle(reply, _outcome(reply))
        return Answered.of(reply, settled, reasons, self._placeholders, as_json=request.json)

    async def settled_if_not(self) -> None:
        """For whatever ended a call otherwise: nobody waits any more, or a fault of ours. It is booked even then."""
        if not self._is_settled:
            await asyncio.shield(self._settle(None, CUT_OFF))

    async def _leaving(self, size: int) -> None:
        self._booking.bytes_out += size
        await _aside(self._gateway.told.leaving, self._cause, self._booking)
        self._has_left = True

    async def _settle(self, reply: Reply | None, outcome: str) -> Settled:
        self._is_settled = True
        return await _aside(self._booked, reply, outcome)

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
                settled = purse.settle(
                    self._reservation,
                    usage,
                    outcome=outcome,
                    answered_by=reply.answered_by if reply else "",
                    ms=ms,
                    first_token_ms=reply.first_token_ms if reply else None,
                    truncated=reply.truncated if reply else True,
                )
        except ClinicError:
            # The call is in the books since before it was made, at its worst, and stays so.
            _LOG.warning("a call of a model could not be settled", exc_info=True)
            settled = Settled(self._reservation, usage, None, self._reservation.worst)
        turn = current_turn()
        if turn is not None and not is_free:
            turn.add(usage)
        if reply is not None:
            self._booking.bytes_out, self._booking.bytes_in = reply.bytes_out, reply.bytes_in
        self._gateway.told.ended(self._cause, self._booking, ms, outcome, settled)
        return settled


def _capped(request: Request, model: Model) -> Request:
    """No longer an answer than the model gives."""
    ceiling = model.max_output
    return (
        request if ceiling is None or request.max_tokens <= ceiling else replace(request, max_tokens=ceiling)
    )


def _size(request: Request) -> int:
    """Bytes of its texts; a model has no more tokens for them."""
    texts = (request.system, request.user, *(dump_json(dict(tool)) for tool in request.tools))
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


def _outcome(reply: Reply) -> str:
    if reply.finish is Finish.STOPPED:
        return STOPPED
    return TRUNCATED if reply.truncated else OK


async def _aside(work: Callable[..., T], *given: object) -> T:
    """On another thread, in the context of whoever asks: the store waits for its disk."""
    context = copy_context()
    return await asyncio.get_running_loop().run_in_executor(None, lambda: context.run(work, *given))
