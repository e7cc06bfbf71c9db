"""Qt without a screen, and its messages under the rules of silence."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ["QT_QPA_PLATFORM"] = "offscreen"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """By marker and not in pyproject, where the option would be unknown wherever Qt is not installed."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.qt_log_level_fail("WARNING"))
            # Without a screen there are no limits to tell it, nothing to raise and no keyboard to grab; that is no fault.
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support"))


@pytest.fixture(scope="module", autouse=True)
def settled() -> None:
    """What was there before a file's tests is left out of their sweeps, which would take longer from file to file."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def swept(qapp: object) -> Iterator[None]:
    """A widget in a reference cycle is let go of here, on its own thread: a worker that collected it would bring Qt down."""
    gc.disable()
    yield
    gc.collect()
