"""The rival of the encrypted store: the same library without a key, the same tables and rows, the same statements.

Statements are taken down where SQLAlchemy hands them to the driver and sent again to a plain connection as they are, so the rival
spends nothing on building them or on making objects of the rows. It runs in a process of its own: the wiping of freed memory,
once the store has switched it on, holds for every connection of a process and cannot be switched off.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeAlias, cast

import sqlcipher3.dbapi2 as library  # noqa: TID251 - the rival is this very library without a key
from sqlalchemy import Connection, Engine, event

from core.store.database import SETTINGS
from tests.bench.measure import timed

NAME = "plain SQLite: same library, rows, statements"

RawConnection: TypeAlias = library.Connection


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement as the driver gets it. `many` sends it once for each of a list of parameters."""

    text: str
    parameters: Any = ()
    many: bool = False

    @property
    def writes(self) -> bool:
        return self.text.startswith(("INSERT", "UPDATE", "DELETE"))

    @property
    def reads(self) -> bool:
        return self.text.startswith("SELECT")


@dataclass(frozen=True, slots=True)
class Replayed:
    """What sending statements again took, and the number of rows they gave."""

    ms: float
    rows: int


@contextmanager
def recorded() -> Iterator[list[Statement]]:
    """Take down every statement of every connection meanwhile."""
    heard: list[Statement] = []

    def hear(
        _connection: Connection, _cursor: object, text: str, parameters: Any, _context: object, many: bool
    ) -> None:
        heard.append(Statement(text, _sendable(parameters), many))

    event.listen(Engine, "before_cursor_execute", hear)
    try:
        yield heard
    finally:
        event.remove(Engine, "before_cursor_execute", hear)


def _sendable(parameters: Any) -> Any:
    """Parameters that can go to another process: a driver is handed views of bytes."""
    if isinstance(parameters, list | tuple):
        return type(parameters)(map(_sendable, parameters))
    return bytes(parameters) if isinstance(parameters, memoryview) else parameters


def replay(connection: RawConnection, statements: Sequence[Statement]) -> Replayed:
    """Send the statements again as one transaction and fetch all they give."""
    rows = 0

    def transaction() -> None:
        nonlocal rows
        connection.execute("BEGIN")
        for statement in statements:
            if statement.many:
                connection.executemany(statement.text, statement.parameters)
            else:
                rows += len(connection.execute(statement.text, statement.parameters).fetchall())
        connection.execute("COMMIT")

    return Replayed(timed(transaction), rows)


class Plain:
    """An unencrypted database with the settings of the store, but for those of the cipher, in a process of its own."""

    def __init__(self, path: Path, tables: Sequence[str]) -> None:
        self._process = ProcessPoolExecutor(1, get_context("spawn"), _open, (path, tables))

    def replay(self, transactions: Sequence[Sequence[Statement]]) -> list[Replayed]:
        """Send the statements of each transaction again."""
        return self._process.submit(_replay, transactions).result()

    def close(self) -> None:
        self._process.shutdown()


_opened: list[RawConnection] = []
"""The connection of the rival's process."""


def _open(path: Path, tables: Sequence[str]) -> None:
    connection = library.connect(str(path), isolation_level=None)
    for setting in SETTINGS:
        if not setting.name.startswith("cipher"):
            connection.execute(f"PRAGMA {setting.name} = {setting.value}").fetchall()
    for definition in tables:
        connection.execute(definition)
    _opened.append(connection)


def _replay(transactions: Sequence[Sequence[Statement]]) -> list[Replayed]:
    return [replay(_opened[0], statements) for statements in transactions]


def tables_of(connection: Connection) -> list[str]:
    """The definitions of all tables and indexes, as they stand in the store."""
    rows = connection.exec_driver_sql(
        "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type = 'trigger', type DESC"
    )
    return [str(row.sql) for row in rows]


def raw_of(connection: Connection) -> RawConnection:
    """The driver's connection beneath SQLAlchemy's."""
    return cast("RawConnection", connection.connection.dbapi_connection)
