"""A program whose files are not what was built shows that, and no window of a clinic."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.base.messages import LANGUAGES, Messages
from core.installation.contents import Contents, compare
from core.installation.start_check import StartCheck
from desktop.shell.not_whole import NotWhole
from desktop.start.whole import Whole
from tests.fakes.release import ReleaseKey, program_at

ROOT = Path(__file__).resolve().parents[3]
OURS, THEIRS = ReleaseKey(), ReleaseKey()

STARTED = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from core.installation import start_check as module
from desktop import app
from desktop.start import whole

check = module.StartCheck(Path(sys.argv[1]))
app.start_check = lambda: check
if "late" in sys.argv:
    check.wait = lambda seconds, wait=check.wait: seconds != whole.AT_ONCE_S and wait(seconds)
seen = []

def look():
    for window in QApplication.topLevelWidgets():
        if window.isVisible() and type(window).__name__ not in seen:
            seen.append(type(window).__name__)
        if type(window).__name__ == "NotWhole":
            window.leave.click()

timer = QTimer()
timer.timeout.connect(look)
made = app.screens
app.screens = lambda: (timer.start(20), made())[1]
refused = app._refused
app._refused = lambda *given: (timer.start(20), refused(*given))[1]
from core.base.paths import Home
code = app.run(Home(Path(sys.argv[2])), keyring=False)
print(code, *seen)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = program_at(tmp_path / "program", OURS)
    (folder / "mingdao").write_bytes(b"Program")
    return folder


def started(folder: Path, home: Path, *words: str) -> list[str]:
    """Run the window of a program whose folder this is; its exit code, and the windows that were seen."""
    done = subprocess.run(
        [sys.executable, "-c", STARTED, str(folder), str(home), *words],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stdout, done.stderr
    return done.stdout.split()


@pytest.mark.slow
def test_no_clinic_is_opened_by_a_program_that_is_not_whole(folder: Path, tmp_path: Path) -> None:
    assert started(folder, tmp_path / "clinic") == ["1", "NotWhole"]
    assert not (tmp_path / "clinic").exists()


@pytest.mark.slow
def test_what_is_found_out_late_takes_the_window_away(folder: Path, tmp_path: Path) -> None:
    code, *seen = started(folder, tmp_path / "clinic", "late")
    assert code == "1"
    assert seen[-1] == "NotWhole"


@pytest.fixture
def shown(folder: Path, qtbot: QtBot, request: pytest.FixtureRequest) -> Iterator[NotWhole]:
    error = compare(folder, Contents.read(folder)).refusal(folder)
    window = NotWhole(error, Messages(getattr(request, "param", LANGUAGES[0])))
    qtbot.addWidget(window)
    window.show()
    yield window
    window.hide()


@pytest.mark.parametrize("shown", LANGUAGES, indirect=True)
def test_the_file_is_named_and_what_is_safe(shown: NotWhole, folder: Path, qtbot: QtBot) -> None:
    assert "mingdao" in shown.card.sentence.text()
    assert shown.card.accessibleName()
    assert shown.leave.hasFocus()
    QTest.mouseClick(shown.copy, Qt.MouseButton.LeftButton)
    assert "installation_altered" in QGuiApplication.clipboard().text()
    assert str(folder) in QGuiApplication.clipboard().text()
    assert shown.copied.text()


def test_it_is_left_by_the_keyboard(shown: NotWhole, qtbot: QtBot) -> None:
    with qtbot.waitSignal(shown.left):
        QTest.keyClick(shown.leave, Qt.Key.Key_Return)
    assert not shown.isVisible()


def test_a_whole_program_goes_on(tmp_path: Path, qtbot: QtBot) -> None:
    whole = Whole(StartCheck(program_at(tmp_path / "whole", OURS)))
    assert whole.at_once(20) is None
    assert not whole._timer.isActive()
    assert Whole(None).at_once() is None


def test_what_is_known_in_time_is_told_at_once(folder: Path, qtbot: QtBot) -> None:
    refusal = Whole(StartCheck(folder)).at_once(20)
    assert refusal
    assert refusal.code == "installation_altered"


def test_what_is_known_late_is_told_then(folder: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    check = StartCheck(folder)
    check.wait(20)
    answers = iter([False, False])
    monkeypatch.setattr(check, "wait", lambda _=None: next(answers, True))
    whole = Whole(check)
    with qtbot.waitSignal(whole.refused) as heard:
        assert whole.at_once() is None
    assert heard.args[0].code == "installation_altered"
    assert not whole._timer.isActive()
