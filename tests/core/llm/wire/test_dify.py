"""Dify: every event, both kinds of answer, and conversations that are never mixed up."""

import asyncio
import json
import time
from decimal import Decimal
from typing import Any

import pytest

from core.base.errors import Refused
from core.base.ids import RecordNo
from core.cost.usage import Usage
from core.llm.model import Wire
from core.llm.request import Charge, Conversation, Finish, Kind, Piece, Reply, Request
from core.llm.wire.ask import ask
from core.llm.wire.dify import charge_of
from tests.core.llm.wire.lines import asked, failure, line, model
from tests.fakes.model_server import ModelServer, Script, data, model_server

USER = "0123456789abcdef"
HERE, THERE = "11111111-aaaa", "22222222-bbbb"
USAGE = {
    "prompt_tokens": 1033,
    "prompt_unit_price": "0.001",
    "completion_tokens": 135,
    "total_price": "0.0013030",
    "currency": "USD",
}
END = {"event": "message_end", "conversation_id": HERE, "metadata": {"usage": USAGE}}


def request(conversation: str = "", **more: Any) -> Request:
    whose = Conversation(USER, conversation, RecordNo("P001"), "1")
    return Request(user="问", conversation=whose, **more)


def message(text: str, **more: object) -> dict[str, object]:
    return {"event": "message", "answer": text, "conversation_id": HERE, "task_id": "task-1", **more}


def dify(server: ModelServer) -> dict[str, Any]:
    return {"of": model(server.url, Wire.DIFY)}


@pytest.mark.parametrize("user", ["", "张三", "zhangsan", "P001", "0123", "0123456789ABCDEF", USER + " "])
def test_a_user_is_a_number_nobody_can_read(user: str) -> None:
    with pytest.raises(ValueError, match="opaque"):
        Conversation(user)


@pytest.mark.parametrize("more", [{}, {"record_no": RecordNo("P001")}, {"visit": "1"}])
def test_a_conversation_that_goes_on_is_a_patients_and_a_visits(more: dict[str, Any]) -> None:
    Conversation(USER, "", **more)
    with pytest.raises(ValueError, match="belongs"):
        Conversation(USER, HERE, **more)


def test_a_question_without_a_conversation_is_a_fault() -> None:
    with pytest.raises(ValueError, match="conversation"):
        asked("http://127.0.0.1:1", of=model("http://127.0.0.1:1", Wire.DIFY))


@pytest.mark.loopback
def test_a_stream_with_every_event() -> None:
    told: list[Piece] = []
    events = [
        {"event": "workflow_started", "conversation_id": HERE, "data": {"id": "1"}},
        {"event": "node_started", "data": {"title": "x"}},
        {"event": "agent_thought", "id": "t1", "thought": "先", "observation": "看"},
        {"event": "agent_thought", "id": "t1", "thought": "先想"},
        {"event": "agent_thought", "id": "t2", "thought": "再想"},
        message("<think>甲</think>头"),
        {"event": "agent_message", "answer": "痛", "conversation_id": HERE},
        {"event": "message_file", "type": "image", "url": "http://10.0.0.1/x"},
        {"event": "node_finished", "data": {"outputs": {"text": "节点的内容"}}},
        {"event": "tts_message", "audio": "AAAA"},
        {"event": "tts_message_end", "audio": ""},
        {"event": "something_new", "answer": "不要"},
        {"event": "workflow_finished", "data": {"status": "succeeded", "outputs": {"answer": "x"}}},
        END,
        message("之后"),
    ]
    with model_server(Script([b"event: ping\n\n", data(*events), b"event: ping\n\n"])) as server:
        reply = asked(
            f"{server.url}/v1", request(), of=model(server.url, Wire.DIFY), told=told.append, key="app-1"
        )
    assert (reply.text, reply.reasoning) == ("头痛", "甲\n先想\n再想")
    assert (reply.finish, reply.truncated, reply.conversation) == (Finish.STOP, False, HERE)
    assert reply.usage == Usage(1033, 135, None, None)
    assert reply.charge == Charge(Decimal("0.0013030"), "USD")
    assert "".join(one.text for one in told if one.kind is Kind.TEXT) == "头痛"
    (sent,) = server.asked
    assert (sent.method, sent.path) == ("POST", "/v1/chat-messages")
    assert sent.headers["authorization"] == "Bearer app-1"
    assert sent.json == {
        "query": "问",
        "inputs": {},
        "response_mode": "streaming",
        "user": USER,
        "conversation_id": "",
        "files": [],
        "auto_generate_name": False,
    }


