"""The short form of `make bench-reliability`: every measurement, little of each. What a machine does not allow is skipped aloud."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.reliability.__main__ import BENCHES
from tests.reliability.line import COUNTED

ROOT = Path(__file__).resolve().parents[2]
COUNTS = {
    "kills": {"lost", "corrupt", "unopenable"},
    "power": {"lost", "corrupt", "unopenable"},
    "full": {"lost", "corrupt", "unopenable"},
    "damage": {"undetected"},
    "starts": set[str](),
    "clocks": {"lost", "corrupt", "unopenable"},
    "canary": {"canary_hits"},
    "scale": {"corrupt"},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in BENCHES if name != "scale"])
def test_S38_S39_S47_short(name: str) -> None:
    command = [sys.executable, "-m", "tests.reliability", "--short", "--only", name]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=_environment())
    lines: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["name"] for line in (lines[0], lines[-1])] == ["machine", "total"], done.stderr[-3000:]
    measured = lines[1:-1]
    skipped = [f"{line['name']}: {line['skipped']}" for line in measured if "skipped" in line]
    for line in measured:
        assert line["ok"] is not False, (line, done.stderr[-3000:])
    assert {key for line in measured for key in COUNTED if key in line} == COUNTS[name] or skipped
    assert all(line.get(what, 0) == 0 for line in lines for what in COUNTED)
    if skipped:
        assert os.environ.get("CI") != "true", skipped
        pytest.skip("; ".join(skipped))
    assert done.returncode == 0


def _environment() -> dict[str, str]:
    return {**os.environ, "DBUS_SESSION_BUS_ADDRESS": "disabled:"}
