"""The road of a call through the one exit: what a stop, a cancellation, a change of the policy or of the model in the middle of it leaves behind."""

import asyncio
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, TypeVar

import pytest

from core.base.errors import ClinicError, Refused
from core.base.ids import RecordNo
from core.base.secret import Secret
from core.cost.books import Cause, Ended
from core.cost.budgets import Answer, Decision, Reservation, Settled
from core.cost.guard import Asked as AskedModel
from core.llm.gateway import Gateway
from core.llm.keys import FoundKey, Source
from core.llm.model import Boundary, Model, Wire
from core.llm.question import Answered, Question
from core.llm.request import Conversation, Kind, Piece, Request
from core.net.booking import Booking
from core.net.deid.placeholders import Placeholders
from core.net.egress import Asked
from core.net.egress import Decision as Egress
from tests.fakes.model_server import DONE, ModelServer, Script, data, model_server, said

pytestmark = pytest.mark.loopback

T = TypeVar("T")
OK = Script((data(said("好", "stop", usage={"prompt_tokens": 5, "completion_tokens": 1})), DONE))
SLOW = Script((data(said("好")), 30.0))
NAME = "欧阳晓岚"
WORST = Decimal("0.5")


@dataclass
class Clinic:
    """All that the exit has to ask for. `at` is called with the name of each step, on the thread it is made on."""

    models: dict[str, Model]
    at: Callable[[str], None] = lambda _: None
    refused: str = ""
    """The code the policy answers with."""
    instead: str = ""
    """The model a budget puts in the place of the one asked for."""
    open: dict[int, Reservation] = field(default_factory=dict)
    ends: list[str] = field(default_factory=list)
    keys: dict[str, str] = field(default_factory=dict)
    decided: list[Asked] = field(default_factory=list)
    kept_here: list[Egress] = field(default_factory=list)
    """Decisions that were told and not made by the policy."""
    trail: list[str] = field(default_factory=list)

    def gateway(self) -> Gateway:
        return Gateway(self.resolve, self.key_for, self, self.strip, self, self)

    def resolve(self, name: str) -> Model:
        self.at("resolve")
        return self.models[name or "far"]

    def key_for(self, model: Model) -> FoundKey:
        self.at("key")
        key = self.keys.get(model.name)
        return FoundKey(Secret(key) if key else None, Source.VARIABLE)

    def strip(self, value: T, placeholders: Placeholders, about: RecordNo | None) -> T:
        self.at("strip")
        return _without(value)  # type: ignore[no-any-return]

    def weighed(self, asked: Asked) -> Egress:
        self.at("weighed")
        return Egress(asked, 1, "", Refused(self.refused, purpose="") if self.refused else None)

    def decide(self, asked: Asked) -> Egress:
        self.at("decide")
        self.decided.append(asked)
        return self.weighed(asked)

    def told(self, decision: Egress) -> Egress:
        self.at("told")
        self.kept_here.append(decision)
        return decision

    def reserve(self, cause: Cause, model: Model, *, prompt: int, max_output: int) -> Decision:
        self.at("reserve")
        name = self.instead or model.name
        number = len(self.open) + len(self.ends) + 1
        asked = AskedModel(name, model.provider, model.boundary)
        now = datetime(2026, 11, 30, tzinfo=UTC)
        made = Reservation(number, cause, asked, now, date(2026, 11, 30), None, WORST)
        self.open[number] = made
        return Decision(Answer.DOWNGRADE if self.instead else Answer.GO, (), made)

    def settle(self, reservation: Reservation, ended: Ended) -> Settled:
        self.at("settle")
        self.open.pop(reservation.number)
        self.ends.append(ended.outcome)
        return Settled(reservation, ended.usage, None, WORST)

    def release(self, reservation: Reservation, outcome: str = "not_sent") -> Settled:
        self.at("release")
        self.open.pop(reservation.number)
        self.ends.append(outcome)
        return Settled(reservation, None, Decimal(0), Decimal(0))

    def leaving(self, cause: Cause, booking: Booking) -> None:
        self.at("leaving")
        self.trail.append("begun")

    def ended(self, cause: Cause, booking: Booking, ms: int, outcome: str, settled: Settled) -> None:
        self.at("ended")
        self.trail.append(outcome)


def _without(value: Any) -> Any:
    if isinstance(value, str):
        return value.replace(NAME, "[患者1]")
    if isinstance(value, tuple | list):
        return type(value)(map(_without, value))
    return {key: _without(inner) for key, inner in value.items()} if isinstance(value, dict) else value


def model(server: ModelServer, name: str = "far", boundary: Boundary = Boundary.EXTERNAL) -> Model:
    return Model(name, "shop", f"{server.url}/v1", Wire.OPENAI, boundary)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server(OK) as one:
        yield one


@pytest.fixture
def clinic(server: ModelServer) -> Clinic:
    return Clinic({"far": model(server)})


