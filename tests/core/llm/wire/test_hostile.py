"""Answers that mean harm: each ends as a coded failure within its limits, never as a traceback, a hang or a full memory."""

import gzip
import json
import time

import pytest

from core.llm.model import Wire
from core.llm.request import Conversation, Request
from tests.core.llm.wire.lines import failure, model
from tests.fakes.model_server import DONE, Script, data, model_server, said

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
DEEP = b'{"choices":' + b"[" * 50000 + b"]" * 50000 + b"}"
PART = 1 << 16

FRAMES = {
    "no JSON": b"{choices",
    "cut": b'{"choices":[{"delta":{"content":"x',
    "a list": b"[]",
    "a number": b"1",
    "NaN": b'{"choices":[{"delta":{"content":"x"},"score":NaN}]}',
    "Infinity": b'{"created":-Infinity}',
    "a key twice": b'{"choices":[],"choices":[]}',
    "nested without end": DEEP,
    "a number without end": b'{"created":' + b"9" * 10000 + b"}",
    "half a character": b'{"choices":[{"delta":{"content":"\\ud83d"}}]}',
    "no UTF-8": b'{"choices":[{"delta":{"content":"\xff"}}]}',
    "UTF-16": '{"choices":[]}'.encode("utf-16-le"),
}


@pytest.mark.loopback
@pytest.mark.parametrize("wire", Wire)
@pytest.mark.parametrize("what", FRAMES)
def test_a_frame_that_is_none(what: str, wire: Wire) -> None:
    request = Request(user="问", conversation=Conversation("0" * 16))
    for script in (
        Script([data({"event": "message", "answer": "", **said("半")}), data(FRAMES[what]), DONE]),
        Script([data(FRAMES[what]), DONE]),
        Script([FRAMES[what]], type="application/json"),
    ):
        with model_server(script) as server:
            got = failure(server.url, request, of=model(server.url, wire))
        assert got.code in {"model_garbled", "model_not_api"}, script
        assert len(server.asked) == 1


TYPES = {
    "choices": [
        7,
        "x",
        {},
        [7],
        ["x"],
        [[]],
        [None],
        [{}],
        [{"delta": 7}],
        [{"delta": []}],
        [{"delta": {"content": 7}}],
    ],
    "usage": [7, "x", [], {"prompt_tokens": {}}, {"prompt_tokens": 1.5, "completion_tokens": "1"}],
    "model": [7, [], {}, "x" * 10000, "m\r\nx", "模"],
    "error": [7, "x", [], {}, {"code": []}, {"code": {"a": 1}, "status": "400", "type": None}],
    "event": [7, [], {}, "x" * 10000, "error", "message_end", "workflow_finished", "agent_thought"],
    "answer": [7, [], {}],
    "metadata": [7, [], {"usage": 7}, {"usage": {"total_price": "NaN", "currency": "CNY"}}],
    "conversation_id": [7, [], "../../x", "x" * 10000, "a b"],
    "task_id": [7, [], "../../x", "x" * 10000],
    "data": [7, [], {"status": 7}],
}


@pytest.mark.loopback
@pytest.mark.parametrize("wire", Wire)
@pytest.mark.parametrize("field", TYPES)
def test_a_value_of_another_type(field: str, wire: Wire) -> None:
    request = Request(user="问", conversation=Conversation("0" * 16))
    for value in TYPES[field]:
        for frame in ({field: value}, {"event": "message", **said(" "), "answer": " ", field: value}):
            for script in (Script([data(frame)]), Script([json.dumps(frame).encode()])):
                with model_server(script) as server:
                    got = failure(server.url, request, of=model(server.url, wire))
                assert got.partial is not None
                assert got.partial.usage is None


