"""Which addresses a request may reach. Pure. Source: spec/kernel.md §12.3.

Public ones. Private ones and this machine only where an admin's rule names the address itself: a public name that leads to them is how a
request is turned against the clinic's own network. Those where clouds keep their secrets, and every other special one: never.
"""

import ipaddress
from ipaddress import IPv4Address, IPv4Network, IPv6Address

from core.base.allow_list import AllowList, is_loopback

_NEVER = tuple(
    map(
        IPv4Network,
        # This network, link-local (metadata of clouds among it), protocol assignments, multicast, reserved.
        ("0.0.0.0/8", "169.254.0.0/16", "192.0.0.0/24", "224.0.0.0/3"),
    )
)
_METADATA = frozenset(map(IPv4Address, ("100.100.100.200",)))
"""Beside those that are link-local."""

_INSIDE = tuple(
    map(IPv4Network, ("10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"))
)
"""Addresses of the clinic's own network and of this machine."""

METADATA_NAMES = frozenset({"metadata.google.internal", "metadata.goog"})


def may_reach(address: str, host: str, rules: AllowList) -> bool:
    """Whether a connection to an address, which `host` leads to, may be opened. What cannot be read may not."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(found, IPv6Address):
        # One that carries an IPv4 address in it (mapped, NAT64, 6to4, Teredo) is that address in disguise.
        return (found.is_loopback and is_loopback(host)) or (
            found.is_global and not found.is_multicast and not _carries_another(found)
        )
    if found in _METADATA or any(found in network for network in _NEVER):
        return False
    if found.is_loopback:
        return is_loopback(host)
    if any(found in network for network in _INSIDE):
        return rules.names_address(found)
    return found.is_global


def _carries_another(address: IPv6Address) -> bool:
    return (
        address.ipv4_mapped is not None
        or address.sixtofour is not None
        or address.teredo is not None
        or int(address) >> 32 in {0, 0x0064FF9B << 64}
        or address in ipaddress.IPv6Network("64:ff9b:1::/48")
    )
