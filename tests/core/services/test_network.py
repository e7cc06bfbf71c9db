"""The report of what went out: counted from the trail, by host or by pack, with what was cut off."""

from typing import Any

import pytest

from core.base.errors import ClinicError
from core.kernel import Kernel
from core.ledger.audit import OK, REFUSED, Action
from core.net.booking import Booking
from core.services.network import By, NetCount
from tests.fakes.clinic import Clinic, rows, store_of
from tests.fakes.people import PASSPHRASES, staffed


def booked(
    kernel: Kernel, pack: str, host: str, outcome: str = OK, *, ends: bool = True, **more: Any
) -> None:
    one = Booking("drug-lookup", host, 443, "allowlist", host, "block", **more)

    def begin(change: Any) -> None:
        change.trail.record(Action.NET_BEGIN, pack=pack, **one.begun())

    def end(change: Any) -> None:
        reason = "net_not_allowed" if outcome == REFUSED else ""
        change.trail.record(Action.NET_REQUEST, outcome=outcome, reason=reason, pack=pack, **one.ended(5))

    if one.bytes_out:
        kernel._desk.change(begin)
        one.requests = 1
    if ends:
        kernel._desk.change(end)


def test_it_is_counted_by_host_and_by_pack(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        booked(kernel, "a", "api.corp.cn", bytes_out=10, bytes_in=5)
        booked(kernel, "a", "api.corp.cn", "failed", bytes_out=10)
        booked(kernel, "b", "api.corp.cn", bytes_out=1, bytes_in=1)
        booked(kernel, "b", "evil.cn", REFUSED)
        booked(kernel, "b", "api.corp.cn", bytes_out=7, ends=False)
        found = kernel.network.report()
        assert found.counts == (
            NetCount("api.corp.cn", "", "api.corp.cn", 3, 0, 1, 21, 6),
            NetCount("evil.cn", "", "evil.cn", 0, 1, 0, 0, 0),
        )
        assert [(one.host, one.allowed, one.reason) for one in found.rows][:1] == [
            ("evil.cn", False, "net_not_allowed")
        ]
        by_pack = kernel.network.report(by=By.PACK).counts
        assert [(one.host, one.pack, one.count) for one in by_pack] == [
            ("api.corp.cn", "a", 2),
            ("api.corp.cn", "b", 2),
            ("evil.cn", "b", 1),
        ]
        told = rows(store_of(kernel), "SELECT count(*) FROM audit WHERE action = 'audit.read'")
    assert told == [(2,)]


def test_rows_of_an_earlier_version_tell_of_one_request_each(clinic: Clinic) -> None:
    with clinic.open() as kernel:

        def both(change: Any) -> None:
            one = Booking("drug-lookup", "api.corp.cn", 443, bytes_out=10)
            change.trail.record(Action.NET_BEGIN, pack="a", **one.begun())
            change.trail.record(Action.NET_REQUEST, outcome=OK, pack="a", **one.begun(), bytes_in=1, ms=5)

        kernel._desk.change(both)
        (count,) = kernel.network.report().counts
    assert (count.allowed, count.cut_off) == (1, 0)


def test_it_begins_when_it_is_asked_to(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        booked(kernel, "a", "api.corp.cn", bytes_out=10)
        clinic.clock.advance(hours=2)
        booked(kernel, "a", "late.corp.cn", bytes_out=10)
        assert {one.host for one in kernel.network.report("1h").counts} == {"late.corp.cn"}
        assert {one.host for one in kernel.network.report("119m").counts} == {"late.corp.cn"}
        for since in ("120m", "1d", "1", ""):
            assert len(kernel.network.report(since).counts) == 2


def test_whoever_may_not_see_the_trail_does_not_see_it(clinic: Clinic) -> None:
    staffed(clinic)
    with (
        clinic.open(passphrase=PASSPHRASES["王大夫"]) as kernel,
        pytest.raises(ClinicError, match="not_allowed"),
    ):
        kernel.network.report()