ENDLESS = {
    "a line": Script([b"data: ", *[b"x" * PART] * 8]),
    "a comment": Script([b":", *[b"x" * PART] * 8]),
    "comments": Script([b": x\n\n" * (PART // 5)] * 8),
    "text": Script([data(said("好")) * (PART // 90)] * 8),
    "a frame": Script([b"data: x\n" * (PART // 8)] * 8),
    "one JSON": Script([b'{"choices":"', *[b"x" * PART] * 8], type="application/json"),
    "blanks": Script([b" " * PART] * 8),
}


@pytest.mark.loopback
@pytest.mark.parametrize("what", ENDLESS)
def test_nothing_grows_without_end(what: str) -> None:
    with model_server(ENDLESS[what]) as server:
        got = failure(server.url, most_bytes=4 * PART, most_line=2 * PART, most_json=3 * PART)
    assert got.code == "model_answer_long"
    assert got.partial is not None
    most = {"a line": 3, "a comment": 3, "one JSON": 4}.get(what, 5)
    assert got.partial.bytes_in <= most * PART


@pytest.mark.loopback
@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "x-unknown", "identity, gzip"])
def test_a_packed_answer_is_not_unpacked(coding: str) -> None:
    bomb = gzip.compress(data(said("x" * 100_000)) * 100)
    with model_server(Script([bomb], headers={"Content-Encoding": coding})) as server:
        assert failure(server.url).code == "net_packed"
    assert server.asked[0].headers["accept-encoding"] == "identity"


RAW = {
    "no HTTP": [b"SSH-2.0-x\r\n"],
    "HTTP/0.9": [b"hello"],
    "nothing": [],
    "a head that breaks off": [b"HTTP/1.1 200 OK\r\nX: "],
    "a header without end": [HEAD + b"X: " + b"x" * (1 << 18)],
    "headers without end": [HEAD + b"X: y\r\n" * (1 << 15)],
    "a status without end": [b"HTTP/1.1 " + b"2" * (1 << 18)],
    "no status": [b"HTTP/1.1 abc OK\r\n\r\n"],
    "a length that is none": [HEAD + b"Content-Length: x\r\n\r\n"],
    "two lengths": [HEAD + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx"],
    "less than was promised": [HEAD + b"Content-Length: 900\r\n\r\n" + data(said("好"))],
    "a chunk that is none": [HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n"],
    "a chunk without end": [HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"1" * (1 << 18)],
    "other coding of transfer": [HEAD + b"Transfer-Encoding: gzip\r\n\r\n"],
    "early answers": [b"HTTP/1.1 103 Early\r\n\r\n" * 20_000],
    "another protocol": [b"HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nxx"],
}


@pytest.mark.loopback
@pytest.mark.parametrize("what", RAW)
def test_what_is_no_http(what: str) -> None:
    with model_server(Script(RAW[what], raw=True)) as server:
        got = failure(server.url)
    assert got.code in {"net_failed", "model_request_refused"}
    assert len(server.asked) == 1


@pytest.mark.loopback
def test_a_head_that_drips_ends_in_time() -> None:
    drip = [part for _ in range(200) for part in (b"X: y\r\n", 0.02)]
    for script in (
        Script([HEAD, *drip], raw=True),
        Script([b"HTTP/1.1 200 OK\r\nX: ", *[part for _ in range(200) for part in (b"y", 0.02)]], raw=True),
        Script([part for _ in range(200) for part in (b"HTTP/1.1 103 Early\r\n\r\n", 0.02)], raw=True),
    ):
        with model_server(script) as server:
            began = time.monotonic()
            got = failure(server.url, first_s=0.4)
            assert time.monotonic() - began < 2
        assert got.code == "model_silent"


@pytest.mark.loopback
def test_a_refusal_that_never_ends_is_a_refusal() -> None:
    drip: list[bytes | float] = [b" ", 0.05] * 100
    for script in (
        Script([b'{"error":', *drip], 401),
        Script([b'{"error":"', *[b"x" * PART] * 5], 401),
        Script([DEEP], 401),
        Script([b"\xff\xfe"], 401),
        Script([], 401, close="hold"),
    ):
        with model_server(script) as server:
            assert failure(server.url).code == "model_key_refused"


@pytest.mark.loopback
def test_cookies_are_neither_kept_nor_sent() -> None:
    cookie = {"Set-Cookie": "a=b; Path=/"}
    with model_server(Script([], 503, cookie)) as server:
        failure(server.url)
    assert len(server.asked) == 3
    assert not any("cookie" in asked.headers for asked in server.asked)
