"""The models a server says it has."""

import asyncio
import json

import pytest

from core.llm.failure import ModelFailed
from core.llm.wire.listing import listed
from tests.core.llm.wire.lines import line
from tests.fakes.model_server import Script, model_server


def told(script: Script, seconds: float = 3.0) -> tuple[str, ...]:
    with model_server(script) as server:
        names = asyncio.run(listed(line(f"{server.url}/v1", key="sk-1"), seconds))
    (sent,) = server.asked
    assert (sent.method, sent.path, sent.headers["authorization"]) == ("GET", "/v1/models", "Bearer sk-1")
    return names


@pytest.mark.loopback
def test_names_that_are_names() -> None:
    models = [{"id": "qwen3:8b"}, {"id": 7}, 7, {"id": "x" * 1000}, {"id": "a\nb"}, {"id": "org/m-1"}]
    body = json.dumps({"object": "list", "data": models}).encode()
    assert told(Script([body], type="application/json")) == ("qwen3:8b", "org/m-1")


@pytest.mark.loopback
@pytest.mark.parametrize(
    ("script", "code"),
    [
        (Script([b"{}"]), "model_not_api"),
        (Script([b"<html>"]), "model_not_api"),
        (Script([b""]), "model_not_api"),
        (Script([b"{}"], 401), "model_key_refused"),
        (Script([b"x"], 404), "model_not_found"),
        (Script(status=302, headers={"Location": "http://10.0.0.1/"}), "model_redirected"),
        (Script(close="hold", raw=True), "model_silent"),
    ],
)
def test_what_is_no_list(script: Script, code: str) -> None:
    with pytest.raises(ModelFailed) as caught:
        told(script, 0.5)
    assert caught.value.code == code
