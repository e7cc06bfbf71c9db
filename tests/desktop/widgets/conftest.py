"""The look on the application of the tests, light and at 100 % unless a test asks for another."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from desktop.theme import style
from desktop.theme.scheme import Scheme


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A window without a screen says that it cannot tell the screen its limits; that is no fault."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.qt_log_ignore("propagateSizeHints"))


@pytest.fixture(autouse=True)
def look(qapp: QApplication) -> Iterator[style.Theme]:
    yield style.apply(qapp, Scheme.LIGHT, 1.0)
    style.apply(qapp, Scheme.LIGHT, 1.0)
