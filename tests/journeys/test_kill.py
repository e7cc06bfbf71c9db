"""kill −9 in the middle of saving: no visit that was acknowledged is lost, no half of one is there."""

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.fakes.clinic import Clinic, rows

ROOT = Path(__file__).resolve().parents[2]
KILLS = 8


def killed_while_saving(clinic: Clinic, after_s: float) -> list[int]:
    """Let a process save visits for a while after its first, kill it, and return the numbers it had acknowledged."""
    command = [sys.executable, "-m", "tests.fakes.save_loop", str(clinic.home.folder)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps(clinic.vault.secrets) + "\n")
        process.stdin.flush()
        said = [process.stdout.readline()]
        time.sleep(after_s)
        process.send_signal(signal.SIGKILL)
        said += process.stdout.readlines()
    return [int(line) for line in said if line.endswith("\n")]


@pytest.mark.slow
def test_no_acknowledged_visit_is_lost(clinic: Clinic) -> None:
    clinic.add("陈敏")
    chance = random.Random(20261129)
    acknowledged: list[int] = []
    for _ in range(KILLS):
        said = killed_while_saving(clinic, chance.uniform(0, 0.3))
        assert said
        acknowledged += said
        with clinic.store() as store:
            kept = [number for (number,) in rows(store, "SELECT number FROM visits ORDER BY number")]
            assert set(acknowledged) <= set(kept)
            assert len(kept) - len(acknowledged) <= KILLS
            assert kept == list(range(1, len(kept) + 1))
            for table, missing in (("visit_answers", 0), ("comparisons", 1)):
                assert rows(store, f"SELECT count(*) FROM {table}") == [(len(kept) - missing,)]
            assert rows(store, "SELECT count(*) FROM audit WHERE action = 'intake.save'") == [(len(kept),)]
            assert rows(store, "PRAGMA quick_check") == [("ok",)]
            assert rows(store, "PRAGMA cipher_integrity_check") == []
    assert len(acknowledged) >= KILLS
