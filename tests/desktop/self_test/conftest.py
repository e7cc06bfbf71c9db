"""Checks of the self-test, each with what makes it fail."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from desktop.self_test.work import Work


@pytest.fixture
def app(qapp: QApplication) -> Iterator[QApplication]:
    """The application, left as it was found: windows that stayed would be styled again in every test that follows."""
    quits = qapp.quitOnLastWindowClosed()
    flash = qapp.cursorFlashTime()
    windows = qapp.topLevelWidgets()
    yield qapp
    for window in qapp.topLevelWidgets():
        if window not in windows:
            window.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    qapp.setQuitOnLastWindowClosed(quits)
    qapp.setCursorFlashTime(flash)


@pytest.fixture
def work(tmp_path: Path, qapp: QApplication) -> Work:
    """A throw-away clinic's work, not begun."""
    return Work(tmp_path)
