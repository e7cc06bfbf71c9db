"""Where a model's server may be, and that nothing goes anywhere else, whatever names and answers say."""

import asyncio
import csv
import json
import socket
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import httpx  # noqa: TID251 - what the client is made of is asked here for more than the client does
import pytest

from core.base.errors import ClinicError
from core.net import endpoint as module
from core.net.allowance import Allowance
from core.net.boundary import Boundary, is_in_own_network
from core.net.endpoint import MOST_SENT, endpoint
from core.net.pinned import client
from core.net.target import Target
from tests.core.llm.wire.lines import failure
from tests.fakes.model_server import Script, model_server

PUBLIC = "93.184.216.34"


def rows(shared: Path) -> list[dict[str, str]]:
    lines = (shared / "data/security/ssrf_urls.tsv").read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(lines, delimiter="\t"))


def vetted(url: str, *found: str, boundary: Boundary = Boundary.EXTERNAL) -> Sequence[str]:
    """What a name is found to lead to, if that may be reached."""
    return asyncio.run(endpoint(url, boundary).addresses(lambda *_: found))


def as_a_system_resolves(row: dict[str, str]) -> str:
    """A number leads to itself, however it is written, and a name to a public address."""
    if row["glibc_numeric_address"]:
        return row["glibc_numeric_address"].partition("%")[0]
    return "127.0.0.1" if row["family"] == "loopback" else PUBLIC


def test_each_url_of_the_list_is_no_server_but_one_an_admin_could_name(shared: Path) -> None:
    """As it stands and with https: what is left are numbers of this machine and of the own network, spelled in the one way there is,
    and names that lead to public addresses.
    """
    blocked = [row for row in rows(shared) if row["expect_regulation_fetch"] == "block"]
    assert len(blocked) > 50
    left = set()
    for row in blocked:
        url = json.loads(row["url_json"])
        for spelled in {url, url.replace("http:", "https:", 1)}:
            try:
                found = vetted(spelled, as_a_system_resolves(row))
            except ClinicError:
                continue
            left.add((endpoint(spelled).base.host, *found))
    named = (
        "127.0.0.1",
        "127.0.0.0",
        "127.0.1.3",
        "::1",
        "172.16.0.1",
        "172.31.255.254",
        "192.168.1.1",
        "100.64.0.1",
    )
    assert left == {
        ("localhost", "127.0.0.1"),
        *((number, number) for number in named),
        *((host, PUBLIC) for host in ("flk.npc.gov.cn", "flk.npc.gov.cn.evil.example")),
    }
    assert not is_in_own_network("100.64.0.1"), "with https only"


@pytest.mark.loopback
def test_no_url_of_the_list_is_reached_by_a_client_of_another_server(shared: Path) -> None:
    with model_server() as server:
        target = Target("http", "127.0.0.1", server.port, "")

        async def tried(url: str) -> bool:
            """Whether an answer came."""
            async with client(target, ["127.0.0.1"], None, Allowance("127.0.0.1")) as own:
                try:
                    await own.send(httpx.Request("GET", url))
                except Exception:  # noqa: BLE001 - each library refuses in its own way
                    return False
            return True

        urls = [json.loads(row["url_json"]) for row in rows(shared)]
        urls += [
            f"http://{host}:{server.port}/" for host in ("api.example.cn", "localhost", "127.0.0.2", "[::1]")
        ]
        assert [url for url in urls if asyncio.run(tried(url))] == []
        assert asyncio.run(tried(f"http://127.0.0.1:{server.port}/"))
        assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("https://api.example.cn", PUBLIC),
        ("http://localhost:11434/v1", "127.0.0.1"),
        ("http://localhost:11434/v1", "::1"),
        ("http://127.0.0.1:8080", "127.0.0.1"),
        ("http://[::1]:8080", "::1"),
        ("http://192.168.1.5:8000/v1", "192.168.1.5"),
        ("https://10.1.2.3", "10.1.2.3"),
    ],
)
def test_servers_there_can_be(url: str, found: str) -> None:
    assert vetted(url, found) == (found,)


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("https://api.example.cn", "127.0.0.1"),
        ("https://api.example.cn", "192.168.1.5"),
        ("https://api.example.cn", "169.254.169.254"),
        ("https://api.example.cn", "::ffff:10.0.0.1"),
        ("https://api.example.cn", "fe80::1"),
        ("https://192.168.1.5", "192.168.1.6"),
        ("https://169.254.169.254", "169.254.169.254"),
        ("https://100.100.100.200", "100.100.100.200"),
        ("https://metadata.google.internal", PUBLIC),
        ("http://localhost:11434", PUBLIC),
        ("http://localhost:11434", "192.168.1.5"),
        ("http://models.localhost:11434", PUBLIC),
    ],
)
def test_S64_a_name_leads_nowhere_inside(url: str, found: str) -> None:
    with pytest.raises(ClinicError, match=r"endpoint_address|base_url"):
        vetted(url, found)


