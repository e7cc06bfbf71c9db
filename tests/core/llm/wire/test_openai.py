"""What is said to an OpenAI-compatible server, and how its answers are read."""

import json

import pytest

from core.base.errors import UserError
from core.cost.usage import Usage
from core.llm.request import Finish, Kind, Piece, Request
from core.llm.wire.openai import body_of
from tests.core.llm.wire.lines import asked, failure, model
from tests.fakes.model_server import DONE, Close, Script, data, model_server, said

URL = "http://127.0.0.1:1/v1"
ANSWER = Script([data(said("好", "stop")), DONE])
USAGE = {"prompt_tokens": 10, "completion_tokens": 3}


def test_the_body_says_no_more_than_it_must() -> None:
    assert body_of(model(URL), Request(user="问")) == {
        "model": "m-1",
        "messages": [{"role": "user", "content": "问"}],
        "stream": True,
        "stream_options": {"include_usage": True},
        "max_tokens": 2048,
    }


def test_the_body_with_all_there_is() -> None:
    of = model(URL, max_output=100, temperature=0.6, include_usage=False)
    body = body_of(of, Request(user="问", system="答", json=True, temperature=0))
    assert body == {
        "model": "m-1",
        "messages": [{"role": "system", "content": "答"}, {"role": "user", "content": "问"}],
        "stream": True,
        "max_tokens": 100,
        "temperature": 0,
        "response_format": {"type": "json_object"},
    }


def test_K48_effort() -> None:
    of = model(URL, efforts=("low", "high"), takes_thinking=True)
    off = body_of(of, Request(user="问", effort="off"))
    high = body_of(of, Request(user="问", effort="high"))
    assert off["thinking"] == {"type": "disabled"}
    assert "reasoning_effort" not in off
    assert high["reasoning_effort"] == "high"
    assert "thinking" not in high
    assert (
        body_of(model(URL, efforts=("low", "high"), effort="high"), Request(user="问"))["reasoning_effort"]
        == "high"
    )
    with pytest.raises(UserError, match="model_effort"):
        body_of(of, Request(user="问", effort="max"))


def test_P47_thinking_is_not_sent_where_it_is_not_taken() -> None:
    body = body_of(model(URL, efforts=("low", "high")), Request(user="问", effort="off"))
    assert {"thinking", "reasoning_effort"} & set(body) == set()


def test_K48_temperature_0_is_sent_as_0() -> None:
    assert body_of(model(URL, temperature=0.6), Request(user="问", temperature=0))["temperature"] == 0
    assert body_of(model(URL, temperature=0.6), Request(user="问"))["temperature"] == 0.6


@pytest.mark.loopback
def test_K50_what_leaves_without_a_key_and_with_one() -> None:
    with model_server(ANSWER) as server:
        asked(f"{server.url}/v1")
        asked(f"{server.url}/v1", key="sk-1")
        without, with_key = server.asked
    assert (without.method, without.path) == ("POST", "/v1/chat/completions")
    assert sorted(without.headers) == [
        "accept",
        "accept-encoding",
        "connection",
        "content-length",
        "content-type",
        "host",
    ]
    assert without.headers["accept-encoding"] == "identity"
    assert without.headers["connection"] == "close"
    assert without.json["messages"][-1]["content"] == "问"
    assert with_key.headers["authorization"] == "Bearer sk-1"


@pytest.mark.parametrize("key", ["sk 1", "sk\r\nX: y", "密钥"])
def test_a_key_no_header_carries_is_not_sent(key: str) -> None:
    with pytest.raises(UserError, match="model_key_shape"):
        asked(URL, key=key)


@pytest.mark.loopback
def test_an_answer_with_its_usage_in_a_chunk_of_its_own() -> None:
    told: list[Piece] = []
    script = Script(
        [
            data({"choices": [{"delta": {"role": "assistant", "content": ""}}], "usage": None}),
            data({"choices": [{"delta": {"reasoning_content": "想"}}]}),
            data(said("头", model="m-1-2026")),
            data(said("痛", "stop")),
            data({"choices": [], "usage": {**USAGE, "prompt_cache_hit_tokens": 4}}),
            DONE,
        ]
    )
    with model_server(script) as server:
        reply = asked(server.url, told=told.append)
    assert (reply.text, reply.reasoning, reply.finish, reply.truncated) == ("头痛", "想", Finish.STOP, False)
    assert (reply.answered_by, reply.usage, reply.attempts) == ("m-1-2026", Usage(10, 3, 4, None), 1)
    assert reply.first_token_ms is not None
    assert told == [Piece(Kind.REASONING, "想"), Piece(Kind.TEXT, "头"), Piece(Kind.TEXT, "痛")]
    assert reply.bytes_in == sum(map(len, filter(None, (p for p in script.pieces if isinstance(p, bytes)))))
    assert reply.bytes_out > len(server.asked[0].body)


@pytest.mark.loopback
def test_T99_thought_in_the_text_never_reaches_it() -> None:
    told: list[Piece] = []
    pieces = [data(said(one)) for one in ("<th", "ink>甲乙", "丙</th", "ink>丁戊")]
    with model_server(Script([*pieces, DONE])) as server:
        reply = asked(server.url, told=told.append)
    assert (reply.text, reply.reasoning) == ("丁戊", "甲乙丙")
    assert "".join(one.text for one in told if one.kind is Kind.TEXT) == "丁戊"


