"""One JSON object that a server tells of itself. Asked once, without a word of anybody; it costs nothing."""

import asyncio
from collections.abc import Mapping
from contextlib import aclosing

from core.base.errors import ClinicError
from core.llm.failure import ModelFailed
from core.llm.wire.frames import Frames
from core.llm.wire.line import Line
from core.llm.wire.refusals import refusal, word_of
from core.net.streamed import streamed

SECONDS = 10.0
OK = 200


async def object_of(
    line: Line, method: str, path: str, body: bytes = b"", seconds: float = SECONDS
) -> Mapping[str, object]:
    """Raises `Refused` as `Endpoint.addresses` does, and what `line.leaving` raises; `ModelFailed` for anything but an object."""
    host = line.endpoint.base.host
    request = line.endpoint.request(method, path, line.headers(), body)
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
    if raw is None:
        raise ModelFailed("model_not_api", host=host)
    return raw


async def _object(frames: Frames) -> dict[str, object] | None:
    """None for what is no answer at all: then the status alone says what it is."""
    try:
        async with aclosing(frames.read()) as read:
            async for frame in read:
                return frame.data
    except ClinicError:
        return None
    return None
