"""A process that dies by itself at its n-th act on the files of a clinic: as by a power cut there, nothing is tidied up.

`python -m tests.fakes.dying N[,N…] FOLDER …` runs `mingdao …` for each N, in a fork that kills itself before the N-th opening for writing,
renaming or removing of a file in FOLDER, those of the audit trail's anchor not counted. It tells each act in a line on stderr,
`act 3 os.rename clinic.db`; with N of 0 it tells all and lives. How each ended is a line on stdout: `died 3 -9`.
`{}` in FOLDER and behind it stands for N.
"""

import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

WRITES = os.O_WRONLY | os.O_RDWR
ACTS = {"os.rename", "os.remove", "os.truncate"}


def watch(limit: int, folder: Path) -> None:
    """Count from now on."""
    done = 0

    def hear(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal done
        if not (event in ACTS or (event == "open" and int(arguments[2] or 0) & WRITES)):
            return
        if not isinstance(arguments[0], str | bytes | os.PathLike):
            return
        path = Path(os.fsdecode(arguments[0]))
        # The anchor is written by whichever of two threads comes first, so that it has no certain place among the others.
        if not path.is_relative_to(folder) or path.name.startswith("head.json"):
            return
        done += 1
        sys.stderr.write(f"act {done} {event} {path.name}\n")
        sys.stderr.flush()
        if done == limit:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hear)


def died(number: str, folder: str, arguments: Sequence[str]) -> int:
    """How the fork of this number ended."""
    from core.cli.main import run

    child = os.fork()
    if child == 0:
        watch(int(number), Path(folder.format(number)))
        run([one.format(number) for one in arguments])
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


if __name__ == "__main__":
    numbers, place, *command = sys.argv[1:]
    for one in numbers.split(","):
        sys.stdout.write(f"died {one} {died(one, place, command)}\n")
        sys.stdout.flush()
