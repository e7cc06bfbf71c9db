"""The look on the application of the tests, light and at 100 % unless a test asks for another."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from desktop.theme import style
from desktop.theme.scheme import Scheme


@pytest.fixture(autouse=True)
def look(qapp: QApplication) -> Iterator[style.Theme]:
    yield style.apply(qapp, Scheme.LIGHT, 1.0)
    style.apply(qapp, Scheme.LIGHT, 1.0)
