"""Attempts, deadlines and stops, over a real connection; attempts are counted by the server."""

import asyncio
import time
from datetime import UTC, datetime, timedelta

import pytest

from core.base.errors import Refused
from core.llm.failure import ModelFailed
from core.llm.limits import EXTERNAL, ON_DEVICE, limits_of
from core.llm.model import Boundary
from core.llm.request import Finish, Piece, Reply, Request
from core.llm.wire.ask import ask
from core.llm.wire.carrying import Carrying, Watch
from core.llm.wire.frames import Frames
from core.llm.wire.gathered import Gathered
from tests.core.llm.wire.lines import asked, failure, line, model
from tests.fakes.model_server import DONE, Close, ModelServer, Script, data, model_server, said

GOOD = Script([data(said("好", "stop")), DONE])


def refusing(status: int, **headers: str) -> Script:
    return Script([b'{"error":{"message":"sk-1"}}'], status, headers, "application/json")


def test_the_limits_are_those_of_the_specification() -> None:
    assert (EXTERNAL.first_s, EXTERNAL.idle_s, EXTERNAL.total_s) == (300, 120, 600)
    assert (ON_DEVICE.first_s, ON_DEVICE.idle_s, ON_DEVICE.total_s) == (600, 120, 1800)
    assert (EXTERNAL.waits_s, EXTERNAL.longest_wait_s, EXTERNAL.drain_s) == ((1, 2), 30, 0.5)
    assert EXTERNAL.blocking_s == 100
    assert limits_of(Boundary.ON_DEVICE) is ON_DEVICE
    assert limits_of(Boundary.EXTERNAL) is EXTERNAL


@pytest.mark.loopback
@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504, 529])
def test_K53_a_busy_server_is_asked_three_times_at_most(status: int) -> None:
    with model_server(refusing(status)) as server:
        got = failure(server.url)
    assert got.code == ("model_rate" if status == 429 else "model_server")
    assert got.params["status"] == status
    assert len(server.asked) == 3
    with model_server(refusing(status), refusing(status), GOOD) as server:
        reply = asked(server.url)
    assert (reply.text, reply.attempts) == ("好", 3)


@pytest.mark.loopback
@pytest.mark.parametrize(
    ("status", "code"),
    [
        (400, "model_request_refused"),
        (401, "model_key_refused"),
        (402, "model_balance"),
        (403, "model_forbidden"),
        (404, "model_not_found"),
        (413, "model_request_refused"),
        (422, "model_parameters"),
        (204, "model_request_refused"),
        (301, "model_redirected"),
        (307, "model_redirected"),
    ],
)
def test_another_refusal_is_final(status: int, code: str) -> None:
    with model_server(refusing(status, Location="http://10.0.0.1/x")) as server:
        got = failure(server.url, key="sk-1")
    assert (got.code, len(server.asked)) == (code, 1)
    assert "sk-1" not in f"{got.params}{got.details}{got}"


@pytest.mark.loopback
def test_an_empty_account_is_not_a_busy_server() -> None:
    script = Script([b'{"error":{"code":"insufficient_quota"}}'], 429, type="application/json")
    with model_server(script) as server:
        got = failure(server.url)
    assert (got.code, len(server.asked)) == ("model_balance", 1)


@pytest.mark.loopback
def test_what_a_body_says_makes_no_other_status_a_busy_server() -> None:
    script = Script([b'{"error":{"code":"rate_limit_exceeded"}}'], 400, type="application/json")
    with model_server(script) as server:
        got = failure(server.url)
    assert (got.code, len(server.asked)) == ("model_rate", 1)


@pytest.mark.loopback
def test_K53_the_server_says_how_long_to_wait_up_to_a_limit() -> None:
    for value, least, most in (("99999", 0.3, 3), ("0", 0.01, 3), ("soon", 0.01, 3)):
        with model_server(refusing(429, **{"Retry-After": value}), GOOD) as server:
            asked(server.url)
        first, second = server.asked
        assert least <= second.at - first.at < most, value
    with model_server(refusing(429, **{"Retry-After": "Mon, 02 Nov 2026 10:00:05 GMT"}), GOOD) as server:
        now = datetime(2026, 11, 2, 10, tzinfo=UTC) + timedelta(seconds=4.8)
        one = line(server.url, now=lambda: now)
        asyncio.run(ask(model(server.url), Request(user="问"), one))
    assert 0.2 <= server.asked[1].at - server.asked[0].at < 3


