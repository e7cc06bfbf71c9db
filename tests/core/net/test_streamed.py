"""A real connection: where it goes, what secures it, what leaves."""

import asyncio
import logging
import ssl
from collections.abc import Sequence
from dataclasses import replace

import pytest

from core.base.errors import ClinicError
from core.llm.request import Request
from core.llm.wire.ask import ask
from core.net.client import Outgoing
from core.net.endpoint import endpoint
from core.net.streamed import streamed
from tests.core.llm.wire.lines import asked, line, model
from tests.fakes.model_server import DONE, Script, data, model_server, said
from tests.fakes.own_tls import own_tls

GOOD = Script([data(said("好", "stop")), DONE])
HERE = ("127.0.0.1",)


def sent(request: Outgoing, addresses: Sequence[str] = HERE, certificate: str = "") -> tuple[int, bytes]:
    async def work() -> tuple[int, bytes]:
        async with streamed(request, addresses, certificate) as answer:
            return answer.status, b"".join([piece async for piece in answer.pieces])

    return asyncio.run(work())


@pytest.mark.loopback
def test_no_variable_of_the_environment_changes_where_it_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY", "https_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with model_server(Script([b"hi"])) as server:
        assert sent(endpoint(server.url).request("GET", "/x", {})) == (200, b"hi")
    assert server.asked[0].path == "/x"


@pytest.mark.loopback
def test_S65_the_name_is_resolved_once_and_a_second_answer_counts_for_nothing() -> None:
    answers = iter([["127.0.0.1"], ["93.184.216.34"]])
    with model_server(Script(status=503), Script(status=503), GOOD) as server:
        one = line(f"http://localhost:{server.port}")
        rebound = replace(one, resolve=lambda *_: next(answers))
        reply = asyncio.run(ask(model(server.url), Request(user="问"), rebound))
    assert (reply.text, reply.attempts, len(server.asked)) == ("好", 3, 3)
    assert server.asked[0].headers["host"] == f"localhost:{server.port}"
    assert next(answers) == ["93.184.216.34"]


@pytest.mark.loopback
def test_the_next_vetted_address_is_tried_where_one_does_not_answer() -> None:
    with model_server(GOOD) as server:
        status, _ = sent(endpoint(server.url).request("GET", "/", {}), ["127.0.0.2", "127.0.0.1"])
        assert status == 200
        with pytest.raises(ClinicError, match="net_not_connected"):
            sent(endpoint(server.url).request("GET", "/", {}), [])


@pytest.mark.loopback
def test_a_certificate_is_held_against_the_name() -> None:
    own = own_tls("models.example.cn")
    names: list[str] = []
    own.context.sni_callback = lambda _socket, name, _context: names.append(name)
    with model_server(Script([b"hi"]), tls=own.context) as server:
        request = endpoint(f"https://models.example.cn:{server.port}").request("GET", "/", {})
        other = endpoint(f"https://other.example.cn:{server.port}").request("GET", "/", {})
        assert sent(request, certificate=own.certificate) == (200, b"hi")
        assert server.asked[0].headers["host"] == f"models.example.cn:{server.port}"
        assert names == ["models.example.cn"]
        for unfit, certificate in (
            (other, own.certificate),
            (request, ""),
            (request, own_tls("x").certificate),
        ):
            with pytest.raises(ClinicError, match="net_tls"):
                sent(unfit, certificate=certificate)
        assert len(server.asked) == 1


@pytest.mark.loopback
def test_an_old_protocol_or_none_is_not_spoken() -> None:
    own = own_tls("old.example.cn")
    with model_server(Script([b"hi"])) as plain, pytest.raises(ClinicError, match="net_tls"):
        sent(endpoint(f"https://127.0.0.1:{plain.port}").request("GET", "/", {}))
    assert own.context.minimum_version >= ssl.TLSVersion.TLSv1_2


@pytest.mark.loopback
def test_nothing_of_a_request_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    with model_server(GOOD) as server:
        asked(server.url, key="sk-1")
    assert [record for record in caplog.records if record.name.startswith("http")] == []
