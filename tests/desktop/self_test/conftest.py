"""Checks of the self-test, each with what makes it fail."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from desktop.self_test.work import Work


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    """The application, left as it was found."""
    quits = qapp.quitOnLastWindowClosed()
    flash = qapp.cursorFlashTime()
    yield qapp
    qapp.setQuitOnLastWindowClosed(quits)
    qapp.setCursorFlashTime(flash)


@pytest.fixture
def work(tmp_path: Path, qapp: QApplication) -> Work:
    """A throw-away clinic's work, not begun."""
    return Work(tmp_path)
