"""`context.log`: lines in the program's log, under the pack's name.

They pass what redacts secrets and the sieve of the log itself: what is not ASCII, long numbers and what looks like a key is not kept. A name
in Latin letters would get through, so a pack that ships writes none, and the line says whose it is.
"""

from core.base.log import note
from core.base.redaction import redacted
from core.base.text import one_line

LONGEST = 500
"""Characters of a line."""


class PackLog:
    """The notes of one pack."""

    def __init__(self, pack: str) -> None:
        self._pack = pack

    def info(self, message: str) -> None:
        self._note("INFO", message)

    def warning(self, message: str) -> None:
        self._note("WARNING", message)

    def _note(self, level: str, message: str) -> None:
        note(f"{level} pack {self._pack}: {one_line(redacted(str(message)[:LONGEST]))}")
