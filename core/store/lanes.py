"""A lane is one thread that owns one database connection: what runs on it runs in order, and nothing crosses threads.

The store has a lane for writing and one for reading, so a search never waits for a save. Work handed to a lane is waited
for; a caller that must not wait (the window) does so from a thread of its own.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from core.store.database import refuse_if_altered, what_happened

T = TypeVar("T")


class Lane:
    """One connection and the thread it lives on."""

    def __init__(self, name: str, engine: Engine, path: Path) -> None:
        self._path = path
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"store-{name}")
        try:
            self._connection = self._worker.submit(_connected, engine, path).result()
            self._thread = self._worker.submit(threading.get_ident).result()
        except BaseException:
            self._worker.shutdown()
            raise

    def run(self, work: Callable[[Connection], T]) -> T:
        """Do the work in one transaction: all of it is kept, or, when it raises, none.

        A failure of the disk or the file is raised as what it means to a person (`database.what_happened`), and nothing read
        from an altered page is handed out or written back.
        """
        return self._submit(lambda: self._in_transaction(work))

    def begin(self, work: Callable[[Connection], T]) -> Future[T]:
        """As `run`, without waiting: whoever asked waits for the result while doing something else."""
        return self._worker.submit(lambda: self._in_transaction(work))

    def close(self) -> None:
        """Finish what is running, then close the connection and end the thread."""
        try:
            self._worker.submit(self._connection.close).result()
        finally:
            self._worker.shutdown()

    def _submit(self, call: Callable[[], T]) -> T:
        if threading.get_ident() == self._thread:
            raise RuntimeError("Work on a lane must not wait for the same lane")
        return self._worker.submit(call).result()

    def _in_transaction(self, work: Callable[[Connection], T]) -> T:
        try:
            with self._connection.begin():
                try:
                    return work(self._connection)
                finally:
                    # Also when the work failed: an altered page is what made it fail.
                    refuse_if_altered(self._connection, self._path)
        except DBAPIError as error:
            meaning = what_happened(error, self._path)
            if meaning is None:
                raise
            raise meaning from error


def _connected(engine: Engine, path: Path) -> Connection:
    """Connect; a file that breaks off at its first pages is said to be damaged."""
    try:
        return engine.connect()
    except DBAPIError as error:
        meaning = what_happened(error, path)
        if meaning is None:
            raise
    # Raised out here: the database's own error holds on to its connection, which must not be let go on another thread.
    raise meaning
