"""The real window on the clinic of a canary session: opened by its passphrase, written in, and failing in every way it can.

python -m tests.reliability.canary_window HOME REPORT PLANTED.json   (it ends by SIGSEGV)
"""

import json
import logging
import os
import signal
import sys
import threading
import warnings
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from core.base.log import keep_in, logged
from core.base.paths import Home
from core.base.process import leave_no_core
from core.events.model import DraftSaved
from core.kernel import no_vault
from desktop.app import screens
from desktop.shell.crash_sheet import CrashSheet
from desktop.shell.program import Program
from desktop.start.early import settle_environment, settle_qt
from desktop.tour import hands
from desktop.tour.guide import Guide
from desktop.tour.run import walk_through
from desktop.tour.walk import Steps, Until


def scenario(guide: Guide, report: Path, given: dict[str, str]) -> Steps:
    """Work, then fail."""
    planted = given["planted"]

    def fail() -> None:
        held = {"patient": planted}
        raise ValueError(f"{planted} {held}")

    yield from guide.unlock(given["passphrase"])
    guide.look_for(given["name"])
    yield guide.control("主诉")
    before = len(guide.heard)
    hands.to("主诉")
    hands.write(given["draft"])
    yield guide.told_of(DraftSaved, before)
    tell("typed")
    tell(f"title {guide.program.window.windowTitle()}")
    logging.getLogger("somebody").error("failed for %s", planted)
    warnings.warn(planted, stacklevel=1)
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    QTimer.singleShot(0, fail)
    window = guide.program.window
    yield Until(
        "the report is shown", lambda: any(one.isVisible() for one in window.findChildren(CrashSheet))
    )
    window.findChildren(CrashSheet)[0].write(report)
    tell("reported")
    os.kill(os.getpid(), signal.SIGSEGV)


def tell(what: str) -> None:
    """To who started the session."""
    sys.stdout.write(what + "\n")
    sys.stdout.flush()


def main() -> None:
    """As `desktop.app` does it, led along a walk."""
    home, report = Home(Path(sys.argv[1])), Path(sys.argv[2])
    given = json.loads(Path(sys.argv[3]).read_text(encoding="utf-8"))
    settle_environment(os.environ)
    settle_qt()
    leave_no_core()
    with logged():
        keep_in(home)
        application = QApplication(sys.argv[:1])
        program = Program(application, home, no_vault(), screens())
        error = walk_through(application, program, scenario(Guide(program), report, given))
    sys.exit(f"the walk ended: {error!r}")


if __name__ == "__main__":
    main()
