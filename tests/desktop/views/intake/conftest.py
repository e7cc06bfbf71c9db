"""A window in our look that is really gone after the test, so that the next one does not style it again."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop.theme.scheme import Scheme
from desktop.theme.style import apply


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> Iterator[QWidget]:
    """Shown, and without a layout: Qt's offscreen windows complain of changing size hints."""
    if not qapp.styleSheet():
        apply(qapp, Scheme.LIGHT)
    shown = QWidget()
    shown.resize(780, 700)
    shown.show()
    qtbot.waitExposed(shown)
    yield shown
    shown.close()
    shown.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
