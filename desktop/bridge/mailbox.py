"""Calls that any thread posts and the window's thread carries out, in the order they were posted."""

import threading
from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal


class Mailbox(QObject):
    """Lives on the window's thread. It must outlive the threads that post, or be closed before it goes."""

    _knocked = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._letters: deque[Callable[[], None]] = deque()
        self._gate = threading.Lock()
        self._is_closed = False
        self._knocked.connect(self._open_one, Qt.ConnectionType.QueuedConnection)

    def post(self, letter: Callable[[], None]) -> None:
        """Have something done on the window's thread, soon. After `close` it is dropped. Never waits for the window."""
        with self._gate:
            if not self._is_closed:
                self._letters.append(letter)
                self._knocked.emit()

    def close(self) -> None:
        """Take nothing any more and drop what lies here."""
        with self._gate:
            self._is_closed = True
            self._letters.clear()

    def _open_one(self) -> None:
        # One a knock: a letter that raises keeps no other from being opened.
        if self._letters:
            self._letters.popleft()()
