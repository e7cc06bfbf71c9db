"""One request over a real connection on this machine: where it goes, what leaves, what ends it."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from core.base.allow_list import AllowList
from core.base.errors import ClinicError
from core.net.client import outgoing, vetted
from core.net.exchange import Received, exchange
from core.net.target import Target, read_url

OK = b"HTTP/1.1 200 OK\r\nX-Two: 2\r\nContent-Length: 2\r\n\r\nhi"
NONE = AllowList()


def received(peer: socket.socket) -> bytes:
    """A whole request, or as much as came."""
    told = peer.recv(65536)
    while b"content-length: " in told:
        head, _, body = told.partition(b"\r\n\r\n")
        if len(body) >= int(head.partition(b"content-length: ")[2].split()[0]):
            break
        told += peer.recv(65536)
    return told


@contextmanager
def served(answer: Callable[[socket.socket, bytes], None]) -> Iterator[tuple[int, list[bytes]]]:
    """A host on this machine that answers each connection so. Yields its port and what it was sent."""
    seen: list[bytes] = []
    door = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        with contextlib.suppress(OSError):
            while True:
                peer, _ = door.accept()
                with peer, contextlib.suppress(OSError):
                    seen.append(received(peer))
                    answer(peer, seen[-1])

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield door.getsockname()[1], seen
    finally:
        door.shutdown(socket.SHUT_RDWR)
        door.close()
        thread.join()


def at(port: int, path: str = "/x?q=1") -> Target:
    return read_url(f"http://localhost:{port}{path}")


def sent(target: Target, **limits: float) -> Received:
    return exchange(outgoing("GET", target, {}, b""), ["127.0.0.1"], **limits)


@pytest.mark.loopback
def test_a_request_goes_out_as_it_was_asked_for_and_its_answer_comes_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    with served(lambda peer, _: peer.sendall(OK)) as (port, seen):
        request = outgoing("POST", at(port), {"X-One": "1"}, b"body")
        assert exchange(request, ["127.0.0.1"]) == Received(200, {"x-two": "2", "content-length": "2"}, b"hi")
    head, _, body = seen[0].partition(b"\r\n\r\n")
    assert body == b"body"
    assert head.split(b"\r\n") == [
        b"POST /x?q=1 HTTP/1.1",
        b"host: localhost:%d" % port,
        b"accept-encoding: identity",
        b"connection: close",
        b"x-one: 1",
        b"content-length: 4",
    ]
    assert request.size == len(seen[0])


@pytest.mark.loopback
def test_K69_P63_a_redirect_is_an_answer_and_is_not_followed() -> None:
    moved = b"HTTP/1.1 302 Found\r\nLocation: http://evil.com/\r\nContent-Length: 0\r\n\r\n"
    with served(lambda peer, _: peer.sendall(moved)) as (port, seen):
        answer = sent(at(port))
    assert (answer.status, answer.headers["location"], len(seen)) == (302, "http://evil.com/", 1)


@pytest.mark.loopback
def test_P65_the_connection_goes_to_the_vetted_address_whatever_the_name_leads_to_later() -> None:
    answers = iter([["127.0.0.1"], ["93.184.216.34"]])
    with served(lambda peer, _: peer.sendall(OK)) as (port, seen):
        target = read_url(f"http://rebound.localhost:{port}/")
        addresses = vetted(target, NONE, lambda *_: next(answers))
        exchange(outgoing("GET", target, {}, b""), addresses)
    assert len(seen) == 1
    assert next(answers) == ["93.184.216.34"]


@pytest.mark.parametrize("error", [socket.gaierror(), TimeoutError(), UnicodeError()])
def test_P66_a_name_that_leads_nowhere_is_refused(error: Exception) -> None:
    def fails(*_: object) -> list[str]:
        raise error

    with pytest.raises(ClinicError, match="net_unresolved"):
        vetted(read_url("https://h.cn/"), NONE, fails)
    with pytest.raises(ClinicError, match="net_unresolved"):
        vetted(read_url("https://h.cn/"), NONE, lambda *_: [])


def test_every_address_has_to_be_one_that_may_be_reached() -> None:
    with pytest.raises(ClinicError, match="net_address"):
        vetted(read_url("https://h.cn/"), NONE, lambda *_: ["93.184.216.34", "10.0.0.1"])


FLOOD = b"x" * (1 << 20)


@pytest.mark.loopback
@pytest.mark.parametrize(
    ("head", "piece"),
    [
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", FLOOD),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", b"x: y\r\n" * 100_000),
        (b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 20_000),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n" * 100_000),
        (b"HTTP/1.1 200 OK\r\n\r\n", FLOOD),
    ],
    ids=["negative chunk", "trailers", "continue", "small chunks", "no length"],
)
def test_whatever_way_an_answer_is_long_no_more_of_it_is_taken(head: bytes, piece: bytes) -> None:
    poured = 0

    def pour(peer: socket.socket, _told: bytes) -> None:
        nonlocal poured
        peer.sendall(head)
        for _ in range(64):
            peer.sendall(piece)
            poured += len(piece)

    with served(pour) as (port, _), pytest.raises(ClinicError, match=r"net_answer_long|net_failed"):
        sent(at(port))
    assert poured <= 16 << 20


@pytest.mark.loopback
@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 100 Continue\r\n\r\n" * 20_000 + OK,
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 100_000 + b"0\r\n\r\n",
    ],
    ids=["continue", "small chunks"],
)
def test_an_answer_that_is_hardly_any_body_is_none(answer: bytes) -> None:
    with (
        served(lambda peer, _: peer.sendall(answer)) as (port, _),
        pytest.raises(ClinicError, match="net_failed"),
    ):
        sent(at(port))


@pytest.mark.loopback
def test_the_path_goes_out_as_it_was_read() -> None:
    path = "/a/../b/./c;d='e'?f=%zz&g=[1]&h=%2f"
    with served(lambda peer, _: peer.sendall(OK)) as (port, seen):
        sent(at(port, path))
    assert seen[0].split(b" ")[1] == path.encode()


@pytest.mark.loopback
def test_an_answer_that_never_ends_is_cut_off() -> None:
    over = threading.Event()

    def drip(peer: socket.socket, _: bytes) -> None:
        peer.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        while not over.wait(0.02):
            peer.sendall(b".")

    def headers(peer: socket.socket, _: bytes) -> None:
        peer.sendall(b"HTTP/1.1 200 OK\r\nX: ")
        while not over.wait(0.02):
            peer.sendall(b".")

    for answer in (drip, headers):
        over.clear()
        with served(answer) as (port, _):
            began = time.monotonic()
            with pytest.raises(ClinicError, match="net_too_long"):
                sent(at(port), seconds=0.3)
            assert time.monotonic() - began < 3
            over.set()


@pytest.mark.loopback
def test_an_answer_that_is_too_long_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.net.exchange.MOST_RECEIVED", 1000)
    fits = b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 1000
    with served(lambda peer, _: peer.sendall(fits)) as (port, _):
        assert len(sent(at(port)).body) == 1000
    with (
        served(lambda peer, _: peer.sendall(fits + b"x")) as (port, _),
        pytest.raises(ClinicError, match="net_answer_long"),
    ):
        sent(at(port))


@pytest.mark.loopback
@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"nonsense\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab",
        b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 200,
        b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 200 + b"\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"y" * (200 << 10),
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nab",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    ],
)
def test_half_an_answer_is_none(answer: bytes) -> None:
    with (
        served(lambda peer, _: peer.sendall(answer)) as (port, _),
        pytest.raises(ClinicError, match="net_failed"),
    ):
        sent(at(port))


@pytest.mark.loopback
def test_nobody_there_and_no_certificate_are_failures() -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
    with pytest.raises(ClinicError, match="net_failed"):
        sent(at(port))
    with (
        served(lambda peer, _: peer.sendall(OK)) as (port, _),
        pytest.raises(ClinicError, match="net_failed"),
    ):
        sent(read_url(f"https://localhost:{port}/"))


@pytest.mark.parametrize(
    ("method", "headers", "code"),
    [
        ("CONNECT", {}, "net_method"),
        ("get", {}, "net_method"),
        ("GET\r\nX: y", {}, "net_method"),
        *(
            ("GET", {name: "x"}, "net_headers")
            for name in ("Host", "content-length", "Transfer-Encoding", "Proxy-Authorization", "TE")
        ),
        *(("GET", {name: "x"}, "net_headers") for name in ("a b", "", "a:", "中", "x\r\n")),
        *(
            ("GET", {"x": value}, "net_headers")
            for value in ("a\r\nHost: evil", "a\x00", "中", "", " a", "x" * 5000)
        ),
        ("GET", {"x": "1", "X": "2"}, "net_headers"),
    ],
)
def test_a_message_is_not_given_another_shape(method: str, headers: dict[str, str], code: str) -> None:
    with pytest.raises(ClinicError, match=code):
        outgoing(method, read_url("https://h.cn/"), headers, b"")


def test_what_is_too_long_is_not_sent() -> None:
    with pytest.raises(ClinicError, match="net_body_long"):
        outgoing("POST", read_url("https://h.cn/"), {}, b"x" * ((1 << 20) + 1))
