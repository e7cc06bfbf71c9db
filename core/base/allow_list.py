"""Which hosts may be reached: rules an admin wrote, or a pack's manifest, held against one host. Pure.

A rule is a host's exact name, `*.x` for the hosts below x and not x itself, an IPv4 address, or a range of them (`10.1.0.0/16`). Case and
one dot at the end make no difference. A rule that is none fits nothing. Source: spec/kernel.md §12.1.
"""

import ipaddress
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

WIDEST = 8
"""Bits a range has at least: what holds more is no choice of hosts."""

_HOST = re.compile(
    r"(?=.{1,253}\Z)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*", re.ASCII
)
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*", re.ASCII)


class Kind(StrEnum):
    """Why a host is allowed, or not."""

    LISTED = "allowlist"
    LOOPBACK = "loopback"
    NOT_LISTED = "not-listed"
    INVALID = "invalid-url"


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether a host may be reached, why, and by which rule."""

    allowed: bool
    kind: Kind
    rule: str = ""


@dataclass(frozen=True, slots=True)
class AllowList:
    """The rules. With `loopback` this machine itself needs none."""

    rules: Sequence[str] = ()
    loopback: bool = True

    def decide(self, host: str) -> Decision:
        """Whether a host, by name or by IPv4 address, may be reached."""
        name = canonical(host)
        if name is None:
            return Decision(False, Kind.INVALID)
        if self.loopback and is_loopback(name):
            return Decision(True, Kind.LOOPBACK)
        rule = next((rule for rule in self.rules if _fits(rule, name)), None)
        return Decision(rule is not None, Kind.NOT_LISTED if rule is None else Kind.LISTED, rule or "")

    def names_address(self, address: ipaddress.IPv4Address) -> bool:
        """Whether a rule names this very address, or a range with it: no name of a host does."""
        return any(address in network for rule in self.rules if (network := _network(rule)) is not None)


def canonical(host: str) -> str | None:
    """The one spelling of a host: lower case, no dot at the end, IPv6 as short as it goes. None for what is none.

    Numbers that a resolver would take for an address but that are not written as one (`127.1`, `0x7f000001`, `3232235521`) are none.
    """
    name = host.lower().removesuffix(".")
    if ":" in name:
        try:
            return str(ipaddress.IPv6Address(name)) if "%" not in name else None
        except ValueError:
            return None
    if not _HOST.fullmatch(name):
        return None
    if _NUMBER.fullmatch(name.rpartition(".")[2]):
        return name if _address(name) else None
    return name


def is_loopback(host: str) -> bool:
    """Whether a host, spelled as `canonical` does, is this machine by its very name."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_rule(rule: str) -> bool:
    """Whether a text is a rule."""
    if "/" in rule:
        return _network(rule) is not None
    name = rule.removeprefix("*.")
    if rule.startswith("*.") and (_address(name) or "." not in name):
        return False
    return ":" not in name and canonical(name) is not None


def _fits(rule: str, name: str) -> bool:
    if not is_rule(rule):
        return False
    address, network = _address(name), _network(rule)
    if network is not None:
        return address is not None and address in network
    if rule.startswith("*."):
        return address is None and name.endswith("." + str(canonical(rule[2:])))
    return canonical(rule) == name


def _address(name: str) -> ipaddress.IPv4Address | None:
    try:
        return ipaddress.IPv4Address(name)
    except ValueError:
        return None


def _network(rule: str) -> ipaddress.IPv4Network | None:
    """The range, or the one address, that a rule names."""
    _, slash, bits = rule.partition("/")
    if slash and not (bits.isascii() and bits.isdigit()):
        return None
    try:
        network = ipaddress.IPv4Network(rule)
    except ValueError:
        return None
    return network if network.prefixlen >= WIDEST else None
