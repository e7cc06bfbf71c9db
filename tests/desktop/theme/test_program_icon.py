"""The icon of the program: every window has it, and so has what the installers write."""

import ctypes
from types import SimpleNamespace

import pytest
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop.theme.program_icon import IN_WINDOW, ON_TASKBAR, picture, show_icon, svg
from desktop.theme.tokens import LIGHT, Tone


def test_every_window_has_it_at_every_size(qapp: QApplication, qtbot: QtBot) -> None:
    before = qapp.windowIcon()
    window = QWidget()
    qtbot.addWidget(window)
    try:
        show_icon(qapp)
        assert sorted(one.width() for one in window.windowIcon().availableSizes()) == [*IN_WINDOW]
    finally:
        qapp.setWindowIcon(before if not before.isNull() else QIcon())


@pytest.mark.parametrize("size", IN_WINDOW)
def test_it_is_a_sign_on_the_accent_with_round_corners(size: int, qapp: QApplication) -> None:
    shown = picture(size)
    ground, sign = QColor(LIGHT.of(Tone.ACCENT)), QColor(LIGHT.of(Tone.ON_ACCENT))
    colours = [shown.pixelColor(x, y) for x in range(size) for y in range(size)]
    assert shown.pixelColor(0, 0).alpha() < 255
    assert shown.pixelColor(size // 2, 1) == ground
    assert sum(one == ground for one in colours) > size * size / 4
    assert any(abs(one.red() - sign.red()) < 64 and one.alpha() == 255 for one in colours)


def test_it_needs_no_font_where_it_is_shown(qapp: QApplication) -> None:
    assert b"<text" not in svg()
    assert svg().count(b"<path") == 1


def test_on_windows_it_does_not_stand_under_python(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    shell = SimpleNamespace(SetCurrentProcessExplicitAppUserModelID=told.append)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(shell32=shell), raising=False)
    before = qapp.windowIcon()
    show_icon(qapp)
    qapp.setWindowIcon(before)
    assert told == [ON_TASKBAR]
