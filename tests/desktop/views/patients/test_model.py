"""The table of everyone: page by page, in the order asked for, and nothing of an order that was changed meanwhile."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QObject, Qt
from pytestqt.qtbot import QtBot

from core.services.patients.patients import Filters, Given, Sort
from desktop.bridge.clinic import ClinicBridge, ClinicState
from desktop.views.patients.model import PATIENT, Order, PatientsModel
from tests.fakes.clinic import new_clinic

WAIT_MS = 20_000
PEOPLE = 230
ROOT = QModelIndex()


@pytest.fixture
def bridge(qtbot: QtBot, tmp_path: Path) -> Iterator[ClinicBridge]:
    """An open clinic with more people than a page holds."""
    clinic = new_clinic(tmp_path)
    with clinic.open() as kernel:
        for place in range(PEOPLE):
            kernel.patients.register(
                Given(name=f"患者{place:03}", sex="女" if place % 2 else "男"), "没有别的可区分"
            )
    bridge = ClinicBridge()
    bridge.open(clinic.home, clinic.vault, None, clock=clinic.clock)
    qtbot.waitUntil(lambda: bridge.state is ClinicState.OPEN, timeout=WAIT_MS)
    yield bridge
    bridge.shut_down()


def test_reads_a_page_and_goes_on_when_asked(qtbot: QtBot, bridge: ClinicBridge) -> None:
    owner = QObject()
    model = PatientsModel(bridge, owner)
    with qtbot.waitSignal(model.loaded, timeout=WAIT_MS) as heard:
        model.show_list(order=Order(Sort.RECORD_NO, descending=False))
    assert heard.args == [PEOPLE]
    qtbot.waitUntil(lambda: model.rowCount() == 200, timeout=WAIT_MS)
    assert model.canFetchMore(ROOT)
    model.fetchMore(ROOT)
    assert not model.canFetchMore(ROOT)
    qtbot.waitUntil(lambda: model.rowCount() == PEOPLE, timeout=WAIT_MS)
    assert not model.canFetchMore(ROOT)
    numbers = [model.data(model.index(row, 3)) for row in range(model.rowCount())]
    assert numbers == [f"P{number:03}" for number in range(1, PEOPLE + 1)]
    assert model.row_of("P200") == 199
    assert model.data(model.index(0, 0), PATIENT) is model.patient(0)
    assert model.data(model.index(0, 0), Qt.ItemDataRole.AccessibleTextRole) == "姓名 患者000"
    owner.deleteLater()


def test_the_last_order_wins(qtbot: QtBot, bridge: ClinicBridge) -> None:
    owner = QObject()
    model = PatientsModel(bridge, owner)
    model.show_list(Filters(sex="女"), Order(Sort.RECORD_NO, descending=False))
    model.show_list(Filters(sex="男"), Order(Sort.RECORD_NO, descending=True))
    qtbot.waitUntil(lambda: model.rowCount() == PEOPLE // 2, timeout=WAIT_MS)
    first = model.patient(0)
    assert first is not None
    assert first.record_no == "P229"
    owner.deleteLater()
