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
from sqlalchemy.exc import DBAPIError, ResourceClosedError

from core.base.errors import ClinicError
from core.store.database import refuse_if_altered, what_happened
from core.store.write_guard import WriteGuard, Written

T = TypeVar("T")


class Lane:
    """One connection and the thread it lives on."""

    def __init__(
        self, name: str, engine: Engine, path: Path, guarded: Callable[[], WriteGuard] | None = None
    ) -> None:
        """`guarded` makes what stands round every change, once the file is open; the writer's lane has it."""
        self._path, self._guarded = path, guarded
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"store-{name}")
        try:
            self._connection = self._worker.submit(_connected, engine, path).result()
            self._thread = self._worker.submit(threading.get_ident).result()
            self._guard = guarded() if guarded else None
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

    def fold_log(self) -> None:
        """Move what stands in the write-ahead log into the file, as far as nobody reads what stood there before."""
        driver = self._connection.connection.driver_connection
        self._submit(lambda: driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall())  # type: ignore[union-attr]

    def close(self) -> None:
        """Finish what is running, then close the connection and end the thread."""
        try:
            self._worker.submit(self._connection.close).result()
        finally:
            self._worker.shutdown()

    def begin_exchange(self) -> tuple[Future[None], Future[Engine], Future[None]]:
        """Let the file go once what is running is finished, and connect anew to the engine that is to be set; whatever else is asked
        of the lane waits meanwhile. The results: let go; which engine; open again.
        """
        let_go: Future[None] = Future()
        engine: Future[Engine] = Future()

        def work() -> None:
            try:
                self._connection.close()
            finally:
                let_go.set_result(None)
            self._connection = _connected(engine.result(), self._path)
            self._guard = self._guarded() if self._guarded else None

        return let_go, engine, self._worker.submit(work)

    def _submit(self, call: Callable[[], T]) -> T:
        if threading.get_ident() == self._thread:
            raise RuntimeError("Work on a lane must not wait for the same lane")
        return self._worker.submit(call).result()

    @property
    def written(self) -> Written:
        """How the last change went."""
        return self._guard.written if self._guard else Written()

    def _in_transaction(self, work: Callable[[Connection], T]) -> T:
        guard = self._guard
        if guard is None:
            return self._carried_out(work)
        try:
            guard.before()
            result = self._carried_out(work)
            guard.after()
        except ClinicError as error:
            guard.failed(error)
            raise
        return result

    def _carried_out(self, work: Callable[[Connection], T]) -> T:
        try:
            with self._connection.begin():
                try:
                    return work(self._connection)
                finally:
                    # Also when the work failed: an altered page is what made it fail.
                    refuse_if_altered(self._connection, self._path)
        except ResourceClosedError as error:
            # After an exchange that left nothing to open.
            raise ClinicError("clinic_closed") from error
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
