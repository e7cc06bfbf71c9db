"""The real `mingdao` of the environment the tests run in, in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.fakes.clinic import Done

MINGDAO = Path(sys.executable).with_name("mingdao")

ROOT = Path(__file__).resolve().parents[2]


def run(
    arguments: Sequence[str],
    *,
    env: Mapping[str, str],
    within: Sequence[str] = (),
    cwd: Path = ROOT,
) -> Done:
    """One command of `mingdao`; `within` is what it is started by, `env` all of its environment but the path."""
    return run_any([*within, str(MINGDAO), *arguments], env=env, cwd=cwd)


def run_any(command: Sequence[str], *, env: Mapping[str, str], cwd: Path = ROOT) -> Done:
    """Any command, with nothing on its stdin."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", **env},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())
