"""The program starts its window, and says so where there is none to draw on."""

import os
import subprocess
import sys

from core.base.messages import Messages
from desktop.actions.catalog import ActionId
from desktop.app import has_display, screens


def without_display() -> dict[str, str]:
    return {
        name: value
        for name, value in os.environ.items()
        if name not in {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"}
    }


def test_knows_whether_there_is_a_display() -> None:
    assert not has_display({}, "linux")
    assert not has_display({"DISPLAY": ""}, "linux")
    assert has_display({"DISPLAY": ":0"}, "linux")
    assert has_display({"WAYLAND_DISPLAY": "wayland-0"}, "linux")
    assert has_display({"QT_QPA_PLATFORM": "offscreen"}, "linux")
    assert has_display({}, "win32")


def test_says_that_there_is_no_display_and_loads_no_qt_for_that() -> None:
    program = (
        "import sys; from desktop.__main__ import main; code = main(); print(code, 'PySide6' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, env=without_display()
    )
    assert done.stdout == "1 False\n", done.stderr
    assert done.stderr == Messages().text("desktop.no_display") + "\n"


def test_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "desktop"], capture_output=True, text=True, check=False, env=without_display()
    )
    assert (done.returncode, done.stdout) == (1, "")


def test_each_screen_is_there_once() -> None:
    ids = [screen.id for screen in screens()]
    assert len(set(ids)) == len(ids)
    assert {ActionId.TODAY, ActionId.PATIENTS} <= set(ids)
