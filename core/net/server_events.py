"""Server-sent events (`text/event-stream`), read by httpx-sse whatever the answer calls itself."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass

TYPE = "text/event-stream"


@dataclass(frozen=True, slots=True)
class ServerEvent:
    """One event with something in it. `is_whole` is False for what the end of the stream left without its blank line."""

    name: str
    data: str
    is_whole: bool


async def server_events(pieces: AsyncIterator[bytes]) -> AsyncGenerator[ServerEvent, None]:
    """The events of a stream of UTF-8. Comments and empty events are passed over; a BOM is none of the first field."""
    import httpx
    from httpx_sse import EventSource

    is_over = False

    async def ended() -> AsyncGenerator[bytes, None]:
        nonlocal is_over
        async for piece in pieces:
            yield piece
        is_over = True
        yield b"\n\n"

    answer = httpx.Response(200, headers={"content-type": TYPE}, content=ended())
    async with aclosing(EventSource(answer).aiter_sse()) as events:
        async for event in events:
            if event.event != "message" or event.data:
                yield ServerEvent(event.event, event.data, not is_over)
