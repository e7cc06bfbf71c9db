"""The server a model was registered with: the one scheme, host and port that is spoken to, and which addresses its name may lead to.

The name is resolved once for a request, in a thread of its own that nobody has to wait for, every address is vetted, and the connection
goes to one of them (`core.net.streamed`): a second answer of the resolver counts for nothing. A private address is reached where it is the
registered host itself, never through a name. Where the server is said to be on this machine, only this machine's addresses will do.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from core.base.allow_list import AllowList, is_loopback
from core.base.aside import aside
from core.base.errors import ClinicError, Refused
from core.net.base_url import read_base_url
from core.net.boundary import Boundary, stays_here
from core.net.client import Outgoing, Resolve, outgoing, resolved, vetted
from core.net.target import Target
from core.net.tls import tls

RESOLVE_S = 20.0

MOST_SENT = 4 << 20
"""Bytes of one request. Four times the longest text a clinic's model reads is less."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """`base.path` has no slash at the end. With a certificate (PEM) of the clinic's own, that one alone is trusted and not the system's."""

    base: Target
    boundary: Boundary = Boundary.EXTERNAL
    certificate: str = ""

    def request(self, method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> Outgoing:
        """A request to this endpoint; there is no way to name another host.

        Raises `UserError` net_headers; `Refused` endpoint_body_long.
        """
        if len(body) > MOST_SENT:
            raise Refused("endpoint_body_long", host=self.base.host, limit=MOST_SENT >> 20)
        target = replace(self.base, path=self.base.path + path)
        empty = outgoing(method, target, headers, b"")
        length = {"content-length": str(len(body))} if body else {}
        return replace(empty, headers={**empty.headers, **length}, body=body)

    async def addresses(self, resolve: Resolve = resolved) -> Sequence[str]:
        """Where the name leads, if all of it may be reached.

        Raises `ClinicError` net_unresolved; `Refused` endpoint_address for an address that may not be reached, endpoint_not_on_device.
        """
        # A number is its own rule: the admin named the address by registering it.
        rules = AllowList((self.base.host,), loopback=False)
        try:
            async with asyncio.timeout(RESOLVE_S):
                found = await aside(lambda: vetted(self.base, rules, resolve), name="resolve")
        except TimeoutError as error:
            raise ClinicError("net_unresolved", host=self.base.host) from error
        except Refused as error:
            raise Refused("endpoint_address", host=self.base.host) from error
        is_here = stays_here(found)
        if self.boundary is Boundary.ON_DEVICE and not is_here:
            raise Refused("endpoint_not_on_device", host=self.base.host)
        if is_loopback(self.base.host) and not is_here:
            # Somebody wrote another address beside this machine's own name.
            raise Refused("endpoint_address", host=self.base.host)
        return found


def endpoint(base_url: str, boundary: Boundary = Boundary.EXTERNAL, certificate: str = "") -> Endpoint:
    """Raises what `core.net.base_url.read_base_url` and `core.net.tls.tls` do."""
    if certificate:
        tls(certificate)
    return Endpoint(read_base_url(base_url), boundary, certificate)
