"""What is httpx in this program: a client whose every connection goes to addresses that were vetted before, for one scheme, host and port.

No variables of the environment, no proxies, no redirects, no cookies, no second connection. Heavy to import: only `core.net.streamed` does,
inside a function.
"""

import ssl
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Any

import httpcore
import httpx

from core.net.allowance import Allowance
from core.net.target import Target

HEADERS = "headers"
"""The extension of an answer that its headers stand in, as they came."""


class _Counted(httpcore.AsyncNetworkStream):
    def __init__(self, stream: httpcore.AsyncNetworkStream, allowance: Allowance) -> None:
        self._stream, self._allowance = stream, allowance

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109 - the library's own
        """`httpcore.AsyncNetworkStream`."""
        said = await self._stream.read(max_bytes, timeout)
        self._allowance.came(len(said))
        return said

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109 - the library's own
        """`httpcore.AsyncNetworkStream`."""
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        """`httpcore.AsyncNetworkStream`."""
        await self._stream.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - the library's own
    ) -> httpcore.AsyncNetworkStream:
        """`httpcore.AsyncNetworkStream`."""
        return _Counted(await self._stream.start_tls(ssl_context, server_hostname, timeout), self._allowance)

    def get_extra_info(self, info: str) -> Any:
        """`httpcore.AsyncNetworkStream`."""
        return self._stream.get_extra_info(info)


class Backend(httpcore.AsyncNetworkBackend):
    """Connects to the vetted addresses, whatever the name leads to by now."""

    def __init__(self, target: Target, addresses: Sequence[str], allowance: Allowance) -> None:
        self._target, self._addresses, self._allowance = target, tuple(addresses), allowance
        self._inner = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the library's own
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """`httpcore.AsyncNetworkBackend`."""
        failed: Exception = httpcore.ConnectError("nowhere to connect to")
        if (host, port) == (self._target.host, self._target.port):
            for address in self._addresses:
                try:
                    stream = await self._inner.connect_tcp(
                        address, port, timeout, local_address, socket_options
                    )
                except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                    failed = error
                else:
                    return _Counted(stream, self._allowance)
        raise failed


class _Transport(httpx.AsyncBaseTransport):
    def __init__(self, backend: Backend, tls: ssl.SSLContext | None) -> None:
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=tls, max_connections=1, http1=True, http2=False, retries=0, network_backend=backend
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """`httpx.AsyncBaseTransport`."""
        answer = await self._pool.handle_async_request(
            httpcore.Request(
                request.method,
                httpcore.URL(
                    scheme=request.url.raw_scheme,
                    host=request.url.raw_host,
                    port=request.url.port,
                    target=request.url.raw_path,
                ),
                headers=request.headers.raw,
                content=request.stream,
                extensions=request.extensions,
            )
        )
        # The library never learns the headers: it would keep cookies, and read where it is told to go even when it is not to follow.
        return httpx.Response(answer.status, stream=_Body(answer), extensions={HEADERS: answer.headers})

    async def aclose(self) -> None:
        """`httpx.AsyncBaseTransport`."""
        await self._pool.aclose()


class _Body(httpx.AsyncByteStream):
    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for piece in self._answer.aiter_stream():
            yield piece

    async def aclose(self) -> None:
        """`httpx.AsyncByteStream`."""
        await self._answer.aclose()


def client(
    target: Target, addresses: Sequence[str], tls: ssl.SSLContext | None, allowance: Allowance
) -> httpx.AsyncClient:
    """For one request to `target`. It waits without limit but for connecting: whoever sends holds it to a deadline."""
    return httpx.AsyncClient(
        transport=_Transport(Backend(target, addresses, allowance), tls),
        trust_env=False,
        follow_redirects=False,
        timeout=None,  # noqa: S113 - see above
    )
