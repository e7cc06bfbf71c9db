"""Without a policy not one packet leaves during a day's work: counted where everything that leaves would pass."""

import subprocess
from pathlib import Path

import pytest

from core.net.boundary import Boundary
from core.net.egress_policy import EgressPolicy, PurposeRule
from tests.fakes import counted_network
from tests.fakes.clinic import Clinic
from tests.fakes.counted_network import counted, within
from tests.fakes.pack_folder import pack_at
from tests.journeys.program import played
from tests.journeys.test_main_job import FIRST, SECOND, Desk

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(counted_network.why_not()), reason=counted_network.why_not()),
]

NONE = {"left": 0, "round": 0}
PEOPLE = ("陈敏", "周平", "吴刚", "郑丽", "何青")
KEY = "sk-4f1c9a7be2d84c55"
PURPOSE = "intake-extract"

ASKING = """
from core.packhost.api import Pack, Result, Tool


def ask(arguments, context):
    return Result(context.llm.ask("头痛三天。", purpose="intake-extract").text)


def create_pack(context):
    return Pack(tools=[Tool("ask", "问", "问一句", {"type": "object"}, ask, read_only=True)])
"""


def planted(counts: Path, code: str) -> dict[str, int]:
    subprocess.run([*within(counts), "python3", "-c", code], check=False, capture_output=True, timeout=60)
    return counted(counts)[-1]


def test_a_packet_that_leaves_is_seen(tmp_path: Path) -> None:
    counts = tmp_path / "counts"
    connect = "import socket; s = socket.socket(socket.{0}); s.settimeout(.2); s.connect(({1!r}, 443))"
    assert planted(counts, connect.format("AF_INET", "93.184.216.34"))["left"] > 0
    assert planted(counts, connect.format("AF_INET", "10.1.2.3"))["left"] > 0
    assert planted(counts, connect.format("AF_INET6", "2606:2800::1"))["left"] > 0
    assert planted(counts, connect.format("AF_INET", "127.0.0.1"))["round"] > 0
    datagram = "import socket; socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 53))"
    assert planted(counts, datagram) == {"left": 1, "round": 0}
    assert planted(counts, "pass") == NONE


def test_a_day_at_the_terminal_sends_nothing_until_a_policy_says_so(tmp_path: Path) -> None:
    counts = tmp_path / "counts"
    desk = Desk(tmp_path, within(counts))
    desk.env |= {"DEEPSEEK_API_KEY": KEY, "RES_OPTIONS": "timeout:1 attempts:1"}
    desk.json("init", "--operator", "李大夫")
    folder = pack_at(tmp_path / "home" / "packs" / "asking", {"pack.py": ASKING}, name="asking")
    desk.json("pack", "trust", str(folder))
    desk.json("patient", "add", "--name", "王芳", "--sex", "女", "--birth", "1985年3月")
    desk.save("P001", "2026-03-01T09:00", FIRST)
    desk.save("P001", "2026-03-15T09:00", SECOND)
    desk.json("compare", "--record-no", "P001")
    desk.run("visits", "--record-no", "P001")
    desk.json("patient", "find", "wangfang")
    desk.json("model", "list")
    desk.json("key", "status")
    desk.json("net", "report")
    desk.json("cost")
    desk.json("backup", "make")
    refused = desk.json("tool", "call", "pack__asking__ask", code=1)
    assert refused["error"]["code"] == "egress_no_policy"
    desk.json("audit", "verify")
    assert [count for count in counted(counts) if count != NONE] == []

    # The same call is seen where it is allowed.
    policy = tmp_path / "policy.json"
    rule = PurposeRule((Boundary.EXTERNAL,), True, 10_000, 4096)
    policy.write_bytes(EgressPolicy(1, {PURPOSE: rule}).canonical)
    desk.json("policy", "set", str(policy))
    before = len(counted(counts))
    failed = desk.json("tool", "call", "pack__asking__ask", code=1)
    assert failed["error"]["code"] == "net_unresolved"
    assert counted(counts)[before]["left"] > 0


def test_a_day_at_the_window_sends_nothing(clinic: Clinic, tmp_path: Path) -> None:
    for name in PEOPLE:
        clinic.add(name)
    counts = tmp_path / "counts"
    assert len(played("sitting", clinic, "1", within=within(counts))) == 1
    assert clinic.rows("SELECT count(*) FROM visits") == [(20,)]
    assert counted(counts) == [NONE]
