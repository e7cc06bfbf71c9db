"""Which hosts rules let through, and what is no rule."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.allow_list import AllowList, Kind, canonical, is_rule

RULES = ("api.deepseek.com", "*.corp.cn", "10.1.0.0/16")


@pytest.mark.parametrize(
    ("host", "kind"),
    [
        ("api.deepseek.com", Kind.LISTED),
        ("API.DeepSeek.com", Kind.LISTED),
        ("api.deepseek.com.", Kind.LISTED),
        ("corp.cn", Kind.NOT_LISTED),
        ("a.corp.cn", Kind.LISTED),
        ("evilcorp.cn", Kind.NOT_LISTED),
        ("a.corp.cn.evil.com", Kind.NOT_LISTED),
        ("10.1.9.9", Kind.LISTED),
        ("10.2.0.1", Kind.NOT_LISTED),
        ("127.0.0.1", Kind.LOOPBACK),
        ("localhost", Kind.LOOPBACK),
        ("::1", Kind.LOOPBACK),
        ("a b", Kind.INVALID),
        ("", Kind.INVALID),
        ("10.1.9", Kind.INVALID),
        ("0x0a010101", Kind.INVALID),
        ("１０.1.9.9", Kind.INVALID),
    ],
)
def test_K69_each_host_is_decided_with_its_reason(host: str, kind: Kind) -> None:
    decided = AllowList(RULES).decide(host)
    assert decided.kind is kind
    assert decided.allowed is (kind in {Kind.LISTED, Kind.LOOPBACK})
    assert bool(decided.rule) is (kind is Kind.LISTED)


def test_without_the_exemption_this_machine_needs_a_rule_like_any_other() -> None:
    assert not AllowList(RULES, loopback=False).decide("127.0.0.1").allowed
    assert AllowList(("127.0.0.1",), loopback=False).decide("127.0.0.1").allowed


@pytest.mark.parametrize(
    "rule",
    [
        "*",
        "*.cn",
        "*.*",
        "a.*.cn",
        "0.0.0.0/0",
        "10.0.0.0/7",
        "10.1.0.0/33",
        "10.1.0.0/",
        "10.1.0.1/16",
        "*.10.1.1.1",
        "http://a.cn",
        "a.cn:443",
        "a.cn/x",
        " a.cn",
        "",
        "::1",
        "fc00::/7",
        "中国",
        "10.1.0.0/ 16",
    ],
)
def test_what_is_no_rule_fits_nothing(rule: str) -> None:
    assert not is_rule(rule)
    for host in ("a.cn", "10.1.1.1", "x.a.cn", rule):
        assert not AllowList((rule,), loopback=False).decide(host).allowed


@given(st.text(max_size=40), st.text(max_size=40))
def test_no_text_makes_it_fail_and_nothing_fits_an_empty_list(host: str, rule: str) -> None:
    assert not AllowList((), loopback=False).decide(host).allowed
    assert AllowList((rule,)).decide(host).allowed in {True, False}
    named = canonical(host)
    assert named is None or canonical(named) == named