def question(**more: Any) -> Question:
    request = Request(more.pop("user", "头痛"), **more.pop("request", {}))
    return Question(request, Cause(purpose="intake-extract"), **more)


def asked(clinic: Clinic, *, stop: asyncio.Event | None = None, **more: Any) -> Answered:
    return asyncio.run(clinic.gateway().ask(question(**more), stop=stop))


def test_the_model_a_budget_changes_to_is_asked_with_its_own_key(clinic: Clinic, server: ModelServer) -> None:
    with model_server(OK) as other:
        clinic.models["cheap"] = model(other, "cheap")
        clinic.keys = {"far": "sk-of-the-first"}
        clinic.instead = "cheap"
        asked(clinic)
        (found,) = other.asked
    assert server.asked == []
    assert "authorization" not in found.headers


def test_a_text_made_for_this_machine_is_not_given_to_a_model_that_is_outside_by_now(
    server: ModelServer,
) -> None:
    near, far = model(server, "near", Boundary.ON_DEVICE), model(server, "cheap")
    clinic = Clinic({"near": near, "cheap": far}, instead="cheap")
    with pytest.raises(Refused, match="egress_identified"):
        asked(clinic, model="near", user=NAME)
    assert server.asked == []
    assert (clinic.open, clinic.ends) == ({}, ["not_sent"])


def test_what_a_model_may_call_is_told_without_who_somebody_is(clinic: Clinic, server: ModelServer) -> None:
    tool = {"type": "function", "function": {"name": "look_up", "description": f"{NAME}的病历"}}
    asked(clinic, user=NAME, request={"tools": (tool,), "system": NAME})
    text = json.dumps(server.asked[0].json, ensure_ascii=False)
    assert NAME not in text
    assert text.count("[患者1]") == 3


@pytest.mark.parametrize("step", ["key", "reserve"])
def test_a_policy_that_was_changed_meanwhile_holds(clinic: Clinic, server: ModelServer, step: str) -> None:
    def change(at: str) -> None:
        if at == step:
            clinic.refused = "egress_no_purpose"

    clinic.at = change
    with pytest.raises(ClinicError, match="egress_no_purpose"):
        asked(clinic)
    assert server.asked == []
    assert (clinic.open, clinic.ends) == ({}, ["not_sent"])
    assert len(clinic.decided) == 2


def test_a_policy_that_was_changed_holds_for_another_attempt(clinic: Clinic, server: ModelServer) -> None:
    def change(at: str) -> None:
        clinic.refused = "egress_no_policy" if at == "leaving" else clinic.refused

    clinic.at = change
    with model_server(Script(status=503), OK) as busy:
        clinic.models["far"] = model(busy)
        with pytest.raises(ClinicError, match="egress_no_policy"):
            asked(clinic)
        assert len(busy.asked) == 1
    assert clinic.open == {}


@pytest.mark.parametrize("step", ["resolve", "weighed", "strip", "decide", "key", "reserve", "leaving"])
def test_a_stop_is_heard_at_every_step_before_the_first_byte(
    clinic: Clinic, server: ModelServer, step: str
) -> None:
    is_over = threading.Event()

    async def stopped() -> float:
        stop, loop = asyncio.Event(), asyncio.get_running_loop()

        def wait(at: str) -> None:
            if at == step:
                loop.call_soon_threadsafe(stop.set)
                is_over.wait(0.2 if step in {"decide", "reserve", "leaving"} else 5)

        clinic.at = wait
        began = time.monotonic()
        with suppress(ClinicError):
            assert (await clinic.gateway().ask(question(), stop=stop)).reply.text == ""
        return time.monotonic() - began

    try:
        assert asyncio.run(stopped()) < 1
    finally:
        is_over.set()
    assert server.asked == []
    assert clinic.open == {}
    assert clinic.ends in ([], ["not_sent"])


STEPS = ("resolve", "weighed", "strip", "decide", "key", "reserve", "leaving", "settle", "ended")


@pytest.mark.parametrize("step", STEPS)
def test_a_call_nobody_waits_for_at_any_step_is_in_the_books_as_what_it_was(
    clinic: Clinic, step: str
) -> None:
    async def left() -> None:
        loop = asyncio.get_running_loop()
        task = asyncio.ensure_future(clinic.gateway().ask(question()))

        def leave(at: str) -> None:
            if at == step:
                loop.call_soon_threadsafe(task.cancel)
                time.sleep(0.05)

        clinic.at = leave
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(left())
    assert clinic.open == {}
    was_reserved = STEPS.index(step) >= STEPS.index("reserve")
    was_sent = STEPS.index(step) > STEPS.index("leaving")
    assert clinic.ends == (["ok"] if was_sent else ["not_sent"] if was_reserved else [])
    assert len([row for row in clinic.trail if row != "begun"]) == len(clinic.ends)


