"""How much a model reads and writes in all, as far as its server tells. Each kind of server tells it in its own place; many tell nothing."""

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from core.llm.wire.count_of import count_of
from core.llm.wire.line import Line
from core.llm.wire.listing import PATH
from core.llm.wire.object_of import object_of

MOST = 100_000_000
_OLLAMA_WINDOW = re.compile(r"^num_ctx\s+([0-9]{1,9})\s*$", re.MULTILINE)


async def window_of(kind: str, model: str, line: Line) -> int | None:
    """Tokens; None where a server of this kind has no place to tell it, or does not. Raises as `object_of`."""
    asked = _ASKED.get(kind)
    return None if asked is None else await asked(model, line)


async def _llama_cpp(_: str, line: Line) -> int | None:
    """What the server was started with, for each of those who may ask at a time."""
    raw = await object_of(_at_root(line), "GET", "/props")
    settings = raw.get("default_generation_settings")
    return _tokens(settings.get("n_ctx") if isinstance(settings, dict) else raw.get("n_ctx"))


async def _ollama(model: str, line: Line) -> int | None:
    """What was set for it, else what the model was made for: the server may give it less."""
    body = json.dumps({"model": model}).encode()
    raw = await object_of(_at_root(line), "POST", "/api/show", body)
    was_set = _OLLAMA_WINDOW.search(str(raw.get("parameters", "")))
    if was_set:
        return _tokens(int(was_set[1]))
    about = raw.get("model_info")
    told = about if isinstance(about, Mapping) else {}
    return next((_tokens(value) for name, value in told.items() if name.endswith(".context_length")), None)


async def _vllm(model: str, line: Line) -> int | None:
    raw = await object_of(line, "GET", PATH)
    models = raw.get("data")
    every = models if isinstance(models, list) else []
    found = (one for one in every if isinstance(one, dict) and one.get("id") == model)
    return next((_tokens(one.get("max_model_len")) for one in found), None)


_ASKED: Mapping[str, Callable[[str, Line], Awaitable[int | None]]] = {
    "llama.cpp": _llama_cpp,
    "ollama": _ollama,
    "vllm": _vllm,
}


def _at_root(line: Line) -> Line:
    """Where a server tells of itself: beside the path of the API, not under it."""
    server = line.endpoint
    root = server.base.path.removesuffix("/v1")
    return replace(line, endpoint=replace(server, base=replace(server.base, path=root)))


def _tokens(value: object) -> int | None:
    return count_of(value, least=1, most=MOST)
