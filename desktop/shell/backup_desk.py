"""The window's side of backups: one at the first quiet moment of a day, one at the close, and the way from an open clinic to a restore."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from desktop.session.backup_at_close import BackupAtClose
from desktop.session.backup_watch import BackupWatch
from desktop.session.close_guard import Leaving

if TYPE_CHECKING:
    from desktop.shell.main_window import MainWindow


class BackupDesk(QObject):
    """Made once, with the window. A demonstration is never backed up."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        room = window.room
        self.watch = BackupWatch(room.clinic, window.touch, room.backups, self)
        self.at_close = BackupAtClose(room.clinic, room.backups, self)
        self._wanted: tuple[Path | None] | None = None
        room.backups.restore_wanted.connect(self._on_restore_wanted)

    def opened(self) -> None:
        """A clinic is open."""
        self.watch.begin()

    def closed(self) -> bool:
        """It is closed. True when it was for a restore, which is begun now."""
        self.watch.end()
        wanted, self._wanted = self._wanted, None
        if wanted is None:
            return False
        self._window.entry.begin_restore(*wanted)
        return True

    def close(self, then: Callable[[], None]) -> None:
        """The program is about to close: `then` is called once what is due is backed up, or nobody waits for it."""
        if self.watch.is_watching:
            self.at_close.begin(self._window, self._window.room.messages, then)
        else:
            then()

    def _on_restore_wanted(self, file: Path | None) -> None:
        desk, room = self._window.desk, self._window.room
        if desk is None:
            return
        self._wanted = (file,)
        desk.flush()
        leave = partial(room.guard.leave, Leaving.WINDOW, room.clinic.close, within=desk)
        leave(stay=self._on_stayed)

    def _on_stayed(self) -> None:
        self._wanted = None
