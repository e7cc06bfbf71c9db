"""A bridge that is shut down with its test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from desktop.bridge.clinic import ClinicBridge
from tests.fakes.clinic import Clinic, new_clinic


@pytest.fixture
def bridge(qapp: QApplication) -> Iterator[ClinicBridge]:
    bridge = ClinicBridge()
    yield bridge
    bridge.shut_down()


@pytest.fixture
def clinic(tmp_path: Path) -> Clinic:
    return new_clinic(tmp_path)
