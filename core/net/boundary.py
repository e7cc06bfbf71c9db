"""Whether what is said to an address leaves this machine. Told from the address itself, never from what somebody says of it."""

import ipaddress
from collections.abc import Iterable
from enum import StrEnum


class Boundary(StrEnum):
    """How far a text goes that is given to a model, from near to far. A server of the clinic's own network is external."""

    ON_DEVICE = "on_device"
    EXTERNAL = "external"


ON_DEVICE_NAME = "localhost"
"""The one name that stands for this machine. Where it leads to is vetted when it is resolved (`stays_here`)."""


def can_be_on_device(host: str) -> bool:
    """Whether a host, spelled as `core.base.allow_list.canonical` does, is this machine."""
    return host == ON_DEVICE_NAME or _is_here(host)


def stays_here(addresses: Iterable[str]) -> bool:
    """Whether every address a name led to is this machine; none is not."""
    found = list(addresses)
    return bool(found) and all(map(_is_here, found))


def is_in_own_network(host: str) -> bool:
    """Whether a host is this machine, or a private address written as one."""
    return can_be_on_device(host) or _is_private(host)


def _is_here(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


_PRIVATE = tuple(map(ipaddress.IPv4Network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")))


def _is_private(address: str) -> bool:
    try:
        found = ipaddress.IPv4Address(address)
    except ValueError:
        return False
    return any(found in network for network in _PRIVATE)