def test_one_address_that_may_not_be_reached_is_enough() -> None:
    with pytest.raises(ClinicError, match="endpoint_address"):
        vetted("https://api.example.cn", PUBLIC, "10.0.0.1")


def test_what_is_said_to_be_on_this_machine_is() -> None:
    assert vetted("http://localhost:1", "127.0.0.1", "::1", boundary=Boundary.ON_DEVICE)
    for url, found in (("https://api.example.cn", PUBLIC), ("http://192.168.1.5", "192.168.1.5")):
        with pytest.raises(ClinicError, match="endpoint_not_on_device"):
            vetted(url, found, boundary=Boundary.ON_DEVICE)


@pytest.mark.parametrize("error", [socket.gaierror(), TimeoutError(), UnicodeError()])
def test_S66_a_name_that_leads_nowhere_is_refused(error: Exception) -> None:
    def fails(*_: object) -> list[str]:
        raise error

    with pytest.raises(ClinicError, match="net_unresolved"):
        asyncio.run(endpoint("https://api.example.cn").addresses(fails))
    with pytest.raises(ClinicError, match="net_unresolved"):
        vetted("https://api.example.cn")


def test_a_resolver_that_hangs_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RESOLVE_S", 0.2)
    free = threading.Event()

    def hangs(*_: object) -> list[str]:
        free.wait(5)
        return [PUBLIC]

    began = time.monotonic()
    with pytest.raises(ClinicError, match="net_unresolved"):
        asyncio.run(endpoint("https://api.example.cn").addresses(hangs))
    assert time.monotonic() - began < 2
    free.set()


def test_a_request_stays_under_its_endpoint() -> None:
    one = endpoint("https://api.example.cn:8443/v1/")
    request = one.request("POST", "/chat", {"content-type": "application/json"}, b"{}")
    assert request.target == Target("https", "api.example.cn", 8443, "/v1/chat")
    assert request.headers["content-length"] == "2"
    assert one.request("GET", "/models", {}).headers.get("content-length") is None
    with pytest.raises(ClinicError, match="endpoint_body_long"):
        one.request("POST", "/chat", {}, b"x" * (MOST_SENT + 1))
    with pytest.raises(ClinicError, match="net_headers"):
        one.request("POST", "/chat", {"x": "a\r\nb: c"}, b"")


@pytest.mark.parametrize("text", ["no", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
def test_what_is_no_certificate_is_not_taken(text: str) -> None:
    with pytest.raises(ClinicError, match="endpoint_certificate"):
        endpoint("https://10.1.2.3", certificate=text)


@pytest.mark.loopback
def test_S63_no_redirect_of_the_list_is_followed(shared: Path) -> None:
    urls = [json.loads(row["url_json"]).replace("\r", "%0D").replace("\n", "%0A") for row in rows(shared)]
    scripts = [
        Script(status=302, headers={"Location": url.encode("utf-8").decode("latin-1")}, type="text/html")
        for url in urls
    ]
    with model_server(*scripts) as server:
        codes = {failure(server.url, key="sk-1").code for _ in urls}
    assert codes == {"model_redirected"}
    assert len(server.asked) == len(urls)
