"""What stands round every change of the store: the file is still the one that was opened, a full disk gets its reserve, and how the
last change went is remembered.
"""

import time
from dataclasses import dataclass
from pathlib import Path

from core.base.errors import ClinicError
from core.store.reserve import Reserve
from core.store.same_file import SameFile

FAILURES = {"disk_full", "store_busy", "store_damaged", "lock_removed", "store_moved", "store_unwritable"}
"""What the world does to a change. A refusal by a rule is not among them."""


@dataclass(frozen=True, slots=True)
class Written:
    """How it stands with changes. `at` is `time.monotonic()` of the last that became durable, None before the first;
    `failure` is what went wrong with the last one, empty when it went well.
    """

    at: float | None = None
    failure: str = ""


class WriteGuard:
    """Of one open store. All but `written` is called on the writer's thread."""

    def __init__(self, path: Path, reserve: Reserve | None) -> None:
        self._file = SameFile(path)
        self._reserve = reserve
        self.written = Written()

    def before(self) -> None:
        """Raises `Damaged` store_moved, lock_removed rather than begin."""
        self._file.refuse_other()

    def after(self) -> None:
        """The change is on the disk. Raises `Damaged` store_moved, lock_removed rather than acknowledge what nobody would find again."""
        self._file.refuse_other()
        self.written = Written(time.monotonic())

    def failed(self, error: ClinicError) -> None:
        """A change was not kept, or not where it belongs."""
        if error.code not in FAILURES:
            return
        self.written = Written(self.written.at, error.code)
        if error.code == "disk_full" and self._reserve is not None:
            self._reserve.let_go()
