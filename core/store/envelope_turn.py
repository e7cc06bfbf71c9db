"""Whose turn it is with an envelope: reading it, changing it and writing it back is one step, so that nobody writes back what another has
changed since.

Within this process. Others are kept out by the lock of the clinic's folder (`store.sole_owner`).
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_held = threading.Lock()
_turns: dict[Path, threading.RLock] = {}


@contextmanager
def turn(path: Path) -> Iterator[None]:
    """Held by whoever changes the envelope at `path`, from the reading to the writing. Whoever has it may take it again."""
    with _held:
        mine = _turns.setdefault(path.resolve(), threading.RLock())
    with mine:
        yield
