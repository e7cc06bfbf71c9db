"""What every scenario stands on: the real program in this process, on a clinic somebody else made, led along a walk.

A scenario is started by tests.journeys.program as `python -m tests.journeys.scenarios.NAME HOME …`, with the keyring's secrets
as JSON on the first line of stdin. It tells what it found as JSON lines, and ends with 1 where it went astray.
"""

import json
import os
import sys
import traceback
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

from PySide6.QtWidgets import QApplication

from core.base.ids import RecordNo
from core.base.paths import Home
from core.store.keys import KeyVault
from desktop.app import screens
from desktop.shell.program import Program
from desktop.start.early import settle_environment, settle_qt
from desktop.tour.clock import TourClock
from desktop.tour.guide import Guide
from desktop.tour.run import walk_through
from desktop.tour.walk import Steps
from tests.fakes.clock import NOON
from tests.fakes.vault import InMemoryVault

Scenario = Callable[..., Steps]
"""Called with the guide, the clock and what stands on the command line behind the home."""


def play(scenario: Scenario, *, begins: datetime = NOON, keyring: KeyVault | None = None) -> None:
    """Lead the program along a scenario and leave with its exit code. `keyring` stands in for the one of stdin."""
    home, *more = sys.argv[1:]
    vault = keyring or InMemoryVault(json.loads(sys.stdin.readline()))
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    settle_environment(os.environ)
    settle_qt()
    application = QApplication(sys.argv[:1])
    clock = TourClock(begins)
    program = Program(application, Home(Path(home)), vault, screens(), clock)
    astray = Path(home).parent / "astray.png"
    error = walk_through(
        application, program, scenario(Guide(program), clock, *more), astray=astray, hooks=False
    )
    if error:
        traceback.print_exception(error)
    sys.exit(1 if error else 0)


def tell(**values: object) -> None:
    """Say something to who started the scenario."""
    sys.stdout.write(json.dumps(values, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def open_form(guide: Guide, name: str, record_no: str) -> Steps:
    """Find the only person of a name, and have their form before one."""
    guide.look_for(name)
    yield guide.turned_to(RecordNo(record_no))
    yield guide.control("主诉")


def later(clock: TourClock, minutes: int) -> None:
    """Time goes by."""
    clock.advance(timedelta(minutes=minutes))
