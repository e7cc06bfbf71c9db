"""What leaves this machine is told from the address."""

import pytest

from core.net.boundary import can_be_on_device, is_in_own_network, stays_here


@pytest.mark.parametrize(
    ("host", "here", "own"),
    [
        ("127.0.0.1", True, True),
        ("127.9.9.9", True, True),
        ("::1", True, True),
        ("localhost", True, True),
        ("model.localhost", False, False),
        ("192.168.1.5", False, True),
        ("10.0.0.1", False, True),
        ("172.16.0.1", False, True),
        ("172.32.0.1", False, False),
        ("169.254.169.254", False, False),
        ("100.64.0.1", False, False),
        ("0.0.0.0", False, False),
        ("::ffff:127.0.0.1", False, False),
        ("8.8.8.8", False, False),
        ("vllm.corp.cn", False, False),
        ("localhost.evil.cn", False, False),
    ],
)
def test_a_host(host: str, here: bool, own: bool) -> None:
    assert (can_be_on_device(host), is_in_own_network(host)) == (here, own)


def test_a_name_stays_here_where_all_it_leads_to_does() -> None:
    assert stays_here(["127.0.0.1", "::1"])
    assert not stays_here(["127.0.0.1", "192.168.1.5"])
    assert not stays_here([])
    assert not stays_here(["no address"])
