"""The rival of the encrypted store: the same library without a key, the same tables and rows, the same statements.

Statements are taken down where SQLAlchemy hands them to the driver and sent again to a plain connection as they are, so the rival
spends nothing on building them or on making objects of the rows.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, cast

import sqlcipher3.dbapi2 as library  # noqa: TID251 - the rival is this very library without a key
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import StaticPool

from core.store.database import SETTINGS

RawConnection: TypeAlias = library.Connection

NAME = "plain SQLite, same library, rows and statements"


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement as the driver got it."""

    text: str
    parameters: Any
    many: bool

    @property
    def writes(self) -> bool:
        return self.text.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE"))


@contextmanager
def recorded() -> Iterator[list[Statement]]:
    """Take down every statement of every connection meanwhile."""
    heard: list[Statement] = []

    def hear(
        _connection: Connection, _cursor: object, text: str, parameters: Any, _context: object, many: bool
    ) -> None:
        heard.append(Statement(text, parameters, many))

    event.listen(Engine, "before_cursor_execute", hear)
    try:
        yield heard
    finally:
        event.remove(Engine, "before_cursor_execute", hear)


def replay(connection: library.Connection, statements: Sequence[Statement]) -> int:
    """Send the statements again and fetch all they give; returns the number of rows."""
    rows = 0
    for statement in statements:
        if statement.many:
            connection.executemany(statement.text, statement.parameters)
        else:
            rows += len(connection.execute(statement.text, statement.parameters).fetchall())
    return rows


class Plain:
    """An unencrypted database with the settings of the store, but for those of the cipher."""

    def __init__(self, path: Path, tables: Sequence[str]) -> None:
        self.raw = library.connect(str(path), isolation_level=None)
        for setting in SETTINGS:
            if not setting.name.startswith("cipher"):
                self.raw.execute(f"PRAGMA {setting.name} = {setting.value}").fetchall()
        for definition in tables:
            self.raw.execute(definition)

    def fill(self, load: Callable[[Connection], None]) -> None:
        """Run a loader in one transaction."""
        engine = create_engine(
            "sqlite+pysqlite://", module=library, creator=lambda: self.raw, poolclass=StaticPool
        )
        with engine.connect() as connection:
            self.raw.execute("BEGIN")
            load(connection)
            self.raw.execute("COMMIT")

    def transact(self, statements: Sequence[Statement]) -> None:
        """Send the statements again as one transaction, durable when this returns."""
        self.raw.execute("BEGIN IMMEDIATE")
        replay(self.raw, statements)
        self.raw.execute("COMMIT")

    def close(self) -> None:
        self.raw.close()


def tables_of(connection: Connection) -> list[str]:
    """The definitions of all tables and indexes, as they stand in the store."""
    rows = connection.exec_driver_sql(
        "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type DESC"
    )
    return [str(row.sql) for row in rows]


def raw_of(connection: Connection) -> RawConnection:
    """The driver's connection beneath SQLAlchemy's."""
    return cast("RawConnection", connection.connection.dbapi_connection)