@pytest.mark.loopback
def test_a_replacement_takes_back_all_that_was_said() -> None:
    told: list[Piece] = []
    replaced = {"event": "message_replace", "answer": "不能回答", "conversation_id": HERE}
    with model_server(Script([data(message("不该说的"), replaced, message("。"), END)])) as server:
        reply = asked(server.url, request(), **dify(server), told=told.append)
    assert reply.text == "不能回答。"
    assert [one.kind for one in told] == [Kind.TEXT, Kind.REPLACED, Kind.TEXT]
    assert told[1].text == "不能回答"


@pytest.mark.loopback
def test_an_answer_in_one_piece() -> None:
    whole = {**END, **message("头痛"), "mode": "chat"}
    with model_server(Script([json.dumps(whole).encode()], type="application/json")) as server:
        reply = asked(server.url, request(blocking=True, system="答"), **dify(server))
    assert (reply.text, reply.truncated, reply.conversation) == ("头痛", False, HERE)
    assert reply.charge == Charge(Decimal("0.0013030"), "USD")
    assert server.asked[0].json["response_mode"] == "blocking"
    assert server.asked[0].json["query"] == "答\n\n问"


@pytest.mark.loopback
def test_an_answer_in_one_piece_is_not_waited_for_longer_than_it_can_take() -> None:
    with model_server(Script(close="hold")) as server:
        began = time.monotonic()
        got = failure(server.url, request(blocking=True), **dify(server), blocking_s=0.4)
        assert time.monotonic() - began < 2
    assert got.code == "model_too_long"


@pytest.mark.loopback
@pytest.mark.parametrize(
    ("error", "code"),
    [
        ({"status": 400, "code": "invalid_param"}, "model_request_refused"),
        ({"status": 400, "code": "app_unavailable"}, "model_provider_not_ready"),
        ({"status": 400, "code": "provider_not_initialize"}, "model_provider_not_ready"),
        ({"status": 400, "code": "provider_quota_exceeded"}, "model_balance"),
        ({"status": 400, "code": "model_currently_not_support"}, "model_provider_not_ready"),
        ({"status": 400, "code": "completion_request_error"}, "model_request_refused"),
        ({"status": 500, "code": "internal_server_error"}, "model_server"),
        ({}, "model_error"),
    ],
)
def test_an_error_in_the_stream_and_one_before_it(error: dict[str, Any], code: str) -> None:
    event = {"event": "error", "message": "张三 app-1", "task_id": "t", **error}
    with model_server(Script([data(message("半"), event)])) as server:
        got = failure(server.url, request(), **dify(server))
    assert (got.code, len(server.asked)) == (code, 1)
    assert got.partial is not None
    assert got.partial.text == "半"
    assert "张三" not in f"{got.params}{got.details}"
    if error and code != "model_server":
        body = json.dumps({k: v for k, v in event.items() if k != "event"}).encode()
        with model_server(Script([body], 400, type="application/json")) as server:
            assert failure(server.url, request(), **dify(server)).code == code


@pytest.mark.loopback
@pytest.mark.parametrize("status", ["failed", "stopped", "running", None])
def test_a_workflow_that_did_not_succeed(status: str | None) -> None:
    finished = {"event": "workflow_finished", "data": {"status": status, "error": "x"}}
    with model_server(Script([data(message("半"), finished, END)])) as server:
        assert failure(server.url, request(), **dify(server)).code == "model_error"


@pytest.mark.loopback
def test_a_stream_without_its_end_is_cut_short() -> None:
    with model_server(Script([data(message("半"))])) as server:
        reply = asked(server.url, request(), **dify(server))
    assert (reply.text, reply.finish, reply.truncated, reply.usage) == ("半", Finish.BROKEN, True, None)


@pytest.mark.loopback
def test_a_conversation_goes_on_and_is_never_another() -> None:
    with model_server(Script([data(message("好"), END)])) as server:
        assert asked(server.url, request(HERE), **dify(server)).conversation == HERE
    assert server.asked[0].json["conversation_id"] == HERE
    for events in (
        [message("别人的", conversation_id=THERE), END],
        [message("好"), {**END, "conversation_id": THERE}],
    ):
        with model_server(Script([data(*events)])) as server:
            got = failure(server.url, request(HERE), **dify(server))
        assert (got.code, len(server.asked)) == ("model_conversation_other", 1)


