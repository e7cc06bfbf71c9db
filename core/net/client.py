"""The only client of the network. One request, one connection, to an address that was vetted: no redirects, no proxies, no variables of the
environment, no cookies, no second try.

The standard library's client is used, as it lets the connection be made by us: the name is resolved once, every address it leads to is
vetted, and the connection goes to one of them, so that a second answer of the resolver counts for nothing. The certificate is still held
against the name. Accepted: resolving has no time limit but the system's own.
"""

import http.client
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import IO, Any, cast

from core.base.allow_list import AllowList
from core.base.errors import ClinicError, Refused, UserError
from core.net.addresses import METADATA_NAMES, may_reach
from core.net.target import Target

METHODS = ("DELETE", "GET", "HEAD", "PATCH", "POST", "PUT")
SECONDS = 20.0
"""For everything after the name was resolved."""
MOST_SENT = 1 << 20
MOST_RECEIVED = 2 << 20
MOST_ON_THE_WIRE = 2 * MOST_RECEIVED
"""Of an answer with its head, the sizes of its pieces and what follows them."""
MOST_HEADERS = 32
LONGEST_HEADER = 4096

_OURS = re.compile(
    r"host|content-length|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|accept-encoding|proxy-.*"
)
"""Headers that say how the message itself is carried."""
_NAME = re.compile(r"[a-z][a-z0-9-]{0,63}", re.ASCII)
_VALUE = re.compile(r"[!-~]([ -~]*[!-~])?", re.ASCII)

Resolve = Callable[[str, int], Sequence[str]]
"""The addresses of a name. Raises OSError."""


@dataclass(frozen=True, slots=True)
class Received:
    """An answer. Names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A request that is fit to be sent (`outgoing`)."""

    method: str
    target: Target
    headers: Mapping[str, str]
    body: bytes

    @property
    def size(self) -> int:
        """Bytes that leave, as they are written."""
        lines = [
            f"{self.method} {self.target.path} HTTP/1.1",
            *(f"{k}: {v}" for k, v in self.headers.items()),
        ]
        return sum(len(line) + 2 for line in lines) + 2 + len(self.body)


def outgoing(method: str, target: Target, headers: Mapping[str, str], body: bytes) -> Outgoing:
    """Raises `UserError` net_method, net_headers; `Refused` net_body_long."""
    if method not in METHODS:
        raise UserError("net_method", known="、".join(METHODS))
    given = {name.lower(): value for name, value in headers.items()}
    if (
        len(given) != len(headers)
        or len(given) > MOST_HEADERS
        or not all(_NAME.fullmatch(name) and not _OURS.fullmatch(name) for name in given)
        or not all(len(value) <= LONGEST_HEADER and _VALUE.fullmatch(value) for value in given.values())
    ):
        raise UserError("net_headers")
    if len(body) > MOST_SENT:
        raise Refused("net_body_long", limit=MOST_SENT >> 10)
    own = {"host": target.authority, "accept-encoding": "identity", "connection": "close"}
    length = {"content-length": str(len(body))} if body or method in {"PATCH", "POST", "PUT"} else {}
    return Outgoing(method, target, {**own, **given, **length}, body)


