"""How far a long command is, on one line of stderr. Only where somebody watches: a log needs no line for each step."""

import sys
import time

from core.base.messages import Messages

EVERY_S = 0.2


class Meter:
    """Writes over its own line until `done`."""

    def __init__(self, words: Messages) -> None:
        self._words = words
        self._is_watched = sys.stderr.isatty()
        self._shown = 0.0
        self._width = 0

    def show(self, what: str, done: int, total: int) -> None:
        """`what` is the key of what is being done. May be called from any thread."""
        now = time.monotonic()
        if not self._is_watched or (now - self._shown < EVERY_S and done < total):
            return
        self._shown = now
        share = f" {min(100, done * 100 // total)}%" if total else ""
        self._write(self._words.text(what) + share)

    def done(self) -> None:
        """Leave the line empty for what comes next."""
        if self._width:
            self._write("")
            sys.stderr.write("\r")
            sys.stderr.flush()

    def _write(self, line: str) -> None:
        # A Chinese character takes two columns.
        self._width, before = 2 * len(line), self._width
        sys.stderr.write(f"\r{line}{' ' * max(0, before - self._width)}")
        sys.stderr.flush()
