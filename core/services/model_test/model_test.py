"""A test of a model, from its address to its tools. Each step tells what it found as it is found; a stop keeps what was found until then.

It takes the one exit (`core.llm.gateway`): policy, de-identification, key, budgets, books and trail are those of every call, but that an
admin's press allows the program's own sentences where no policy speaks of it (`core.services.model_test.allowance`).
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal

from core.base.aside import aside, to_its_end
from core.base.errors import ClinicError, UserError
from core.base.rights import Right
from core.events.model import ModelKeysChanged
from core.llm.catalog import catalog
from core.llm.failure import ModelFailed
from core.llm.gateway import Gateway
from core.llm.keys import FoundKey
from core.llm.model import Model, Wire
from core.llm.question import Answered, Question
from core.llm.request import Kind, Piece, Reply, Request
from core.llm.wire.listing import listed
from core.llm.wire.window_of import window_of
from core.net.boundary import is_in_own_network, stays_here
from core.net.egress import Asked
from core.net.endpoint import endpoint
from core.net.purposes import MODEL_TEST
from core.services.at_work.desk import Desk
from core.services.egress import Egress
from core.services.model_exit import ToldOfModels
from core.services.model_keys import ModelKeys
from core.services.model_test import questions
from core.services.model_test.allowance import Allowance
from core.services.model_test.findings import Finding, State, Step, Trial, failed, found, total
from core.services.model_test.looking import CAUSE, Looking
from core.services.models import Entry, Models

__all__ = ["Finding", "ModelTest", "State", "Step", "Trial"]

LOOKS_S = 0.1
"""How often it is looked whether somebody stops it."""

SHOWN = 60
"""Signs of an answer that are shown."""

ROOM = frozenset({"model_no_room", "model_only_thought"})
"""It answered, only not within what a test allows it."""

NO_SUCH = frozenset({"model_not_found", "model_not_api", "model_request_refused", "model_blank"})
"""A server that answers, but has no list."""

Heard = Callable[[Finding], None]


def _nobody(_: Finding) -> None:
    """Nobody listens."""


class ModelTest:
    """Tests of the open clinic, and the last one of each model since it was opened."""

    def __init__(self, desk: Desk, models: Models, keys: ModelKeys, egress: Egress, way_out: Gateway) -> None:
        self._desk, self._models, self._keys = desk, models, keys
        self._allowance = Allowance(egress)
        self._exit = replace(way_out, policy=self._allowance)
        self._looking = Looking(ToldOfModels(desk))
        self._last: dict[str, Trial] = {}
        desk.bus.subscribe(ModelKeysChanged, lambda event: self._forget(event.provider))

    def last(self) -> tuple[Trial, ...]:
        """The last test of each model that is still as it was then."""
        present = {one.name: one.model for one in self._models.every()}
        return tuple(one for one in self._last.values() if present.get(one.model.name) == one.model)

    def run(self, name: str, heard: Heard = _nobody, is_stopped: Callable[[], bool] = lambda: False) -> Trial:
        """Test a model, from a thread that may wait. `heard` is told each step.

        Raises `Refused` not_allowed; `UserError` model_unknown. What the test itself meets is in what it found.
        """
        return asyncio.run(self.carried_out(name, heard, is_stopped))

    async def carried_out(
        self, name: str, heard: Heard = _nobody, is_stopped: Callable[[], bool] = lambda: False
    ) -> Trial:
        """As `run`, on a loop."""
        self._desk.require(Right.SETTINGS)
        entry = self._entry(name)
        test = _Test(entry, self._exit, self._keys, self._looking, heard)
        working = asyncio.ensure_future(test.steps())
        is_cut = False
        try:
            while not working.done():
                if is_stopped():
                    test.stop.set()
                await asyncio.wait({working}, timeout=LOOKS_S)
                if test.stop.is_set() and not test.is_asking and not is_cut:
                    is_cut = working.cancel()
            with suppress(asyncio.CancelledError):
                working.result()
        finally:
            working.cancel()
        tested = test.tested(self._desk)
        self._last[tested.model.name] = tested
        return tested

    def _entry(self, name: str) -> Entry:
        model = self._models.resolve(name)
        return next(one for one in self._models.every() if one.name == model.name)

    def _forget(self, provider: str) -> None:
        self._last = {name: one for name, one in self._last.items() if one.model.provider != provider}


class _Test:
    """One test."""

    def __init__(
        self, entry: Entry, way_out: Gateway, keys: ModelKeys, looking: Looking, heard: Heard
    ) -> None:
        if entry.model is None:
            raise UserError("model_unfit", model=entry.name)
        self._model: Model = entry.model
        self._kind = entry.registration.kind if entry.registration else ""
        self._exit, self._keys, self._looking, self._heard = way_out, keys, looking, heard
        self.stop = asyncio.Event()
        self.is_asking = False
        """Then a stop is the exit's business, which keeps what had come."""
        self._findings: list[Finding] = []
        self._costs: list[Decimal | None] = []

    def tested(self, desk: Desk) -> Trial:
        return Trial(
            self._model,
            desk.clock.now(),
            tuple(self._findings),
            len(self._costs),
            total(self._costs),
            self.stop.is_set(),
        )

    async def steps(self) -> None:
        """All of them, until one stands in the way of the rest."""
        async for one in self._found():
            if self.stop.is_set():
                # Cut short, it says nothing of the model.
                return
            self._findings.append(one)
            self._heard(one)
            if one.state is State.FAILED:
                return

    async def _found(self) -> AsyncIterator[Finding]:
        asked = Asked(MODEL_TEST, self._model.boundary, self._model.provider, self._model.name, 0, 1, True)
        decision = await to_its_end(aside(self._exit.policy.decide, asked))
        if decision.refusal is not None:
            yield failed(Step.BOUNDARY, decision.refusal)
            return
        try:
            key = await aside(self._keys.key_for, self._model)
        except ClinicError as error:
            yield failed(Step.KEY, error)
            return
        yield _key(key)
        # Even the name of a server is asked for only now.
        yield await self._boundary()
        if self._model.wire is Wire.OPENAI:
            async for one in self._listing(key):
                yield one
        async for one in self._answer():
            yield one
        if self._model.wire is Wire.OPENAI:
            yield await self._json()
            yield await self._tools()
        yield await self._window(key)

    async def _boundary(self) -> Finding:
        """Where the address leads: found out, not believed."""
        model = self._model
        try:
            server = endpoint(model.base_url, model.boundary, model.certificate)
            addresses = await server.addresses()
        except ClinicError as error:
            return failed(Step.BOUNDARY, error)
        if stays_here(addresses):
            code = "passes_on" if self._passes_on else "here"
        else:
            code = "own_network" if all(map(is_in_own_network, addresses)) else "outside"
        return found(Step.BOUNDARY, State.OK, f"boundary_{code}", host=server.base.host, address=addresses[0])

    @property
    def _passes_on(self) -> bool:
        """Whether a server of this kind answers for the model itself, as far as the kind tells."""
        kind = catalog().kinds.get(self._kind)
        return kind is not None and not kind.answers_here(self._model.name)

    async def _listing(self, key: FoundKey) -> AsyncIterator[Finding]:
        began = time.monotonic()
        try:
            names = await self._looking.look(self._model, key.key, listed)
        except ClinicError as error:
            if error.code not in NO_SUCH:
                yield failed(Step.REACH, error)
                return
            yield found(Step.REACH, State.OK, "reached", ms=_ms(began))
            yield found(Step.MODELS, State.UNKNOWN, "not_listed")
            return
        yield found(Step.REACH, State.OK, "reached", ms=_ms(began))
        count, model = len(names), self._model.name
        if model in names:
            yield found(Step.MODELS, State.OK, "listed", count=count, model=model)
        else:
            some = "、".join(names[:5]) or "—"
            yield found(Step.MODELS, State.UNKNOWN, "not_among", count=count, model=model, some=some)

    async def _answer(self) -> AsyncIterator[Finding]:
        pieces = 0

        def count(piece: Piece) -> None:
            nonlocal pieces
            pieces += piece.kind is not Kind.REPLACED

        try:
            reply = (await self._asked(questions.plain(self._model), count)).reply
        except ModelFailed as error:
            if error.partial is None or error.code not in ROOM:
                yield failed(Step.ANSWER, error)
                return
            reply = error.partial
            yield found(Step.ANSWER, State.OK, "thought_only", ms=reply.ms)
        except ClinicError as error:
            yield failed(Step.ANSWER, error)
            return
        else:
            text = " ".join(reply.text.split())[:SHOWN]
            yield found(Step.ANSWER, State.OK, "answered", ms=reply.ms, text=text)
        for one in self._of_reply(reply, pieces):
            yield one

    def _of_reply(self, reply: Reply, pieces: int) -> Iterator[Finding]:
        first, usage = reply.first_token_ms, reply.usage
        if pieces > 1 and first is not None:
            yield found(Step.STREAM, State.OK, "streams", ms=first)
        else:
            yield found(Step.STREAM, State.LACKS, "in_one_piece")
        name, model = reply.answered_by, self._model.name
        if not name:
            yield found(Step.NAME, State.UNKNOWN, "no_name")
        elif name in (model, *self._model.aliases):
            yield found(Step.NAME, State.OK, "name", name=name)
        else:
            yield found(Step.NAME, State.UNKNOWN, "other_name", name=name, model=model)
        if usage is None:
            yield found(Step.USAGE, State.LACKS, "no_usage")
        else:
            yield found(Step.USAGE, State.OK, "usage", prompt=usage.prompt, completion=usage.completion)

    async def _json(self) -> Finding:
        try:
            answered = await self._asked(questions.as_json(self._model))
        except ModelFailed as error:
            return _cannot(Step.JSON, error)
        except ClinicError as error:
            return failed(Step.JSON, error)
        if answered.data is None:
            return found(Step.JSON, State.LACKS, "no_json")
        return found(Step.JSON, State.OK, "json", ms=answered.reply.ms)

    async def _tools(self) -> Finding:
        try:
            answered = await self._asked(questions.with_tool(self._model))
        except ModelFailed as error:
            return _cannot(Step.TOOLS, error)
        except ClinicError as error:
            return failed(Step.TOOLS, error)
        if questions.TOOL not in answered.reply.called:
            return found(Step.TOOLS, State.LACKS, "no_call")
        return found(Step.TOOLS, State.OK, "calls_tools", ms=answered.reply.ms)

    async def _window(self, key: FoundKey) -> Finding:
        said = self._model.context
        tokens = None
        with suppress(ClinicError):
            tokens = await self._looking.look(
                self._model, key.key, lambda line: window_of(self._kind, self._model.name, line)
            )
        if tokens is None:
            code = "window_untold" if said is None else "window_said"
            return found(Step.WINDOW, State.UNKNOWN, code, tokens=said)
        if said is not None and said > tokens:
            return found(Step.WINDOW, State.LACKS, "window_less", tokens=tokens, said=said)
        return found(Step.WINDOW, State.OK, "window", tokens=tokens)

    async def _asked(self, request: Request, heard: Callable[[Piece], None] = lambda _: None) -> Answered:
        self.is_asking = True
        try:
            question = Question(request, CAUSE, self._model.name)
            answered = await self._exit.ask(question, heard=heard, stop=self.stop)
            self._costs.append(answered.settled.cost)
        except ModelFailed as error:
            if error.partial is not None and error.partial.sent:
                self._costs.append(error.settled.cost if error.settled else None)
            raise
        finally:
            self.is_asking = False
        return answered


def _key(key: FoundKey) -> Finding:
    if key.key is None:
        return found(Step.KEY, State.OK, "no_key_needed")
    return found(Step.KEY, State.OK, f"key_{key.source}", variable=key.variable)


def _cannot(step: Step, error: ModelFailed) -> Finding:
    """It answers, so it is there: this it cannot do, or not within what a test allows it."""
    return failed(step, error, State.LACKS)


def _ms(began: float) -> int:
    return round((time.monotonic() - began) * 1000)
