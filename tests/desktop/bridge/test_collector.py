"""Garbage goes on the window's thread, whoever makes it."""

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.bridge.collector import Collector


@pytest.fixture
def collector(qapp: QApplication) -> Iterator[Collector]:
    gc.enable()
    collector = Collector()
    yield collector
    collector.stop()
    gc.disable()


class Ring(QObject):
    """A cycle with a running timer, as a page with a closure makes one."""

    def __init__(self) -> None:
        super().__init__()
        self.me = self
        self.timer = QTimer(self)
        self.timer.start(60_000)


def test_a_worker_collects_nothing_and_the_window_does(qtbot: QtBot, collector: Collector) -> None:
    gone: list[threading.Thread] = []
    for _ in range(3):
        weakref.finalize(Ring(), lambda: gone.append(threading.current_thread()))
    made: list[list[object]] = []
    worker = threading.Thread(target=lambda: made.extend([] for _ in range(20_000)))
    worker.start()
    worker.join()
    assert gone == []
    with qtbot.waitSignal(collector._timer.timeout, timeout=3000):
        pass
    qtbot.waitUntil(lambda: len(gone) == 3)
    assert set(gone) == {threading.main_thread()}


def test_the_collection_is_given_back(collector: Collector) -> None:
    assert not gc.isenabled()
    collector.stop()
    assert gc.isenabled()
