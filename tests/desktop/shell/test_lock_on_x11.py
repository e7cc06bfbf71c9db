"""The lock on a real screen, by real signals of a private bus, from another process: how soon, and what is left on the screen."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.clinic import PASSPHRASE, Clinic, clinic
from tests.fakes.private_bus import Logind, logind, private_bus

__all__ = ["clinic"]

ROOT = Path(__file__).resolve().parents[3]
NAME = "欧阳春晓"
WITHIN_S = 1.0
pytestmark = [
    pytest.mark.keyring,  # the bus is a local socket
    pytest.mark.skipif(
        shutil.which("Xvfb") is None or shutil.which("dbus-daemon") is None,
        reason="there is no Xvfb or no dbus-daemon here",
    ),
]


@contextmanager
def a_screen() -> Iterator[str]:
    """The name of an X display that ends with the test."""
    ours, theirs = os.pipe()
    command = ["Xvfb", "-displayfd", str(theirs), "-screen", "0", "1366x768x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[theirs], stderr=subprocess.DEVNULL) as server:
        os.close(theirs)
        try:
            with os.fdopen(ours) as told:
                yield f":{told.readline().strip()}"
        finally:
            server.terminate()


@contextmanager
def on_a_screen(folder: Path, clinic: Clinic, bus: str) -> Iterator[subprocess.Popen[str]]:
    """The program, in a process of its own, on a screen of its own."""
    script = "tests/desktop/shell/lock_on_x11.py"
    command = [sys.executable, script, str(clinic.home.folder), PASSPHRASE, "P001", NAME]
    with a_screen() as display, (folder / "errors").open("w+") as errors:
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "QT_QPA_PLATFORM": "xcb",
            "DISPLAY": display,
            "DBUS_SYSTEM_BUS_ADDRESS": bus,
            "XDG_RUNTIME_DIR": str(folder),
            "LC_ALL": "C.UTF-8",
        }
        with subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process:
            try:
                yield process
            finally:
                process.kill()


def told(process: subprocess.Popen[str]) -> dict[str, Any]:
    assert process.stdout
    line = process.stdout.readline()
    assert line, "it ended without a word"
    told = dict(json.loads(line))
    assert told["told"] != "stuck", told
    return told


def sleep(login: Logind) -> None:
    login.prepare_for_sleep(begins=True)


def session_locks(login: Logind) -> None:
    login.lock()


def hint(login: Logind) -> None:
    login.set_hint("LockedHint", True)


def switch(login: Logind) -> None:
    login.set_hint("Active", False)


@pytest.mark.parametrize("signal", [sleep, session_locks, hint, switch], ids=lambda signal: signal.__name__)
def test_S67_S69_locked_within_a_second_and_nobody_left_on_the_screen(
    tmp_path: Path, clinic: Clinic, signal: Callable[[Logind], None]
) -> None:
    clinic.add(NAME, "女", "1985")
    with private_bus(tmp_path) as bus, logind(bus) as login, on_a_screen(tmp_path, clinic, bus) as process:
        ready = told(process)
        assert ready["listens"]
        assert login.is_held()
        began = time.monotonic()
        signal(login)
        covered = told(process)
        assert NAME not in covered["words"]
        locked = told(process)
        # What it takes of the processor, and how long it was on a machine that had nothing else to do.
        assert covered["cpu"] - ready["cpu"] < WITHIN_S
        busy = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
        assert covered["at"] - began < WITHIN_S * busy
        assert locked["closed_at"] - began < 2 * WITHIN_S * busy  # the audit trail is anchored on the way
        assert NAME not in locked["words"]
        assert (locked["clipboard"], locked["selection"]) == ("", "")
        assert locked["screen_changed"]
        assert locked["differs"] < 200  # a caret
        if signal is sleep:
            deadline = time.monotonic() + WITHIN_S
            while login.is_held() and time.monotonic() < deadline:
                time.sleep(0.01)
            assert not login.is_held()
