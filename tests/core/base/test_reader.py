"""A program whose reader goes before it ends, and one whose output finds no room."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.base.reader import while_read

WRITES = "import sys; from core.base.reader import while_read; sys.exit(while_read(lambda: {} or 0))"
MUCH = "print('病历\\n' * 100_000)"
LITTLE = "print('病历')"
AS_IT_GOES = "[(sys.stdout.write('病历\\n'), sys.stdout.flush()) for _ in range(50_000)]"
TO_ERROR = "sys.stderr.write('病历\\n' * 100_000)"
ROOT = Path(__file__).resolve().parents[3]


def program(work: str) -> list[str]:
    return [sys.executable, "-c", WRITES.format(work)]


@pytest.mark.parametrize("work", [MUCH, LITTLE, AS_IT_GOES])
def test_whoever_read_it_has_gone(work: str) -> None:
    here, there = os.pipe()
    os.close(here)
    done = subprocess.run(program(work), stdout=there, stderr=subprocess.PIPE, cwd=ROOT, check=False)
    os.close(there)
    assert (done.returncode, done.stderr) == (1, b"")


def test_whoever_read_both_streams_has_gone() -> None:
    here, there = os.pipe()
    os.close(here)
    done = subprocess.run(program(TO_ERROR), stdout=there, stderr=there, cwd=ROOT, check=False)
    os.close(there)
    assert done.returncode == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("work", [MUCH, LITTLE])
def test_there_is_no_room_for_it(work: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(program(work), stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (1, b"")


def test_another_trouble_is_not_swallowed() -> None:
    def fails() -> int:
        raise OSError(28, "no room for", "what it works on")

    with pytest.raises(OSError, match="no room for"):
        while_read(fails)
    assert while_read(lambda: 7) == 7
