"""An object that is gone is told of once, and to those who are still there."""

import gc

from PySide6.QtCore import QObject
from shiboken6 import delete

from desktop.bridge.gone import when_gone


class Hearer(QObject):
    def __init__(self, heard: list[str]) -> None:
        super().__init__()
        self._heard = heard

    def hear(self) -> None:
        self._heard.append("gone")


def test_it_is_told_once() -> None:
    heard: list[str] = []
    owner, hearer = QObject(), Hearer(heard)
    when_gone(owner, hearer.hear)
    assert heard == []
    delete(owner)
    assert heard == ["gone"]


def test_whoever_went_before_is_not_told_and_not_kept() -> None:
    heard: list[str] = []
    owner, deleted, dropped = QObject(), Hearer(heard), Hearer(heard)
    when_gone(owner, deleted.hear)
    when_gone(owner, dropped.hear)
    delete(deleted)
    del dropped
    gc.collect()
    delete(owner)
    assert heard == []
