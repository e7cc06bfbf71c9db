"""Which addresses may be reached: none but public ones, and those of the own network that a rule names."""

import csv
import ipaddress
import json
from contextlib import suppress
from pathlib import Path

import pytest

from core.base.allow_list import AllowList
from core.base.errors import ClinicError
from core.net.addresses import may_reach
from core.net.client import vetted
from core.net.target import Target, read_url

NONE = AllowList()
EVERYTHING = AllowList(tuple(f"{first}.0.0.0/8" for first in range(256)))
"""An admin who wrote down every address there is."""


def urls(shared: Path, *kinds: str) -> list[str]:
    lines = (shared / "data/security/ssrf_urls.tsv").read_text(encoding="utf-8").splitlines()
    rows = list(csv.DictReader(lines, delimiter="\t"))
    return [json.loads(row["url_json"]) for row in rows if row["expect_regulation_fetch"] in kinds]


def reached(url: str, rules: AllowList, leads_to: str = "93.184.216.34") -> Target:
    """What a request to a URL gets as far as, where a name leads to a public address and a number to itself."""
    target = read_url(url)
    with suppress(ValueError):
        leads_to = str(ipaddress.ip_address(target.host))
    vetted(target, rules, lambda *_: [leads_to])
    return target


def test_each_url_of_the_list_is_refused_before_a_connection(shared: Path) -> None:
    """Of a URL that only a list of hosts can refuse, here the list refuses."""
    listed = AllowList(
        ("flk.npc.gov.cn", "www.gov.cn", "www.natcm.gov.cn", "openstd.samr.gov.cn"), loopback=False
    )
    blocked = urls(shared, "block")
    assert len(blocked) > 50
    passed = []
    for url in blocked:
        with suppress(ClinicError):
            target = reached(url, NONE)
            if target.is_usual and listed.decide(target.host).allowed:
                passed.append(url)
    assert passed == []


def test_the_urls_that_may_be_fetched_may(shared: Path) -> None:
    for url in urls(shared, "allow"):
        if url.startswith("http:"):
            with pytest.raises(ClinicError, match="net_not_https"):
                reached(url, NONE)
        else:
            assert reached(url, NONE).port == 443


@pytest.mark.parametrize(
    "address",
    [
        "169.254.169.254",
        "169.254.0.23",
        "169.254.170.2",
        "100.100.100.200",
        "fd00:ec2::254",
        "0.0.0.0",
        "::ffff:169.254.169.254",
        "::ffff:a9fe:a9fe",
        "64:ff9b::a9fe:a9fe",
        "2002:a9fe:a9fe::1",
        "::a9fe:a9fe",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "192.0.0.192",
        "::",
        "fe80::1",
        "fe80::1%eth0",
        "fc00::1",
        "ff02::1",
        "::ffff:10.0.0.1",
        "::ffff:93.184.216.34",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        "nonsense",
        "",
    ],
)
def test_P64_some_addresses_are_never_reached_whatever_is_allowed(address: str) -> None:
    assert not may_reach(address, "x.cn", EVERYTHING)
    assert not may_reach(address, "x.cn", NONE)


@pytest.mark.parametrize(
    "url",
    [
        "https://2852039166/",
        "https://0xa9fea9fe/",
        "https://0251.0376.0251.0376/",
        "https://169.254.43518/",
        "https://169.254.169.254/",
        "https://[::ffff:169.254.169.254]/",
        "https://[fd00:ec2::254]/",
        "https://metadata.google.internal/",
        "https://METADATA.goog./",
    ],
)
def test_P64_metadata_has_no_spelling(url: str) -> None:
    with pytest.raises(ClinicError):
        reached(url, EVERYTHING)


@pytest.mark.parametrize("address", ["10.1.2.3", "192.168.1.1", "172.16.0.1", "172.31.255.254", "100.64.0.1"])
def test_the_own_network_takes_a_rule_that_names_the_address(address: str) -> None:
    assert not may_reach(address, "lis.corp.cn", NONE)
    assert not may_reach(address, "lis.corp.cn", AllowList(("*.corp.cn", "lis.corp.cn")))
    assert may_reach(address, "lis.corp.cn", AllowList(("lis.corp.cn", f"{address}/32")))
    assert may_reach(address, "lis.corp.cn", AllowList((address,)))


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.8.8", "::1"])
def test_this_machine_is_reached_by_its_own_name_only(address: str) -> None:
    assert not may_reach(address, "127.0.0.1.nip.io", EVERYTHING)
    assert may_reach(address, "localhost", NONE)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"])
def test_public_ones_are_reached(address: str) -> None:
    assert may_reach(address, "x.cn", NONE)


@pytest.mark.parametrize(
    "url",
    [
        "https://u:p@h.cn/",
        "https://h.cn\\@e.cn/",
        "https://h.cn/#x",
        "https://h.cn:0/",
        "https://h.cn:99999/",
        "https://h.cn:443x/",
        "https:///x",
        "https:h.cn",
        "https://h .cn/",
        "https://h.cn/\r\nX: y",
        "https://h.cn/中",
        "ftp://h.cn/",
        "//h.cn/",
        "https://[::1",
        "https://h.cn?x y",
        "https://" + "a" * 2050,
        "",
    ],
)
def test_what_could_be_read_in_two_ways_is_no_url(url: str) -> None:
    with pytest.raises(ClinicError, match="net_url"):
        read_url(url)
