"""What was asked of a record that is opened for a reason only: it waits for the reason and is asked again, whatever road led to it."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from core.base.errors import ClinicError
from core.base.ids import RecordNo

REASON_NEEDED = "reason_needed"
"""The code of the refusal."""


class Withheld(QObject):
    """One record at a time: whoever turns to another has left the one before."""

    wanted = Signal(object)
    """The `RecordNo` for which a reason must be given."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._record_no: RecordNo | None = None
        self._waiting: list[tuple[ClinicError, Callable[[], None], Callable[[ClinicError], None] | None]] = []
        self.is_heard = False
        """Whether somebody asks people for reasons; else a refusal is told as any other."""

    def keep(
        self, error: ClinicError, again: Callable[[], None], failed: Callable[[ClinicError], None] | None
    ) -> None:
        """Keep what was refused. `again` asks it once more, `failed` hears the refusal when no reason is given."""
        record_no = RecordNo(str(error.params["record_no"]))
        if record_no != self._record_no:
            self.give_up()
        self._record_no = record_no
        self._waiting.append((error, again, failed))
        if len(self._waiting) == 1:
            self.wanted.emit(record_no)

    def go_on(self) -> None:
        """There is a reason now: all that waited is asked again."""
        waiting = self._take()
        for _, again, _ in waiting:
            again()

    def give_up(self) -> None:
        """There will be none: whoever waited hears the refusal."""
        for error, _, failed in self._take():
            if failed:
                failed(error)

    def forget(self) -> None:
        """The clinic closes, and nobody waits any more."""
        self._take()

    def _take(self) -> list[tuple[ClinicError, Callable[[], None], Callable[[ClinicError], None] | None]]:
        waiting, self._waiting, self._record_no = self._waiting, [], None
        return waiting
