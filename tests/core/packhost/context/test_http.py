"""A request of a pack: declared, allowed, for a purpose, booked; else nothing leaves."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from core.base.errors import ClinicError
from core.net.client import Outgoing
from core.net.exchange import Received
from core.packhost.api import Context, Http
from core.packhost.context import http as http_port
from core.packhost.context.facade import facade
from core.packhost.context.http import BookedRequests
from tests.core.net.test_client import OK, served
from tests.core.packhost.context.conftest import Stand


@dataclass
class World:
    """Names and hosts that are not there."""

    leads_to: Sequence[str] = ("93.184.216.34",)
    answer: Received = field(default_factory=lambda: Received(200, {"a": "b"}, b"answer"))
    fails: Exception | None = None
    resolved: list[str] = field(default_factory=list)
    sent: list[tuple[Outgoing, Sequence[str]]] = field(default_factory=list)

    def resolve(self, host: str, _port: int) -> Sequence[str]:
        self.resolved.append(host)
        return self.leads_to

    def send(self, request: Outgoing, addresses: Sequence[str]) -> Received:
        self.sent.append((request, addresses))
        if self.fails is not None:
            raise self.fails
        return self.answer


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def context(stand: Stand, world: World) -> Context:
    from dataclasses import replace

    real = BookedRequests(
        *(stand.kernel._desk, "demo", ("api.corp.cn", "*.gov.cn", "lis.corp.cn:8443", "localhost:8080")),
        resolve=world.resolve,
        send=world.send,
    )
    return replace(stand.context(), http=facade(Http, real))


def allow(stand: Stand, *rules: str) -> None:
    stand.kernel.preferences.change(stand.kernel.preferences.read(), {"net_allow": rules})


def get(url: str, purpose: str = "drug-lookup", **more: Any) -> Callable[[Context], str]:
    return lambda context: str(context.http.request("GET", url, purpose=purpose, **more).status)


def booked(stand: Stand, action: str = "net.request") -> list[dict[str, Any]]:
    return [
        {"tool": tool, "outcome": outcome, "reason": reason, **json.loads(detail)}
        for tool, outcome, reason, detail in stand.rows(action)
    ]


def test_a_request_is_carried_out_and_booked_without_what_was_said(
    stand: Stand, context: Context, world: World
) -> None:
    allow(stand, "api.corp.cn")
    url, headers = "https://API.corp.cn/patients/zhang?id=13800138000", {"x-token": "secret"}
    said = stand.done(
        context,
        lambda context: context.http.request(
            "POST", url, purpose="drug-lookup", headers=headers, body="头晕".encode()
        ),
    )
    assert "answer" in said
    ((request, addresses),) = world.sent
    assert (request.target.host, request.target.port, list(addresses)) == (
        "api.corp.cn",
        443,
        ["93.184.216.34"],
    )
    (row,) = booked(stand)
    assert row.pop("ms") >= 0
    expected = {
        "tool": "pack__demo__t",
        "pack": "demo",
        "purpose": "drug-lookup",
        "host": "api.corp.cn",
        "port": 443,
        "kind": "allowlist",
        "rule": "api.corp.cn",
        "mode": "block",
        "bytes_out": request.size,
    }
    assert row == {**expected, "outcome": "ok", "reason": "", "requests": 1, "bytes_in": 6}
    assert booked(stand, "net.begin") == [{**expected, "outcome": "ok", "reason": ""}]


@pytest.mark.expect_log("pack__demo__t failed at run: ZeroDivisionError")
def test_what_fails_by_a_fault_is_booked_as_one(stand: Stand, context: Context, world: World) -> None:
    allow(stand, "api.corp.cn")
    world.fails = ZeroDivisionError()
    assert stand.code(context, get("https://api.corp.cn/")) == "tool_failed"
    assert [(row["outcome"], row["reason"]) for row in booked(stand)] == [("failed", "internal")]


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_a_tool_that_says_it_reads_sends_nothing(
    stand: Stand, context: Context, world: World, method: str
) -> None:
    allow(stand, "api.corp.cn")

    def work(context: Context) -> str:
        return str(context.http.request(method, "https://api.corp.cn/", purpose="drug-lookup").status)

    assert stand.code(context, work, read_only=True) == "tool_reads_only"
    assert world.sent == []
    assert booked(stand)[0]["reason"] == "tool_reads_only"
    assert stand.done(context, work) == "200"
    assert stand.done(context, get("https://api.corp.cn/"), read_only=True) == "200"


@pytest.mark.parametrize(
    ("url", "rules", "code"),
    [
        ("https://api.corp.cn/", (), "net_not_allowed"),
        ("https://api.corp.cn/", ("*.api.corp.cn", "corp.cn", "10.0.0.0/8"), "net_not_allowed"),
        ("https://evil.cn/", ("evil.cn",), "http_undeclared"),
        ("https://gov.cn/", ("*.gov.cn", "gov.cn"), "http_undeclared"),
        ("https://api.corp.cn:8443/", ("api.corp.cn",), "http_undeclared"),
        ("https://lis.corp.cn/", ("lis.corp.cn",), "http_undeclared"),
        ("http://api.corp.cn/", ("api.corp.cn",), "net_not_https"),
        ("http://localhost:8080/", (), "net_not_allowed"),
        ("http://localhost:8081/", ("localhost",), "http_undeclared"),
        ("https://user:pass@api.corp.cn/", ("api.corp.cn",), "net_url"),
    ],
)
def test_without_both_permissions_nothing_leaves_and_it_is_booked(  # noqa: PLR0917 - three are drawn
    stand: Stand, context: Context, world: World, url: str, rules: Sequence[str], code: str
) -> None:
    allow(stand, *rules)
    assert stand.code(context, get(url)) == code
    assert world.resolved == []
    assert world.sent == []
    (row,) = booked(stand)
    assert (row["outcome"], row["reason"], row["bytes_out"]) == ("refused", code, 0)
    assert booked(stand, "net.begin") == []


@pytest.mark.parametrize("url", ["https://api.corp.cn/", "https://a.gov.cn/x", "https://lis.corp.cn:8443/"])
def test_with_both_it_does(stand: Stand, context: Context, world: World, url: str) -> None:
    allow(stand, "*.corp.cn", "a.gov.cn")
    assert stand.done(context, get(url)) == "200"


@pytest.mark.parametrize(
    "purpose", ["", " ", "Lookup", "look up", "zhang-13800138000", "查药", "a" * 30, "-a"]
)
def test_a_request_without_a_purpose_is_refused(
    stand: Stand, context: Context, world: World, purpose: str
) -> None:
    allow(stand, "api.corp.cn")
    assert stand.code(context, get("https://api.corp.cn/", purpose)) == "http_purpose"
    assert world.sent == []
    (row,) = booked(stand)
    assert (row["purpose"], row["host"]) == ("", "")


def test_P65_a_name_that_leads_inside_is_refused_unless_the_address_is_listed(
    stand: Stand, context: Context, world: World
) -> None:
    allow(stand, "api.corp.cn")
    for leads_to in (["10.0.0.1"], ["93.184.216.34", "127.0.0.1"], ["169.254.169.254"]):
        world.leads_to = leads_to
        assert stand.code(context, get("https://api.corp.cn/")) == "net_address"
    assert world.sent == []
    allow(stand, "api.corp.cn", "10.0.0.0/8")
    world.leads_to = ["10.0.0.1"]
    assert stand.done(context, get("https://api.corp.cn/")) == "200"
    assert world.resolved == ["api.corp.cn"] * 4


def test_K69_P63_where_a_redirect_leads_is_asked_for_anew_and_refused(
    stand: Stand, context: Context, world: World
) -> None:
    allow(stand, "api.corp.cn")
    world.answer = Received(302, {"location": "https://evil.com/"}, b"")

    def follow(context: Context) -> str:
        first = context.http.request(
            "GET", "https://api.corp.cn/", purpose="lookup", headers={"authorization": "x"}
        )
        return str(context.http.request("GET", first.headers["location"], purpose="lookup"))

    assert stand.code(context, follow) == "http_undeclared"
    assert [row["host"] for row in booked(stand)] == ["api.corp.cn", "evil.com"]
    assert len(world.sent) == 1


def test_where_the_clinic_only_warns_what_is_declared_is_sent_and_shown(
    stand: Stand, context: Context, world: World
) -> None:
    def warn(mode: str) -> None:
        stand.kernel.preferences.change(stand.kernel.preferences.read(), {"net_mode": mode})

    warn("warn")
    assert stand.done(context, get("https://api.corp.cn/")) == "200"
    (row,) = booked(stand)
    assert (row["kind"], row["rule"], row["mode"], row["outcome"]) == ("not-listed", "", "warn", "ok")
    (listed,) = stand.kernel.network.report().rows
    assert (listed.host, listed.port, listed.kind, listed.mode) == ("api.corp.cn", 443, "not-listed", "warn")
    assert stand.code(context, get("https://evil.cn/")) == "http_undeclared"
    # This machine and the own network have to be listed whatever the mode: a proxy may listen there.
    assert stand.code(context, get("http://localhost:8080/")) == "net_not_allowed"
    world.leads_to = ("10.0.0.5",)
    assert stand.code(context, get("https://api.corp.cn/")) == "net_address"
    world.leads_to = ("93.184.216.34",)
    warn("block")
    assert stand.code(context, get("https://api.corp.cn/")) == "net_not_allowed"
    assert len(world.sent) == 1


@pytest.mark.expect_log("failed at run: RuntimeError")
def test_what_fails_on_the_way_is_booked_as_sent(stand: Stand, context: Context, world: World) -> None:
    allow(stand, "api.corp.cn")
    world.fails = ClinicError("net_failed", host="api.corp.cn")
    assert stand.code(context, get("https://api.corp.cn/")) == "net_failed"
    world.fails = RuntimeError()
    assert stand.code(context, get("https://api.corp.cn/")) == "tool_failed"
    first, second = booked(stand)
    assert (first["outcome"], first["reason"], second["outcome"]) == ("failed", "net_failed", "failed")
    assert first["bytes_out"] == second["bytes_out"] > 0


def test_nothing_leaves_that_cannot_be_booked(
    stand: Stand, context: Context, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(stand, "api.corp.cn")

    def full(*_: object) -> None:
        raise ClinicError("disk_full")

    monkeypatch.setattr(type(stand.kernel._desk), "change", full)
    assert stand.code(context, get("https://api.corp.cn/")) == "disk_full"
    assert world.sent == []


def test_outside_a_call_and_after_it_nothing_leaves(stand: Stand, context: Context, world: World) -> None:
    allow(stand, "api.corp.cn")
    with pytest.raises(ClinicError, match="tool_outside_call"):
        get("https://api.corp.cn/")(context)

    def resolve(host: str, port: int) -> Sequence[str]:
        unit.close()  # whoever asked has gone meanwhile
        return ["93.184.216.34"]

    real = BookedRequests(stand.kernel._desk, "demo", ("api.corp.cn",), resolve=resolve, send=world.send)
    with stand.calling(context) as unit, pytest.raises(ClinicError, match="tool_over"):
        real.request("GET", "https://api.corp.cn/", purpose="lookup")
    assert world.sent == []


def test_a_call_makes_so_many_requests(
    stand: Stand, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_port, "MOST_IN_A_CALL", 2)

    def three(context: Context) -> None:
        codes = list[str]()
        for _ in range(3):
            try:
                get("https://evil.cn/")(context)
            except ClinicError as error:
                codes.append(error.code)
        raise ClinicError(codes[-1])

    assert stand.code(context, three) == "http_many"
    assert len(booked(stand)) == 2


@pytest.mark.loopback
def test_a_host_on_this_machine_is_reached_when_it_is_declared_with_its_port_and_listed(stand: Stand) -> None:
    with served(lambda peer, _: peer.sendall(OK)) as (port, seen):
        context = stand.context(net=[f"localhost:{port}"])
        url = f"http://localhost:{port}/"
        assert stand.code(context, get(url)) == "net_not_allowed"
        allow(stand, "localhost")
        assert stand.done(context, get(url)) == "200"
        assert stand.code(stand.context(net=["localhost"]), get(url)) == "http_undeclared"
    assert len(seen) == 1


def test_K69_P56_nothing_of_a_patient_is_in_the_booking(stand: Stand, context: Context, world: World) -> None:
    allow(stand, "api.corp.cn")
    person = ("陈敏", "13800138000", "110101199003078515")
    headers: Mapping[str, str] = {"x-phone": person[1]}
    url = f"https://api.corp.cn/{person[1]}?card={person[2]}"

    def work(context: Context) -> None:
        context.http.request("POST", url, purpose="lookup", headers=headers, body=person[0].encode())
        context.storage.put(person[0], person[1])

    stand.done(context, work)
    rows = stand.rows("net.begin") + stand.rows("net.request") + stand.rows("pack.keep")
    assert len(rows) == 3
    assert not any(part in str(row) for part in person for row in rows)
