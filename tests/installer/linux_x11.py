"""The Linux packages on a screen: a Debian with nothing but libraries of its own, a bare X server, no desktop.

`make installer-test` runs it as root after `make frozen`.
"""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from installer import parts
from tests.desktop.shell.test_lock_on_x11 import a_screen
from tests.installer.bare_system import BareSystem, bare_system, may_make
from tests.installer.repacked import OLD, packages

pytestmark = pytest.mark.skipif(not may_make(), reason="needs root, debootstrap, unshare and strace")

PICTURES = parts.ROOT / "build" / "installer-test" / "pictures"
HOME = "/root/诊所 数据"
TITLE = "明道诊所"
WITHIN_S = 120.0


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Path]:
    return packages(tmp_path_factory.mktemp("packages"), OLD)


@pytest.fixture
def system(tmp_path: Path) -> Iterator[BareSystem]:
    with bare_system(tmp_path) as one:
        yield one


@pytest.fixture
def screen(system: BareSystem) -> Iterator[str]:
    system.inside("/tmp/.X11-unix").mkdir()
    system.mounts.append(("--bind", "/tmp/.X11-unix", "/tmp/.X11-unix"))
    with a_screen() as display:
        yield display


@pytest.fixture
def program(system: BareSystem, built: dict[tuple[str, str], Path], request: pytest.FixtureRequest) -> str:
    """What starts the window, installed from one of the packages."""
    file = system.give(built[request.param, OLD])
    system.succeed(*(["dpkg", "-i"] if request.param == "deb" else ["sh"]), file)
    return "/usr/bin/mingdao-clinic" if request.param == "deb" else "/root/.local/bin/mingdao-clinic"


EITHER = pytest.mark.parametrize("program", ["deb", "run"], indirect=True)


DRAWN = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from core.base.paths import Home
from core.kernel import no_vault
from desktop.app import screens
from desktop.shell.program import Program
from desktop.start.early import settle_qt
from desktop.tour.eyes import Still
settle_qt()
app = QApplication(sys.argv[:1])
program = Program(app, Home(Path(sys.argv[2])), no_vault(), screens())
program.begin(hooks=False)
program.window.activateWindow()
still, timer = Still(program.window), QTimer()
def look():
    if image := still():
        image.save(sys.argv[1])
        app.exit()
timer.timeout.connect(look)
timer.start(20)
app.exec()
program.end()
"""
"""The window on an empty home as this tree draws it where nobody looks."""

SHOWN = """
import sys
from PySide6.QtGui import QGuiApplication, QImage
app = QGuiApplication(sys.argv)
shown = app.primaryScreen().grabWindow(0).toImage()
shown.save(sys.argv[1])
drawn = QImage(sys.argv[2])
below = drawn.rect().adjusted(0, 64, 0, 0)  # above stands the time
form = QImage.Format.Format_RGB32
same = shown.size() == drawn.size() and shown.copy(below).convertToFormat(form) == drawn.copy(below).convertToFormat(form)
print("same" if same else "another")
"""


def qt(script: str, *arguments: Path, **variables: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)],
        cwd=parts.ROOT,
        env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@EITHER
def test_opens_its_window_as_it_is_drawn(
    system: BareSystem, screen: str, program: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Every pixel of it but the time: no empty window, and none that says why there is no other."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    shown, drawn = (PICTURES / f"{request.node.callspec.id}-{name}.png" for name in ("x11", "drawn"))
    qt(DRAWN, drawn, tmp_path / "empty", QT_QPA_PLATFORM="offscreen")
    x11 = {"DISPLAY": screen, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
    in_front = ["xdotool", "search", "--onlyvisible", "--name", ".", "windowfocus", "getwindowname"]
    command = system.command(program, "--home", HOME, variables={"DISPLAY": screen})
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as window:
        seen, end = ("", ""), time.monotonic() + WITHIN_S
        while seen != (TITLE, "same") and time.monotonic() < end and window.poll() is None:
            time.sleep(1)
            title = subprocess.run(in_front, env=x11, capture_output=True, text=True, check=False).stdout
            seen = title.strip(), qt(SHOWN, shown, drawn, QT_QPA_PLATFORM="xcb", DISPLAY=screen)
        window.kill()
        assert window.stdout
        said = window.stdout.read().decode()
    assert seen == (TITLE, "same"), said


@EITHER
def test_goes_through_the_demonstration_on_the_screen_as_where_nobody_looks(
    system: BareSystem, screen: str, program: str
) -> None:
    pictures = []
    for name, variables in (("屏幕", {"DISPLAY": screen, "QT_QPA_PLATFORM": "xcb"}), ("无屏幕", {})):
        system.succeed(program, "--tour", f"/root/{name}", **variables)
        pictures.append(
            {file.name: file.read_bytes() for file in system.inside(f"/root/{name}").glob("*.png")}
        )
    assert len(pictures[0]) > 5
    assert pictures[0] == pictures[1]