@pytest.mark.loopback
def test_K53_P48_nothing_is_asked_again_after_the_first_frame() -> None:
    closes: tuple[Close, ...] = ("abort", "clean")
    for close in closes:
        script = Script([data({"choices": [{"delta": {"role": "assistant"}}]})], close=close)
        with model_server(script, GOOD) as server:
            got = failure(server.url)
        assert got.partial is not None
        assert got.partial.truncated
        assert len(server.asked) == 1


@pytest.mark.loopback
def test_K53_not_even_where_the_server_says_that_it_may_be() -> None:
    with model_server(Script([data(said("半"))])) as server:
        one = line(server.url)
        gathered = Gathered(one.told)

        async def take(_frames: Frames, _watch: Watch) -> None:
            gathered.is_begun = True
            raise ModelFailed("model_server", again_after=0.0, host="x", status=503)

        request = one.endpoint.request("POST", "/", {}, b"{}")
        with pytest.raises(ModelFailed, match="model_server"):
            asyncio.run(Carrying(one, gathered, "m-1", 1000).reply(request, take))
    assert len(server.asked) == 1


@pytest.mark.loopback
def test_a_connection_that_breaks_after_the_question_is_not_asked_again() -> None:
    with model_server(Script(raw=True, close="abort"), GOOD) as server:
        got = failure(server.url)
    assert (got.code, len(server.asked)) == ("net_failed", 1)
    assert got.partial is not None
    assert got.partial.sent


@pytest.mark.loopback
def test_a_server_that_is_not_there_is_tried_again_and_nothing_was_sent() -> None:
    with model_server() as server:
        url = server.url
    left: list[int] = []

    async def leaving(size: int) -> None:
        left.append(size)

    with pytest.raises(ModelFailed, match="net_not_connected") as caught:
        asyncio.run(ask(model(url), Request(user="问"), line(url, leaving=leaving)))
    assert caught.value.partial is not None
    assert (caught.value.partial.attempts, caught.value.partial.sent, caught.value.partial.bytes_out) == (
        3,
        False,
        0,
    )
    assert len(left) == 3


@pytest.mark.loopback
def test_what_keeps_book_can_keep_it_here() -> None:
    async def refuses(_: int) -> None:
        raise Refused("net_not_allowed", host="x")

    with model_server(GOOD) as server:
        with pytest.raises(Refused, match="net_not_allowed"):
            asyncio.run(ask(model(server.url), Request(user="问"), line(server.url, leaving=refuses)))
        assert server.asked == []


@pytest.mark.loopback
def test_P48_one_deadline_holds_for_all_attempts() -> None:
    with model_server(refusing(503)) as server:
        began = time.monotonic()
        got = failure(server.url, waits_s=(5.0, 5.0), total_s=1.0)
        assert time.monotonic() - began < 0.9
    assert (got.code, len(server.asked)) == ("model_server", 1)
    with model_server(Script([0.3, b"x"], 503), Script(close="hold")) as server:
        began = time.monotonic()
        got = failure(server.url, total_s=0.7)
        assert 0.6 < time.monotonic() - began < 1.4
    assert got.code == "model_too_long"


NOTHING = {
    "comments": b": keep-alive\n\n",
    "empty lines": b"\n\n",
    "empty events": b"event: ping\n\n",
    "empty chunks": data({"choices": []}),
    "empty deltas": data(said("")),
    "usage again and again": data({"choices": [], "usage": {"prompt_tokens": 1, "completion_tokens": 1}}),
}


