"""The benches run and print what they promise. What they measure is no test: it depends on the machine."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_quick_run_prints_one_document_a_line() -> None:
    command = [sys.executable, "-m", "tests.bench", "--quick", "--only", "open"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["bench"] for line in lines] == ["machine", "open.passphrase", "open.keyring"], done.stderr
    assert {"n", "p50_ms", "p95_ms", "max_ms", "limit_ms", "ok"} <= set(lines[1])
