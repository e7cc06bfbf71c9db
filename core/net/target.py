"""A URL as it is taken: one reading of it, or none. What two readers could read in two ways is refused, not interpreted."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from core.base.allow_list import canonical, is_loopback
from core.base.errors import Refused

LONGEST = 2048
PORTS = {"https": 443, "http": 80}

_URL = re.compile(
    r"(?P<scheme>https?)://(?P<host>\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:(?P<port>[1-9][0-9]{0,4}))?(?P<path>/[!-~]*)?(?P<query>\?[!-~]*)?",
    re.ASCII | re.IGNORECASE,
)
_FOREIGN = re.compile(r"[#\\\"<>^`{|}]")
"""What has no place in a path or a query but encoded."""

MOST_PORT = 0xFFFF


@dataclass(frozen=True, slots=True)
class Target:
    """Where a request goes. `host` is as `canonical` spells it."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def is_usual(self) -> bool:
        """Whether it is the port that the scheme stands for."""
        return self.port == PORTS[self.scheme]

    @property
    def authority(self) -> str:
        """As the header `Host` says it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.is_usual else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        """Scheme, host and port: what a key is entered for."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}"


def read_url(text: str, may_be_plain: Callable[[str], bool] = is_loopback) -> Target:
    """Raises `Refused` net_url for what is no plain URL, with a name and password too; net_not_https for http to a host that
    `may_be_plain` does not let be spoken to so: to any other machine.
    """
    found = _URL.fullmatch(text) if len(text) <= LONGEST else None
    host = canonical(found["host"].strip("[]")) if found else None
    if found is None or host is None or _FOREIGN.search(text):
        raise Refused("net_url")
    scheme = found["scheme"].lower()
    port = int(found["port"]) if found["port"] else PORTS[scheme]
    if port > MOST_PORT:
        raise Refused("net_url")
    if scheme != "https" and not may_be_plain(host):
        raise Refused("net_not_https", host=host)
    return Target(scheme, host, port, (found["path"] or "/") + (found["query"] or ""))
