"""One request and its whole answer, whatever its status, within a time and a size: no redirects, no cookies, no second try."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.base.errors import ClinicError
from core.net.client import Outgoing
from core.net.streamed import streamed

SECONDS = 20.0
"""For everything after the name was resolved: each piece of an answer may come in time and the whole never end."""
MOST_RECEIVED = 2 << 20

_FAILED = frozenset({"net_not_connected", "net_tls"})
"""For who asks for pages, failures like any other."""


@dataclass(frozen=True, slots=True)
class Received:
    """An answer. Names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def exchange(request: Outgoing, addresses: Sequence[str], seconds: float = SECONDS) -> Received:
    """Send a request to the first of the vetted addresses that takes the connection, and read the answer. Not for a thread with a running loop.

    Raises `ClinicError` net_failed, net_packed, net_too_long, net_answer_long.
    """
    host = request.target.host
    try:
        return asyncio.run(_exchanged(request, addresses, seconds))
    except TimeoutError as error:
        raise ClinicError("net_too_long", host=host) from error
    except ClinicError as error:
        if error.code in _FAILED:
            raise ClinicError("net_failed", host=host) from error
        raise


async def _exchanged(request: Outgoing, addresses: Sequence[str], seconds: float) -> Received:
    body = bytearray()
    async with (
        asyncio.timeout(seconds),
        streamed(request, addresses, connect_s=seconds) as answer,
    ):
        async for piece in answer.pieces:
            body += piece
            if len(body) > MOST_RECEIVED:
                raise ClinicError("net_answer_long", host=request.target.host, limit=MOST_RECEIVED >> 20)
    return Received(answer.status, answer.headers, bytes(body))
