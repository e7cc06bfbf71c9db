"""The window comes back where it was, on a screen that is there, whatever the file says."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QMainWindow, QSplitter, QWidget
from pytestqt.qtbot import QtBot

from core.base.paths import Home
from desktop.session.window_state import GRIP, WindowState, apply, capture, clamped, file_of, load, store

# Qt's offscreen platform says so of every window that is shown.

SCREEN = QRect(0, 0, 1366, 728)
RIGHT = QRect(1366, 0, 1920, 1040)


@pytest.fixture
def folder(tmp_path: Path) -> Home:
    return Home(tmp_path)


def window(qtbot: QtBot) -> QMainWindow:
    made = QMainWindow()
    qtbot.addWidget(made)
    both = QSplitter(Qt.Orientation.Horizontal, made)
    both.setObjectName("intake")
    for _ in range(2):
        both.addWidget(QWidget())
    made.setCentralWidget(both)
    return made


def splitter(made: QMainWindow) -> QSplitter:
    found = made.findChild(QSplitter)
    assert found
    return found


def test_it_comes_back(qtbot: QtBot, folder: Home) -> None:
    first = window(qtbot)
    first.setGeometry(30, 40, 700, 500)
    first.show()
    splitter(first).setSizes([200, 480])
    store(folder, capture(first))
    state = load(folder)
    assert state is not None
    second = window(qtbot)
    apply(second, state)
    second.show()
    assert second.geometry() == QRect(30, 40, 700, 500)
    assert splitter(second).sizes() == splitter(first).sizes()


def test_a_maximized_window_remembers_where_it_goes_back_to(qtbot: QtBot) -> None:
    first = window(qtbot)
    first.setGeometry(30, 40, 700, 500)
    first.showMaximized()
    state = capture(first)
    assert state.is_maximized
    assert (state.width, state.height) == (700, 500)


def test_nothing_of_a_patient_is_kept(qtbot: QtBot, folder: Home) -> None:
    made = window(qtbot)
    made.setWindowTitle("王芳 P001")
    store(folder, capture(made))
    kept = json.loads(file_of(folder).read_bytes())
    assert set(kept) == {"x", "y", "width", "height", "is_maximized", "scheme", "density", "splitters"}
    assert set(kept["splitters"]) == {"intake"}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff",
        b'{"x": 1}',
        b'{"x":1e99,"y":0,"width":1,"height":1}',
        b"[" * 100_000,
    ],
)
def test_a_file_that_cannot_be_read_is_the_default(folder: Home, content: bytes) -> None:
    file_of(folder).write_bytes(content)
    assert load(folder) is None


def test_without_a_folder_nothing_is_written(tmp_path: Path) -> None:
    nowhere = Home(tmp_path / "clinic")
    store(nowhere, WindowState(x=0, y=0, width=700, height=500))
    assert not nowhere.folder.exists()
    assert load(nowhere) is None


def test_a_disk_that_refuses_is_no_trouble(folder: Home) -> None:
    file_of(folder).mkdir()
    store(folder, WindowState(x=0, y=0, width=700, height=500))
    assert load(folder) is None


@pytest.mark.parametrize(
    ("rect", "expected"),
    [
        (QRect(10, 20, 800, 600), QRect(10, 20, 800, 600)),
        (QRect(0, 0, 4000, 3000), QRect(0, 0, 1366, 728)),
        (QRect(10, 20, 5, 5), QRect(10, 20, 640, 360)),
        (QRect(-700, -50, 800, 600), QRect(-700, 0, 800, 600)),
        (QRect(-5000, 9000, 800, 600), QRect(0, 0, 800, 600)),
        (QRect(100, 700, 800, 600), QRect(100, SCREEN.bottom() - GRIP, 800, 600)),
    ],
)
def test_it_is_brought_onto_the_screen(rect: QRect, expected: QRect) -> None:
    assert clamped(rect, [SCREEN]) == expected


def test_it_stays_on_its_own_screen_and_leaves_one_that_is_gone() -> None:
    rect = QRect(1500, 100, 1200, 800)
    assert clamped(rect, [SCREEN, RIGHT]) == rect
    assert clamped(rect, [SCREEN]) == QRect(0, 0, 1200, 728)
    assert clamped(rect, []) == rect
