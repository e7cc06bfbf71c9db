"""Holds a clinic as an open window does and is killed; the next has it at once, or it is named. Again and again.

python -m tests.fakes.killed_holder HOME TIMES     prints how often the next had it
"""

import os
import signal
import sys
from contextlib import ExitStack
from pathlib import Path

from core.base.paths import Home
from core.store.store import sole_owner
from desktop.start.first_window import FirstWindow


def held(home: Home) -> ExitStack:
    """The window's lock and the store's. Raises RuntimeError, `Busy` where somebody else has one."""
    with ExitStack() as taking:
        window = FirstWindow(home)
        if not window.take():
            raise RuntimeError("somebody has the window")
        taking.callback(window.let_go)
        taking.enter_context(sole_owner(home))
        return taking.pop_all()


def main(folder: str, times: str) -> int:
    home, had = Home(Path(folder)), 0
    for _ in range(int(times)):
        mine, its = os.pipe()
        child = os.fork()
        if child == 0:
            with held(home):
                os.write(its, b"held")
                signal.pause()
        os.close(its)
        if os.read(mine, 4) != b"held":
            raise RuntimeError("it was not held")
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(mine)
        with held(home):
            had += 1
    sys.stdout.write(f"{had}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
