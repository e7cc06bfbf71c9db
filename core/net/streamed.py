"""One request whose answer is read as it comes. Made by httpx (`core.net.pinned`), which is loaded with the first one.

An answer is bytes as they lay on the wire: one that is packed is refused, so that nothing small unfolds into something large. How long and
how much of a body is waited for is the caller's: it holds the whole of it to a deadline of asyncio, and counts.
"""

import logging
import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass

from core.base.errors import ClinicError
from core.net.allowance import Allowance
from core.net.client import Outgoing
from core.net.tls import tls

CONNECT_S = 10.0
"""For each address of a host."""

MOST_HEADERS = 100

SILENT = ("httpx", "httpcore")
"""Loggers that would write down paths and headers."""


@dataclass(frozen=True, slots=True)
class Streamed:
    """An answer whose head has come. Names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    pieces: AsyncGenerator[bytes, None]
    """The body. Raises `ClinicError` net_failed where it breaks off."""


@asynccontextmanager
async def streamed(
    request: Outgoing,
    addresses: Sequence[str],
    certificate: str = "",
    connect_s: float = CONNECT_S,
) -> AsyncIterator[Streamed]:
    """Send to the first of the vetted addresses that takes the connection.

    Raises `ClinicError` net_not_connected while nothing has been sent, net_tls for a connection that cannot be secured, net_failed for one that
    broke afterwards or said hardly anything that is an answer, net_packed for an answer that is packed.
    """
    import httpcore
    import httpx

    from core.net.pinned import HEADERS, client

    for name in SILENT:
        logging.getLogger(name).setLevel(logging.WARNING)
    target = request.target
    host = target.host
    allowance = Allowance(host)
    security = tls(certificate) if target.scheme == "https" else None
    sent = httpx.Request(
        request.method,
        f"{target.scheme}://{target.authority}{target.path}",
        headers=dict(request.headers),
        content=request.body or None,
        extensions={"timeout": {"connect": connect_s}, "target": target.path.encode("ascii")},
    )
    async with client(target, addresses, security, allowance) as connection:
        try:
            answer = await connection.send(sent, stream=True, auth=None, follow_redirects=False)
        except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
            code = "net_tls" if _is_of_tls(error) else "net_not_connected"
            raise ClinicError(code, host=host) from error
        except (
            httpx.HTTPError,
            httpcore.NetworkError,
            httpcore.ProtocolError,
            httpcore.TimeoutException,
        ) as error:
            raise ClinicError("net_failed", host=host) from error
        try:
            if len(answer.extensions[HEADERS]) > MOST_HEADERS:
                raise ClinicError("net_failed", host=host)
            headers = {
                k.decode("latin-1").lower(): v.decode("latin-1") for k, v in answer.extensions[HEADERS]
            }
            if headers.get("content-encoding", "identity").strip().lower() != "identity":
                raise ClinicError("net_packed", host=host)
            async with aclosing(_pieces(answer.aiter_raw(), host, allowance)) as pieces:
                yield Streamed(answer.status_code, headers, pieces)
        finally:
            await answer.aclose()


async def _pieces(raw: AsyncIterator[bytes], host: str, allowance: Allowance) -> AsyncGenerator[bytes, None]:
    import httpcore
    import httpx

    try:
        async for piece in raw:
            allowance.read(len(piece))
            yield piece
    except (
        httpx.HTTPError,
        httpcore.NetworkError,
        httpcore.ProtocolError,
        httpcore.TimeoutException,
    ) as error:
        raise ClinicError("net_failed", host=host) from error


def _is_of_tls(error: BaseException) -> bool:
    """Whether the connection itself was there."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLError):
            return True
        cause = cause.__cause__ or cause.__context__
    return False
