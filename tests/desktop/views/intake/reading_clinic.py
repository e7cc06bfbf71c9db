"""A clinic that only reads narratives, at once or when told to, with the shipped words."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

from core.packhost.host import mount
from desktop.bridge.clinic import ClinicBridge, Kernel

_KERNEL = cast("Kernel", SimpleNamespace(intake=SimpleNamespace(recognise=mount().narrative.read)))


class ReadingClinic:
    """Stands where a `ClinicBridge` does. `waits` keeps the answers until `answer`."""

    opened = None

    def __init__(self, *, waits: bool = False) -> None:
        self.asked: list[str] = []
        self._waits = waits
        self._answers: list[Callable[[], None]] = []

    @property
    def bridge(self) -> ClinicBridge:
        return cast("ClinicBridge", self)

    def ask(
        self,
        _owner: object,
        work: Callable[[Kernel], object],
        done: Callable[[object], None],
        _failed: object = None,
        *,
        latest: str,
    ) -> None:
        self.asked.append(latest)
        self._answers.append(lambda: done(work(_KERNEL)))
        if not self._waits:
            self.answer()

    def answer(self) -> None:
        """Give every answer that is due."""
        due, self._answers = self._answers, []
        for give in due:
            give()