def resolved(host: str, port: int) -> Sequence[str]:
    """As the system's resolver answers."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


def vetted(target: Target, rules: AllowList, resolve: Resolve = resolved) -> Sequence[str]:
    """The addresses a host leads to, if all of them may be reached.

    Raises `ClinicError` net_unresolved for a name that leads nowhere; `Refused` net_address when one of them may not.
    """
    if target.host in METADATA_NAMES:
        raise Refused("net_address", host=target.host)
    try:
        addresses = resolve(target.host, target.port)
    except (OSError, UnicodeError) as error:
        raise ClinicError("net_unresolved", host=target.host) from error
    if not addresses:
        raise ClinicError("net_unresolved", host=target.host)
    if not all(may_reach(address, target.host, rules) for address in addresses):
        raise Refused("net_address", host=target.host)
    return addresses


def exchange(request: Outgoing, addresses: Sequence[str], seconds: float = SECONDS) -> Received:
    """Send a request to the first of the vetted addresses that takes the connection, and read the answer whatever its status.

    Raises `ClinicError` net_failed, net_too_long, net_answer_long.
    """
    host = request.target.host
    until = time.monotonic() + seconds
    connection = _Pinned(request.target, addresses, until)
    try:
        with _ended_at(until, connection) as is_over:
            try:
                received = _carried_out(connection, request)
            except (OSError, http.client.HTTPException, ValueError) as error:
                late = is_over() or isinstance(error, TimeoutError)
                raise ClinicError("net_too_long" if late else "net_failed", host=host) from error
            if is_over():
                # What was cut off looks like an answer that came to its end.
                raise ClinicError("net_too_long", host=host)
            return received
    finally:
        connection.close()


def _carried_out(connection: "_Pinned", request: Outgoing) -> Received:
    connection.putrequest(request.method, request.target.path, skip_host=True, skip_accept_encoding=True)
    for name, value in request.headers.items():
        connection.putheader(name, value)
    connection.endheaders(request.body or None)
    with connection.getresponse() as answer:
        body = bytearray()
        while piece := answer.read(min(1 << 16, MOST_RECEIVED + 1 - len(body))):
            body += piece
            if len(body) > MOST_RECEIVED:
                raise ClinicError("net_answer_long", host=request.target.host, limit=MOST_RECEIVED >> 20)
        if answer.length:
            # Read in pieces, the library takes what was cut off for the end.
            raise http.client.IncompleteRead(bytes(body), answer.length)
        return Received(
            answer.status, {name.lower(): value for name, value in answer.getheaders()}, bytes(body)
        )


class _Metered:
    """What a connection says, up to a limit. The library reads heads, trailers and pieces without an end of their own."""

    def __init__(self, file: IO[bytes], host: str) -> None:
        self._file, self._host, self._left = file, host, MOST_ON_THE_WIRE

    def read(self, size: int = -1) -> bytes:
        if size < 0:
            # A piece of less than nothing: the library would take all there is.
            raise http.client.HTTPException
        return self._counted(self._file.read(size))

    def readline(self, size: int = -1) -> bytes:
        return self._counted(self._file.readline(size))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def _counted(self, said: bytes) -> bytes:
        self._left -= len(said)
        if self._left < 0:
            raise ClinicError("net_answer_long", host=self._host, limit=MOST_RECEIVED >> 20)
        return said


class _Pinned(http.client.HTTPConnection):
    """A connection to an address that was vetted, whatever the name leads to by now."""

    def __init__(self, target: Target, addresses: Sequence[str], until: float) -> None:
        super().__init__(target.host, target.port)
        self._target, self._addresses, self._until = target, addresses, until
        self._open: socket.socket | None = None

        def answer(*given: Any, **named: Any) -> http.client.HTTPResponse:
            made = http.client.HTTPResponse(*given, **named)
            made.fp = cast("Any", _Metered(made.fp, target.host))
            return made

        self.response_class = cast("Any", answer)

    def connect(self) -> None:
        """`http.client.HTTPConnection`."""
        plain = self._connected()
        self.sock = self._open = plain
        if self._target.scheme == "https":
            try:
                self.sock = self._open = _tls().wrap_socket(plain, server_hostname=self._target.host)
            except BaseException:
                plain.close()
                raise

    def end(self) -> None:
        """From another thread: whatever it waits for fails."""
        # `sock` is taken away while an answer that ends with the connection is still read.
        if self._open is not None:
            with suppress(OSError):
                # Not the method of a TLS connection: what is read after that would be taken as it lies on the wire.
                socket.socket.shutdown(self._open, socket.SHUT_RDWR)

    def _connected(self) -> socket.socket:
        failed: OSError = TimeoutError()
        for address in self._addresses:
            left = self._until - time.monotonic()
            if left <= 0:
                raise TimeoutError
            try:
                return socket.create_connection((address, self._target.port), left)
            except OSError as error:
                failed = error
        raise failed


def _tls() -> ssl.SSLContext:
    """As the library makes it for clients, but that it writes no session keys where a variable says to."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_default_certs()
    return context


@contextmanager
def _ended_at(until: float, connection: _Pinned) -> Iterator[Callable[[], bool]]:
    """A limit over all of it: each piece of an answer may come in time and the whole never end."""
    over = threading.Event()

    def end() -> None:
        over.set()
        connection.end()

    timer = threading.Timer(max(0.0, until - time.monotonic()), end)
    timer.daemon = True
    timer.start()
    try:
        yield over.is_set
    finally:
        timer.cancel()
        timer.join()
