"""Many starts of the window at once: one window, and the others end without a word and without having written anything."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from unittest import mock

from tests.reliability.ground import ROOT, Ground
from tests.reliability.line import Line, Tally

PATIENCE_S = 120.0
RESTARTS = 1


def bench(ground: Ground) -> Iterator[Line]:
    """All at once; then a kill, and a start after it, again and again."""
    runtime = ground.place()
    with mock.patch.dict(os.environ, {"XDG_RUNTIME_DIR": str(runtime)}):
        yield _at_once(ground)
        yield _after_kills(ground)


def begun(folder: Path) -> "subprocess.Popen[str]":
    """The window, drawn to memory."""
    return subprocess.Popen(
        [sys.executable, "-m", "desktop", "--home", str(folder)],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "DBUS_SESSION_BUS_ADDRESS": "disabled:"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _at_once(ground: Ground) -> Line:
    from desktop.start.first_window import call_first

    tally = Tally("starts.at_once", {})
    clinic = ground.clinic(visits=1)
    before = _everything(clinic.home.folder)
    with ExitStack() as closing:
        starts = [closing.enter_context(begun(clinic.home.folder)) for _ in range(ground.sizes.starts)]
        for one in starts:
            closing.callback(one.kill)
        _wait(lambda: sum(one.poll() is None for one in starts) == 1 and call_first(clinic.home))
        ended = [one for one in starts if one.poll() is not None]
        said = "".join(one.communicate()[1] for one in ended)
        tally.n = len(starts)
        tally.require(len(ended) == len(starts) - 1, f"{len(starts) - len(ended)} windows")
        tally.require(all(one.returncode == 0 for one in ended), "a start failed")
        tally.require("Traceback" not in said, said[-500:])
        tally.require(_everything(clinic.home.folder) == before, "something was written")
        tally.more = {"windows": len(starts) - len(ended)}
    return tally.line()


def _after_kills(ground: Ground) -> Line:
    """Kill, start: it has the window at once, whatever was left."""
    from desktop.start.first_window import FirstWindow, call_first

    tally = Tally("starts.after_kill", {})
    clinic = ground.clinic(visits=1)
    took: list[float] = []
    for _ in range(RESTARTS if ground.sizes.starts < 10 else ground.sizes.starts):
        began = time.monotonic()
        with begun(clinic.home.folder) as process:
            _wait(lambda: call_first(clinic.home))
            took.append(time.monotonic() - began)
            process.send_signal(signal.SIGKILL)
        first = FirstWindow(clinic.home)
        tally.require(first.take(), "a killed window still has it")
        first.let_go()
        tally.n += 1
    tally.more = {"start_max_s": round(max(took), 2)}
    return tally.line()


def _wait(reached: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not reached():
        if time.monotonic() > deadline:
            raise TimeoutError("waited in vain for one window")
        time.sleep(0.05)


def _everything(folder: Path) -> dict[str, bytes]:
    """All files but the locks and the log, which have nothing of the clinic in them."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix not in {".lock", ".log"}}