@pytest.mark.loopback
@pytest.mark.parametrize("what", NOTHING)
def test_what_brings_nothing_does_not_hold_the_line(what: str) -> None:
    drip = [part for _ in range(100) for part in (NOTHING[what], 0.05)]
    with model_server(Script([data(said("半")), *drip])) as server:
        began = time.monotonic()
        got = failure(server.url, idle_s=0.4)
        assert time.monotonic() - began < 1.5
    assert got.code == "model_silent"
    assert got.partial is not None
    assert (got.partial.text, got.partial.truncated) == ("半", True)
    with model_server(Script(drip)) as server:
        assert failure(server.url, first_s=0.4).code == "model_silent"


@pytest.mark.loopback
def test_an_endless_answer_ends_at_the_deadline() -> None:
    drip = [part for _ in range(200) for part in (data(said("好")), 0.02)]
    with model_server(Script(drip)) as server:
        got = failure(server.url, idle_s=0.5, total_s=0.8)
    assert got.code == "model_too_long"
    assert got.partial is not None
    assert "好好" in got.partial.text


def stopped(server: ModelServer, after: float, told: list[Piece] | None = None) -> tuple[Reply, float]:
    """The answer to a question that a person stops, and how long that took."""

    async def work() -> tuple[Reply, float]:
        stop = asyncio.Event()
        heard = told if told is not None else []
        asking = asyncio.ensure_future(
            ask(model(server.url), Request(user="问"), line(server.url, stop=stop, told=heard.append))
        )
        await asyncio.sleep(after)
        began = time.monotonic()
        stop.set()
        return await asking, time.monotonic() - began

    return asyncio.run(work())


@pytest.mark.loopback
def test_a_stop_keeps_what_had_come_and_closes_the_connection() -> None:
    with model_server(Script([data(said("半")), data(said("句")), 30.0])) as server:
        reply, took = stopped(server, 0.5)
        time.sleep(0.2)
        left = list(server.left)
    assert took < 1
    assert (reply.text, reply.finish, reply.truncated, reply.usage) == ("半句", Finish.STOPPED, True, None)
    assert len(left) == 1


@pytest.mark.loopback
@pytest.mark.parametrize(
    "script",
    [
        Script(close="hold", raw=True),
        Script([b": x\n\n"], close="hold"),
        refusing(429, **{"Retry-After": "30"}),
    ],
)
def test_P48_a_stop_ends_every_kind_of_waiting(script: Script) -> None:
    with model_server(script) as server:
        reply, took = stopped(server, 0.15)
        asked_so_far = len(server.asked)
    assert took < 1
    assert (reply.text, reply.finish) == ("", Finish.STOPPED)
    assert asked_so_far == len(server.asked) == 1


@pytest.mark.loopback
def test_what_was_stopped_before_is_not_sent() -> None:
    async def work(url: str) -> Reply:
        stop = asyncio.Event()
        stop.set()
        return await ask(model(url), Request(user="问"), line(url, stop=stop))

    with model_server(GOOD) as server:
        reply = asyncio.run(work(server.url))
        assert server.asked == []
    assert not reply.sent


@pytest.mark.loopback
def test_a_task_that_is_cancelled_closes_the_connection() -> None:
    async def work(url: str) -> None:
        asking = asyncio.ensure_future(ask(model(url), Request(user="问"), line(url)))
        await asyncio.sleep(0.3)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking

    with model_server(Script([data(said("半"))], close="hold")) as server:
        asyncio.run(work(server.url))
        time.sleep(0.2)
        assert len(server.left) == 1


@pytest.mark.loopback
def test_questions_at_the_same_time_do_not_meet() -> None:
    async def work(url: str) -> list[str]:
        return [
            reply.text
            for reply in await asyncio.gather(
                *(ask(model(url), Request(user="问"), line(url)) for _ in range(8))
            )
        ]

    scripts = [Script([data(said(str(n))), 0.1, data(said(str(n), "stop")), DONE]) for n in range(8)]
    with model_server(*scripts) as server:
        assert sorted(asyncio.run(work(server.url))) == [f"{n}{n}" for n in range(8)]
