"""Until the window is built, its program says so and fails."""

import subprocess
import sys

import pytest

from core.base.messages import Messages
from desktop.__main__ import main


def test_says_that_the_window_is_not_built(capfd: pytest.CaptureFixture[str]) -> None:
    assert main() == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert err == Messages().text("desktop.not_built") + "\n"
    assert "mingdao" in err


def test_runs_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "desktop"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == Messages().text("desktop.not_built") + "\n"


def test_loads_no_qt_for_that() -> None:
    program = "import sys; from desktop.__main__ import main; main(); print('PySide6' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == "False\n", done.stderr
