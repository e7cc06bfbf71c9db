"""The patient store as a whole: create, open, read, write, close.

Opening takes the lock of the clinic's folder first, then checks the file, the schema's age and its shape. Whatever is wrong
is said and nothing is touched. One process has the store open; another is told that it is busy.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from filelock import FileLock, Timeout
from sqlalchemy import Connection, insert, inspect, select, text

from core.base.atomic import sync_folder
from core.base.chain import AuditKeys
from core.base.clock import Clock, to_stored
from core.base.errors import Busy, Damaged
from core.base.paths import Home
from core.base.places import refuse_remote
from core.base.rights import FIRST_OPERATOR
from core.store import operators, schema
from core.store.age import VERSIONS, newer, revision_of, sign, written_by
from core.store.database import create, open_store
from core.store.lanes import Lane
from core.store.reserve import Reserve
from core.store.write_guard import WriteGuard, Written

T = TypeVar("T")

LOCK_WAIT_S = 2.0
"""How long a second process waits before it is told `busy`: enough for one command of the first to finish."""


@contextmanager
def sole_owner(home: Home, wait_s: float = LOCK_WAIT_S) -> Iterator[None]:
    """Hold the clinic's folder against other processes. The lock is the operating system's: a crash releases it.

    Raises `UserError` folder_remote before anything is written; `Busy` store_busy when another process has it.
    """
    refuse_remote(home.folder)
    lock = FileLock(home.lock, timeout=wait_s, thread_local=False, mode=0o600)
    try:
        lock.acquire()
    except Timeout as error:
        raise Busy("store_busy", folder=home.folder) from error
    try:
        yield
    finally:
        lock.release()


class Store:
    """An open patient store. Every method may be called from any thread."""

    def __init__(self, path: Path, key: bytes, reserve: Reserve | None = None) -> None:
        """Open the file at `path` with the raw data key. The caller holds `sole_owner`. Raises `Damaged`.

        `reserve` is let go when a change finds the disk full.
        """
        self._path = path
        self._writer = Lane("writer", open_store(path, key), path, lambda: WriteGuard(path, reserve))
        self._aside = open_store(path, key, writes=False)
        try:
            self._writer.run(lambda connection: _migrate(connection, path, key))
            self._writer.run(lambda connection: _check_structure(connection, path))
            self._reader = Lane("reader", open_store(path, key, writes=False), path)
        except BaseException:
            self._writer.close()
            raise

    @staticmethod
    def look(path: Path, key: bytes) -> None:
        """Whether the file opens and has the tables of this program; nothing is brought up to date. Raises `Damaged`."""
        lane = Lane("look", open_store(path, key, writes=False), path)
        try:
            lane.run(lambda connection: _refuse_newer(connection, path))
        finally:
            lane.close()

    def read(self, work: Callable[[Connection], T]) -> T:
        """Run queries on one consistent view of the store."""
        return self._reader.run(work)

    def write(self, work: Callable[[Connection], T]) -> T:
        """Run changes in one transaction, durable when this returns."""
        return self._writer.run(work)

    def begin_write(self, work: Callable[[Connection], T]) -> Future[T]:
        """As `write`, durable when the result is there."""
        return self._writer.begin(work)

    def exchange(self, key: bytes, swap: Callable[[], bytes]) -> None:
        """Close the file, let `swap` put another in its place, and open that by the key it returns; by `key`, the present one, when it
        raises. Reading and writing wait meanwhile. Raises what `swap` raises; `Damaged` when there is nothing to open any more.
        """
        exchanges = []
        try:
            # The writer's connection goes last: it folds the write-ahead log into the file.
            for lane in (self._reader, self._writer):
                exchanges.append(lane.begin_exchange())
                exchanges[-1][0].result()
            key = swap()
        finally:
            for writes, (_, engine, _) in zip((False, True), exchanges, strict=False):
                try:
                    engine.set_result(open_store(self._path, key, writes=writes))
                except Damaged as error:
                    engine.set_exception(error)
            for *_, opened in reversed(exchanges):
                opened.result()
            self._aside = open_store(self._path, key, writes=False)

    def fold_log(self) -> None:
        """Have the write-ahead log in the file itself, for whoever looks at that."""
        self._writer.fold_log()

    @property
    def written(self) -> Written:
        """How the last change went."""
        return self._writer.written

    @contextmanager
    def aside(self) -> Iterator[Lane]:
        """A lane of its own for long reading (backup, verification): neither a search nor a save waits for it."""
        lane = Lane("aside", self._aside, self._path)
        try:
            yield lane
        finally:
            lane.close()

    def close(self) -> None:
        """Close the file. SQLite folds the write-ahead log into it with the last connection."""
        try:
            self._reader.close()
        finally:
            self._writer.close()


def create_store(path: Path, key: bytes, store_id: str, clock: Clock, operator: str = "") -> None:
    """Make the file and its tables, and enter the first operator. `path` must not exist. Raises FileExistsError, OSError."""
    create(path, key)
    store = Store(path, key)
    try:
        at = to_stored(clock.now())

        def fill(connection: Connection) -> None:
            connection.execute(
                insert(schema.clinic).values(
                    id=1, store_id=store_id, created_at=at, audit_keys=AuditKeys.of(key).raw
                )
            )
            sign(connection)
            if operator:
                operators.add(connection, operator, FIRST_OPERATOR, at=at, by=operator)

        store.write(fill)
    finally:
        store.close()
    sync_folder(path.parent)


def store_id(connection: Connection) -> str | None:
    """Which envelope the open store belongs to."""
    return connection.scalar(select(schema.clinic.c.store_id))


def _revision(connection: Connection, path: Path) -> str | None:
    """Which revision the tables are of; None for a file without any. Raises `Damaged` store_structure."""
    found = revision_of(connection) or None
    if found is None and inspect(connection).get_table_names():
        # A file with tables that does not say their age was altered; a file without any is being set up.
        raise Damaged("store_structure", file=path, table=VERSIONS)
    return found


def _migrate(connection: Connection, path: Path, key: bytes) -> None:
    """Bring the tables to this program's revision. Raises `Damaged` store_newer for a file of a newer program."""
    found = _revision(connection, path)
    if found == schema.REVISION:
        return
    # Imported here: it costs 0.3 s, and a store is migrated once in its life per release.
    from core.store.migrations.runner import upgrade

    if not upgrade(connection, found, key):
        raise newer(path, found or "", schema.REVISION, written_by(connection))
    sign(connection)


def _refuse_newer(connection: Connection, path: Path) -> None:
    """Raises `Damaged` store_newer, store_structure. Revisions are numbers of one width, so text order is their order."""
    found = _revision(connection, path)
    if found is not None and found > schema.REVISION:
        raise newer(path, found, schema.REVISION, written_by(connection))


def _check_structure(connection: Connection, path: Path) -> None:
    """Compare tables and columns with the schema. Raises `Damaged` store_structure naming the first that differs."""
    rows = connection.execute(
        text(
            "SELECT m.name, c.name FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c WHERE m.type = 'table'"
        )
    )
    found: dict[str, set[str]] = {}
    for table, column in rows:
        found.setdefault(table, set()).add(column)
    for table in schema.metadata.sorted_tables:
        expected = {column.name for column in table.columns}
        if found.get(table.name) != expected:
            raise Damaged("store_structure", file=path, table=table.name)
