"""Hearing that an object is gone, without holding on to either side."""

from collections.abc import Callable
from types import MethodType
from weakref import WeakMethod

from PySide6.QtCore import QObject
from shiboken6 import isValid


def when_gone(owner: QObject, tell: Callable[[], None]) -> None:
    """Call a method of another object once `owner` is destroyed, unless that object has gone before.

    A signal connected to the method itself would reach an object that is half taken apart, when both go in one sweep.
    """
    method = WeakMethod(tell)

    def on_destroyed() -> None:
        still = method()
        if isinstance(still, MethodType) and isValid(still.__self__):
            still()

    owner.destroyed.connect(on_destroyed)