@pytest.mark.loopback
def test_T100_a_thought_that_never_ends_is_no_answer() -> None:
    with model_server(Script([data(said("<think>甲", "stop")), DONE])) as server:
        got = failure(server.url)
    assert got.code == "model_only_thought"
    assert got.partial is not None
    assert (got.partial.text, got.partial.reasoning) == ("", "甲")
    with model_server(Script([data(said("乙<think>甲", "stop")), DONE])) as server:
        assert asked(server.url).truncated


@pytest.mark.loopback
@pytest.mark.parametrize("kind", ["application/json", "text/plain", ""])
def test_a_stream_is_one_whatever_it_calls_itself(kind: str) -> None:
    with model_server(Script([b"\n\n", data(said("好", "stop")), DONE], type=kind)) as server:
        assert asked(server.url).text == "好"


@pytest.mark.loopback
def test_an_answer_in_one_piece_after_empty_lines() -> None:
    whole = {"choices": [{"message": {"content": "<think>想</think>好"}}], "usage": USAGE, "model": "m"}
    body = json.dumps(whole).encode()
    with model_server(Script([b"\n", b"\n \n", body[:7], body[7:]], type="application/json")) as server:
        reply = asked(server.url)
    assert (reply.text, reply.reasoning, reply.usage) == ("好", "想", Usage(10, 3, None, None))
    assert not reply.truncated


@pytest.mark.loopback
@pytest.mark.parametrize(
    ("pieces", "code"),
    [
        ([data({"error": {"message": "x", "code": 400}})], "model_request_refused"),
        ([data(said("好")), data({"error": {"message": "x", "type": "server_error"}})], "model_error"),
        ([data({"error": {"code": "insufficient_quota"}})], "model_balance"),
        ([data({"error": "overloaded"})], "model_error"),
        ([b'event: error\ndata: {"message":"x"}\n\n'], "model_error"),
        ([json.dumps({"error": {"message": "x", "code": 503}}).encode()], "model_server"),
        ([data(said("", "content_filter")), DONE], "model_filtered"),
        ([data(said("半", "insufficient_system_resource")), DONE], "model_exhausted"),
        ([data(said(" \n", "stop")), DONE], "model_blank"),
        ([data(said("", "length")), DONE], "model_no_room"),
        (
            [data({"choices": [{"delta": {"reasoning_content": "想"}, "finish_reason": "stop"}]}), DONE],
            "model_only_thought",
        ),
        ([b": keep-alive\n\n"], "model_broken_off"),
        ([b"{}"], "model_not_api"),
        ([b"[1]"], "model_not_api"),
        ([b"<html>login</html>"], "model_not_api"),
    ],
)
def test_K53_P49_what_is_no_answer_fails_and_is_not_asked_again(pieces: list[bytes], code: str) -> None:
    with model_server(Script(pieces)) as server:
        got = failure(server.url)
    assert (got.code, len(server.asked)) == (code, 1)


@pytest.mark.loopback
def test_a_failed_answer_brings_its_usage() -> None:
    with model_server(Script([data(said(" ", "stop", usage=USAGE)), DONE])) as server:
        got = failure(server.url)
    assert got.partial is not None
    assert got.partial.usage == Usage(10, 3, None, None)


@pytest.mark.loopback
def test_K54_the_last_usage_counts_and_a_false_one_makes_it_unknown() -> None:
    pieces = [data(said("好", usage=USAGE)), data(said("", "stop", usage={"prompt_tokens": -1})), DONE]
    with model_server(Script(pieces)) as server:
        assert asked(server.url).usage is None


@pytest.mark.loopback
@pytest.mark.parametrize("close", ["clean", "abort", "hold"])
def test_after_the_end_of_an_answer_nobody_is_waited_for(close: Close) -> None:
    for end in ([data(said("好", "stop"))], [data(said("好")), DONE]):
        with model_server(Script(end, close=close)) as server:
            reply = asked(server.url)
        assert (reply.text, reply.truncated) == ("好", False)
        assert reply.ms < 1500


@pytest.mark.loopback
@pytest.mark.parametrize("end", [b"data: [DONE]", b"data: [DONE]\n", data(said("", "stop")).rstrip()])
def test_an_end_needs_no_blank_line(end: bytes) -> None:
    with model_server(Script([data(said("好")), end])) as server:
        reply = asked(server.url)
    assert (reply.text, reply.truncated) == ("好", False)


@pytest.mark.loopback
def test_what_comes_after_the_end_is_not_the_answer() -> None:
    with model_server(
        Script([data(said("好", "stop")), data(said("另一段")), data(said("", "length")), DONE])
    ) as server:
        reply = asked(server.url)
    assert (reply.text, reply.finish) == ("好", Finish.STOP)


@pytest.mark.loopback
def test_a_finish_nobody_knows_is_no_whole_answer() -> None:
    with model_server(Script([data(said("好", "tool_calls")), DONE])) as server:
        assert asked(server.url).truncated