@pytest.mark.loopback
@pytest.mark.parametrize("number", ["../../x", "a b", "x" * 65])
def test_a_conversation_that_could_not_be_asked_for_again_is_none(number: str) -> None:
    with model_server(
        Script([data(message("好", conversation_id=number), {**END, "conversation_id": number})])
    ) as server:
        assert failure(server.url, request(), **dify(server)).code == "model_conversation_other"


@pytest.mark.loopback
def test_a_conversation_the_server_forgot_is_not_begun_anew_unasked() -> None:
    gone = Script(
        [b'{"code":"not_found","message":"Conversation Not Exists."}'], 404, type="application/json"
    )
    with model_server(gone) as server:
        got = failure(server.url, request(HERE), **dify(server))
        assert (got.code, len(server.asked)) == ("model_conversation_gone", 1)
        assert failure(server.url, request(), **dify(server)).code == "model_not_found"


@pytest.mark.loopback
def test_pings_do_not_hold_the_line_and_work_does() -> None:
    pings = [part for _ in range(60) for part in (b"event: ping\n\n", data({"event": "ping"}), 0.05)]
    with model_server(Script([data(message("半")), *pings])) as server:
        assert failure(server.url, request(), **dify(server), idle_s=0.4).code == "model_silent"
    work = [part for _ in range(12) for part in (data({"event": "node_started"}), 0.1)]
    with model_server(Script([*work, data(message("好"), END)])) as server:
        assert asked(server.url, request(), **dify(server), idle_s=0.6).text == "好"


@pytest.mark.loopback
def test_a_stop_tells_the_server_too() -> None:
    async def work(server: ModelServer) -> tuple[Reply, float]:
        stop = asyncio.Event()
        asking = asyncio.ensure_future(
            ask(model(server.url, Wire.DIFY), request(HERE), line(server.url, stop=stop, key="app-1"))
        )
        await asyncio.sleep(0.4)
        began = time.monotonic()
        stop.set()
        return await asking, time.monotonic() - began

    for end in (Script([b'{"result":"success"}'], type="application/json"), Script(close="hold", raw=True)):
        with model_server(Script([data(message("半"))], close="hold"), end) as server:
            reply, took = asyncio.run(work(server))
        assert took < 1
        assert (reply.text, reply.finish, reply.truncated) == ("半", Finish.STOPPED, True)
        stopped = server.asked[1]
        assert (stopped.path, stopped.json) == ("/chat-messages/task-1/stop", {"user": USER})
        assert stopped.headers["authorization"] == "Bearer app-1"


@pytest.mark.loopback
def test_what_tells_a_server_to_stop_is_booked_before_it_leaves_and_can_be_kept_here() -> None:
    """A request as any other: in the log of the network, with its bytes, or not made."""
    left: list[int] = []

    async def work(server: ModelServer, most: int) -> Reply:
        stop = asyncio.Event()

        async def leaving(size: int) -> None:
            if len(left) == most:
                raise Refused("egress_no_policy", purpose="x")
            left.append(size)

        to = line(server.url, stop=stop, leaving=leaving, told=lambda _: stop.set())
        return await ask(model(server.url, Wire.DIFY), request(HERE), to)

    end = Script([b'{"result":"success"}'], type="application/json")
    for most in (2, 1):
        left.clear()
        with model_server(Script([data(message("半"))], close="hold"), end) as server:
            reply = asyncio.run(work(server, most))
        assert (len(server.asked), len(left), reply.bytes_out) == (most, most, sum(left))
        assert (reply.text, reply.finish) == ("半", Finish.STOPPED)


@pytest.mark.parametrize(
    ("usage", "found"),
    [
        ({"total_price": "0.0013030", "currency": "USD"}, Charge(Decimal("0.0013030"), "USD")),
        ({"total_price": Decimal("1.5"), "currency": "CNY"}, Charge(Decimal("1.5"), "CNY")),
        ({"total_price": 0, "currency": "CNY"}, Charge(Decimal(0), "CNY")),
        ({"total_price": "NaN", "currency": "USD"}, None),
        ({"total_price": "-1", "currency": "USD"}, None),
        ({"total_price": "1e9", "currency": "USD"}, None),
        ({"total_price": True, "currency": "USD"}, None),
        ({"total_price": "1"}, None),
        ({"total_price": "1", "currency": "<b>"}, None),
        (None, None),
    ],
)
def test_what_it_charged_stays_as_it_says(usage: object, found: Charge | None) -> None:
    assert charge_of(usage) == found
