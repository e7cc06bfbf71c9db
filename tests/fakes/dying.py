"""A process that dies by itself at its n-th act on the files of a clinic: as by a power cut there, nothing is tidied up.

`python -m tests.fakes.dying N FOLDER …` runs `mingdao …` and kills itself before the N-th opening for writing, renaming or removing of a
file in FOLDER. It tells each act in a line on stderr, `act 3 os.rename clinic.db`; with N of 0 it tells all and lives.
"""

import os
import signal
import sys
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
        path = arguments[0]
        if not isinstance(path, str | bytes | os.PathLike) or not Path(os.fsdecode(path)).is_relative_to(
            folder
        ):
            return
        done += 1
        sys.stderr.write(f"act {done} {event} {Path(os.fsdecode(path)).name}\n")
        sys.stderr.flush()
        if done == limit:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hear)


if __name__ == "__main__":
    from core.cli.main import run

    watch(int(sys.argv[1]), Path(sys.argv[2]))
    run(sys.argv[3:])
