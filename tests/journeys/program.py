"""Starts the scenarios of this folder, each in a process of its own, and hears what they tell."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from tests.fakes.clinic import Clinic

ROOT = Path(__file__).resolve().parents[2]
LONGEST_S = 400.0
OFFSCREEN = "This plugin does not support propagateSizeHints()"
"""Qt's own remark about having no screen; anything else on stderr is a fault."""


class Told:
    """A running scenario: what it says, line by line, and its end."""

    def __init__(self, process: subprocess.Popen[str], out: IO[str]) -> None:
        self.process = process
        self._out = out

    def next(self) -> Any:
        """The next thing it tells, None when it has nothing more to tell."""
        line = self._out.readline()
        return json.loads(line) if line.endswith("\n") else None

    def rest(self) -> list[Any]:
        """All it still tells."""
        return list(iter(self.next, None))


@contextmanager
def begun(scenario: str, clinic: Clinic, *more: str) -> Iterator[Told]:
    """A scenario under way on a clinic. It is killed at the end, wherever it is."""
    command = [sys.executable, "-m", f"tests.journeys.scenarios.{scenario}", str(clinic.home.folder), *more]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=ROOT, env=_environment(), stdin=pipe, stdout=pipe, text=True
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps(clinic.vault.secrets) + "\n")
        process.stdin.flush()
        try:
            yield Told(process, process.stdout)
        finally:
            process.kill()


def played(scenario: str, clinic: Clinic, *more: str, within: Sequence[str] = ()) -> list[Any]:
    """All a scenario told. It must have come to its end, without a word of complaint. `within` is what it is started by."""
    command = [
        *within,
        sys.executable,
        "-m",
        f"tests.journeys.scenarios.{scenario}",
        str(clinic.home.folder),
        *more,
    ]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=_environment(),
        input=json.dumps(clinic.vault.secrets) + "\n",
        capture_output=True,
        text=True,
        timeout=LONGEST_S,
        check=False,
    )
    complaints = [line for line in done.stderr.splitlines() if line != OFFSCREEN]
    assert (done.returncode, complaints) == (0, []), done.stdout[-2000:] + done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def _environment() -> dict[str, str]:
    return {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONHASHSEED": "0"}
