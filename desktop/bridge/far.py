"""How far long work is: what it is doing, and how much of how much is done. Written by a worker, read by the window."""

from collections.abc import Callable
from enum import StrEnum
from typing import Protocol

from desktop.bridge.task import Control


class Progress(Protocol):
    """What work says of itself."""

    @property
    def stage(self) -> StrEnum: ...

    @property
    def done(self) -> int: ...

    @property
    def total(self) -> int: ...


WHOLE = 1000
"""A task tells how far it is in small numbers: those of bytes would not fit."""


class Far:
    """`now` is the stage, and how much of how much: `total` is 0 where it is not known."""

    def __init__(self) -> None:
        self.now: tuple[str, int, int] = ("", 0, 0)

    def hears(self, control: Control) -> Callable[[Progress], None]:
        """A listener for the work, which stops it when the person wants that."""

        def told(progress: Progress) -> None:
            self.now = progress.stage.value, progress.done, progress.total
            control.progress(progress.done * WHOLE // max(progress.total, 1), WHOLE if progress.total else 0)

        return told
