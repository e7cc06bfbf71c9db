"""Work on a program's versions that dies, or is refused, at its n-th act on the disk.

`python -m tests.fakes.cut_off KIND N[,N…] FOLDER VERSION WORK BY_NAME` carries WORK out (`install`, `switch`, `prune`) on the installation
below FOLDER, where `{}` stands for N, in a fork for each N. Before the N-th act on a file there (opening it for writing, renaming,
removing, linking, making a folder) the fork kills itself for KIND `kill`; for the name of an error of the system (`ENOSPC`, `EROFS`) that
act and all after it fail with it. With N of 0 all goes well. How each ended is a line on stdout: `N EXITCODE ACTS-OR-CODE`.
"""

import errno
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from core.base.errors import ClinicError
from core.installation.versions import Installation
from tests.fakes.release import program_at

WRITES = os.O_WRONLY | os.O_RDWR
ACTS = {"os.rename", "os.remove", "os.symlink", "os.mkdir", "os.rmdir"}


class Acts:
    """Counts, and stops at one."""

    def __init__(self, kind: str, limit: int, folder: Path) -> None:
        self.kind, self.limit, self.folder, self.done = kind, limit, folder, 0
        self.is_on = True

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.is_on or not (event in ACTS or (event == "open" and int(arguments[2] or 0) & WRITES)):
            return
        path = arguments[1] if event == "os.symlink" else arguments[0]
        if not isinstance(path, str | bytes | os.PathLike):
            return
        if not Path(os.fsdecode(path)).is_relative_to(self.folder):
            return
        self.done += 1
        if not self.limit or self.done < self.limit:
            return
        if self.kind == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if event not in {"os.remove", "os.rmdir"}:  # what only tidies up goes on a full disk
            raise OSError(getattr(errno, self.kind), self.kind, os.fsdecode(path))


def work_of(name: str, place: Installation, version: str) -> Callable[[], None]:
    """What is to be cut off."""

    def install() -> None:
        with place.laid_beside(version, 1) as new:
            program_at(new, version=version)
        place.switch(version)
        place.prune()

    return {
        "install": install,
        "switch": lambda: place.switch(version),
        "prune": lambda: (place.prune(), None)[1],
    }[name]


def carry_out(kind: str, number: int, folder: str, version: str, name: str, *, by_name: bool) -> str:
    """How many acts it took, or the code it was refused with."""
    prefix = Path(folder.format(number))
    acts = Acts(kind, number, prefix)
    work = work_of(name, Installation(prefix, "0.1.0", by_name=by_name), version)
    sys.addaudithook(acts.hear)
    try:
        work()
    except ClinicError as error:
        return error.code
    finally:
        acts.is_on = False
    return str(acts.done)


def main() -> None:
    kind, numbers, folder, version, name, by_name = sys.argv[1:]
    for number in map(int, numbers.split(",")):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            said = carry_out(kind, number, folder, version, name, by_name=by_name == "yes")
            os.write(writing, said.encode())
            os._exit(0)
        os.close(writing)
        said = os.read(reading, 200).decode()
        os.close(reading)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        sys.stdout.write(f"{number} {code} {said or '-'}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
