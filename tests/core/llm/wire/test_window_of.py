"""How much a model reads, as each kind of server tells it; what is no number is not known."""

import asyncio

import pytest

from core.llm.model import Boundary
from core.llm.wire.line import Line
from core.llm.wire.window_of import window_of
from core.net.endpoint import endpoint
from tests.fakes.model_answers import told, window
from tests.fakes.model_server import ModelServer, Script, model_server

pytestmark = pytest.mark.loopback


def asked(kind: str, server: ModelServer) -> int | None:
    line = Line(endpoint(f"{server.url}/v1", Boundary.ON_DEVICE))
    return asyncio.run(window_of(kind, "m", line))


MADE_FOR = {"general.architecture": "qwen3", "qwen3.context_length": 40960}


@pytest.mark.parametrize(
    ("kind", "script", "path", "tokens"),
    [
        ("llama.cpp", window(4096), "/props", 4096),
        ("llama.cpp", told({"n_ctx": "4096"}), "/props", None),
        ("llama.cpp", window(-1), "/props", None),
        ("ollama", told({"model_info": MADE_FOR}), "/api/show", 40960),
        ("ollama", told({"model_info": MADE_FOR, "parameters": "stop x\nnum_ctx   8192"}), "/api/show", 8192),
        ("ollama", told({}), "/api/show", None),
        ("vllm", told({"data": [{"id": "n"}, {"id": "m", "max_model_len": 32768}]}), "/v1/models", 32768),
        ("vllm", told({"data": [{"id": "n", "max_model_len": 1}]}), "/v1/models", None),
        ("vllm", told({"data": [{"id": "m", "max_model_len": True}]}), "/v1/models", None),
    ],
)
def test_each_tells_it_in_its_place(kind: str, script: Script, path: str, tokens: int | None) -> None:
    with model_server(script) as server:
        assert asked(kind, server) == tokens
        assert [one.path for one in server.asked] == [path]


@pytest.mark.parametrize("kind", ["", "openai", "oneapi", "dify"])
def test_of_others_nothing_is_asked(kind: str) -> None:
    with model_server() as server:
        assert asked(kind, server) is None
        assert server.asked == []
