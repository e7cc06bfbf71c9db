"""Which models an OpenAI-compatible server says it has: what an admin who registers one may want to know. It costs nothing."""

import asyncio
from contextlib import aclosing

from core.base.errors import ClinicError
from core.llm.failure import ModelFailed
from core.llm.wire.frames import Frames
from core.llm.wire.line import Line
from core.llm.wire.refusals import refusal, word_of
from core.llm.wire.use import name_of
from core.net.streamed import streamed

PATH = "/models"
SECONDS = 10.0
MOST = 1000
OK = 200


async def listed(line: Line, seconds: float = SECONDS) -> tuple[str, ...]:
    """Their names, as the server writes them. Asked once.

    Raises `Refused` as `Endpoint.addresses` does, and what `line.leaving` raises; `ModelFailed` for anything but a list.
    """
    host = line.endpoint.base.host
    request = line.endpoint.request("GET", PATH, line.headers())
    try:
        async with asyncio.timeout(seconds):
            addresses = await line.endpoint.addresses(line.resolve)
            await line.leaving(request.size)
            async with streamed(request, addresses, line.endpoint.certificate) as answer:
                raw = await _object(Frames(answer, host, line.limits, line.limits.most_json))
    except TimeoutError as error:
        raise ModelFailed("model_silent", host=host) from error
    if answer.status != OK:
        raise refusal(answer.status, host, "", word_of(raw))
    models = raw.get("data") if raw else None
    if not isinstance(models, list):
        raise ModelFailed("model_not_api", host=host)
    names = (name_of(one.get("id")) for one in models[:MOST] if isinstance(one, dict))
    return tuple(filter(None, names))


async def _object(frames: Frames) -> dict[str, object] | None:
    """None for what is no answer at all: then the status alone says what it is."""
    try:
        async with aclosing(frames.read()) as read:
            async for frame in read:
                return frame.data
    except ClinicError:
        return None
    return None