def test_calls_that_wait_keep_no_other_from_being_settled(clinic: Clinic) -> None:
    """As many as wait for a keyring that nobody opens: each has a thread of its own."""
    is_over, waiting = threading.Event(), threading.Semaphore(0)

    def wait(at: str) -> None:
        if at == "key" and threading.current_thread() is not threading.main_thread():
            waiting.release()
            is_over.wait(10)

    async def all_of_them() -> None:
        clinic.at = wait
        stop = asyncio.Event()
        others = [asyncio.ensure_future(clinic.gateway().ask(question(), stop=stop)) for _ in range(40)]
        for _ in others:
            await asyncio.to_thread(waiting.acquire)
        clinic.at = lambda _: None
        await asyncio.wait_for(clinic.gateway().ask(question()), 5)
        stop.set()
        await asyncio.gather(*others, return_exceptions=True)

    try:
        asyncio.run(all_of_them())
    finally:
        is_over.set()
    assert (clinic.open, clinic.ends) == ({}, ["ok"])


@pytest.mark.expect_log("the end of a call of a model could not be told")
def test_an_answer_is_not_thrown_away_where_its_end_cannot_be_told(clinic: Clinic) -> None:
    def full(at: str) -> None:
        if at == "ended":
            raise ClinicError("disk_full")

    clinic.at = full
    assert asked(clinic).reply.text == "好"


def test_a_server_that_remembers_is_asked_in_a_conversation_of_its_own(clinic: Clinic) -> None:
    whole = Script((data({"event": "message", "answer": "好"}, {"event": "message_end"}),))
    with model_server(whole) as dify:
        clinic.models["far"] = replace(model(dify), wire=Wire.DIFY)
        asked(clinic)
        asked(clinic)
        first, second = (one.json for one in dify.asked)
    assert first["conversation_id"] == second["conversation_id"] == ""
    assert first["user"] != second["user"]


def going_on() -> dict[str, Any]:
    return {"conversation": Conversation("0123456789abcdef", "c-1", RecordNo("P001"), "2")}


@pytest.mark.parametrize(
    ("about", "visit"), [(None, ""), (RecordNo("P002"), "2"), (RecordNo("P001"), "3"), (RecordNo("P001"), "")]
)
def test_in_a_conversation_of_one_patients_visit_nothing_is_asked_about_another(
    clinic: Clinic, about: RecordNo | None, visit: str
) -> None:
    with model_server(Script((data({"event": "message_end", "answer": "好"}),))) as dify:
        clinic.models["far"] = replace(model(dify), wire=Wire.DIFY)
        with pytest.raises(ValueError, match="one patient and one visit"):
            asked(clinic, request=going_on(), about=about, visit=visit, placeholders=Placeholders())
        assert dify.asked == []
    assert (clinic.decided, clinic.ends) == ([], [])


def test_what_cannot_be_de_identified_is_told_of_and_stays(clinic: Clinic, server: ModelServer) -> None:
    def broken(at: str) -> None:
        if at == "strip":
            raise Refused("deid_unavailable")

    clinic.at = broken
    with pytest.raises(ClinicError, match="deid_unavailable"):
        asked(clinic)
    (told,) = clinic.kept_here
    assert (told.code, told.asked.deidentified, told.evidence()["decision"]) == (
        "deid_unavailable",
        False,
        "deid_unavailable",
    )
    assert (server.asked, clinic.decided, clinic.ends) == ([], [], [])


def test_what_was_held_back_for_a_placeholder_is_heard_at_the_end(clinic: Clinic) -> None:
    heard: list[Piece] = []
    with model_server(Script((data(said("见[患者", "stop")), DONE))) as cut:
        clinic.models["far"] = model(cut)
        answer = asyncio.run(clinic.gateway().ask(question(), heard=heard.append))
    assert answer.reply.text == "见[患者"
    assert "".join(piece.text for piece in heard) == "见[患者"


def test_the_model_a_budget_changes_to_is_asked_as_its_own_kind_of_server_is(
    clinic: Clinic, server: ModelServer
) -> None:
    whole = Script((data({"event": "message", "answer": "好"}, {"event": "message_end"}),))
    with model_server(whole) as dify:
        clinic.models["other"] = replace(model(dify, "other"), wire=Wire.DIFY)
        clinic.instead = "other"
        assert asked(clinic).reply.text == "好"
        assert len(dify.asked) == 1
    assert server.asked == []


def test_nothing_that_was_said_stands_in_how_a_question_is_shown() -> None:
    shown = repr([question(user="问的话", request={"system": "系统的话"}), Piece(Kind.TEXT, "答的话")])
    assert "话" not in shown


def test_a_conversation_goes_on_with_the_placeholders_it_began_with_or_not_at_all(clinic: Clinic) -> None:
    with model_server(OK) as dify:
        clinic.models["far"] = replace(model(dify), wire=Wire.DIFY)
        with pytest.raises(ValueError, match="placeholders"):
            asked(clinic, request=going_on(), about=RecordNo("P001"), visit="2")
        assert dify.asked == []
