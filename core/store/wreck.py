"""A damaged store, read piece by piece: what lies on a damaged page is said to be unreadable, and the rest is read all the same.

It is read from a copy, log included, so that the damaged file stays as it is whatever happens. After a page that fails its check the library's
connection is not to be trusted any more, so each failure is followed by a new one.
"""

import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, Select, TextClause
from sqlalchemy.exc import DBAPIError

from core.store.database import PAGE_SIZE, open_wreck

T = TypeVar("T")


class UnreadableError(Exception):
    """What was asked for lies on a damaged page."""


class Wreck:
    """A copy of a damaged store, open for reading on the thread that made it."""

    def __init__(self, path: Path, key: bytes) -> None:
        self._engine = open_wreck(path, key)
        self._connection: Connection | None = None

    def rows(self, query: Select[Any] | TextClause, **params: object) -> Sequence[Row[Any]]:
        """What a query finds. Raises as `read` does."""
        return self.read(lambda connection: connection.execute(query, params).fetchall())

    def read(self, work: Callable[[Connection], T]) -> T:
        """Run queries. Raises `UnreadableError` unless every page they took was as it was written."""
        try:
            if self._connection is None:
                self._connection = self._engine.connect()
            found = work(self._connection)
            # An altered page at the end of a long text reads as zeros and says nothing; only the status does.
            is_whole = self._connection.exec_driver_sql("PRAGMA cipher_status").scalar() == "1"
            self._connection.rollback()
        except DBAPIError as error:
            self.close()
            raise UnreadableError from error
        if not is_whole:
            self.close()
            raise UnreadableError
        return found

    def close(self) -> None:
        """Let go of the file."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(DBAPIError):
                connection.close()


def copied(store: Path, folder: Path) -> Path:
    """A copy of a store and its log. What is missing of its last page is made up with zeros, which count as damage. Raises OSError."""
    copy = folder / store.name
    for end in ("", "-wal"):
        source = store.with_name(store.name + end)
        if source.exists():
            target = copy.with_name(copy.name + end)
            target.touch(mode=0o600)
            shutil.copyfile(source, target)
    with copy.open("ab") as file:
        file.write(bytes(-file.tell() % PAGE_SIZE))
    return copy
