"""A request that is fit to be sent, and the addresses it may go to. Sent by `core.net.streamed` alone.

The name is resolved once and every address it leads to is vetted; the connection goes to one of them, so that a second answer of the
resolver counts for nothing. Accepted: resolving has no time limit but the system's own.
"""

import re
import socket
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core.base.allow_list import AllowList
from core.base.errors import ClinicError, Refused, UserError
from core.net.addresses import METADATA_NAMES, may_reach
from core.net.target import Target

METHODS = ("DELETE", "GET", "HEAD", "PATCH", "POST", "PUT")
MOST_SENT = 1 << 20
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
