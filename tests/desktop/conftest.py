"""Qt without a screen, and its messages under the rules of silence."""

import os
from pathlib import Path

import pytest

os.environ["QT_QPA_PLATFORM"] = "offscreen"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """By marker and not in pyproject, where the option would be unknown wherever Qt is not installed."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.qt_log_level_fail("WARNING"))
            # A window without a screen says that it cannot tell the screen its limits; that is no fault.
            item.add_marker(pytest.mark.qt_log_ignore("propagateSizeHints"))
