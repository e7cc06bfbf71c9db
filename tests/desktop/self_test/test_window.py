"""A window that does not open, is blank, or leads astray is seen."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from core.base.paths import Home
from desktop.app import screens
from desktop.self_test import window
from desktop.self_test.finding import Faulty
from desktop.shell.program import Program
from desktop.tour import eyes
from desktop.tour.walk import Astray, Steps, Until


def begin(program: Program) -> None:
    """As the program begins, but that pytest-qt hears of faults."""
    program.begin(hooks=False)


def test_the_window_paints_itself(app: QApplication, tmp_path: Path) -> None:
    assert window.first_paint(app, Home(tmp_path), screens(), begin).startswith("painted after")


def test_a_window_that_never_shows_is_seen(
    app: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window, "PATIENCE_MS", 50)
    with pytest.raises(Faulty, match="nothing was painted"):
        window.first_paint(app, Home(tmp_path), screens(), lambda _: None)


def test_a_blank_window_is_seen(app: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(eyes, "is_blank", lambda _: True)
    with pytest.raises(Faulty, match="blank"):
        window.first_paint(app, Home(tmp_path), screens(), begin)


def test_a_tour_that_goes_astray_is_told(app: QApplication, tmp_path: Path) -> None:
    def steps() -> Steps:
        yield Until("the window is there", lambda: True)
        raise Astray("There is no control “诊所名称” in sight")

    with pytest.raises(Faulty, match="诊所名称"):
        window.tour(app, tmp_path, screens(), steps(), hooks=False)
