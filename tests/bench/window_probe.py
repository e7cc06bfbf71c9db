"""What `tests.bench.window` starts: the real window, its durations printed as JSON lines.

python -m tests.bench.window_probe paint HOME
python -m tests.bench.window_probe work HOME LONG SHORT REPEATS
"""

import os
import sys
import time
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

from core.base.paths import Home
from core.store.keys import NoVault
from desktop.app import screens
from desktop.shell.program import Program
from desktop.start.early import settle_environment, settle_qt
from tests.bench.window_told import Painted, tell, until


def main() -> None:
    """Do what the command line says."""
    what, home, *more = sys.argv[1:]
    settle_environment(os.environ)
    settle_qt()
    app = QApplication([])
    program = Program(app, Home(Path(home)), NoVault(), screens())
    program.begin(hooks=False)
    try:
        if what == "paint":
            _first_paint(app, program.window)
        else:
            # Only here: it loads every screen, which a window that is only painted does not.
            from tests.bench.window_work import Work

            Work(app, program).do(*more)
    finally:
        program.end()


def _first_paint(app: QApplication, window: QWidget) -> None:
    painted = Painted(window)
    until(app, lambda: painted.times > 0)
    started = int(os.environ["MINGDAO_BENCH_STARTED"])
    tell("first_paint", ms=(time.monotonic_ns() - started) / 1e6)


if __name__ == "__main__":
    main()
