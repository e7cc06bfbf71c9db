"""The clinic's egress policies, in the store: every revision, who set it and when. Rows are only added."""

from dataclasses import dataclass

from sqlalchemy import Connection, Row, insert, select

from core.store.schema import egress_policies as table


@dataclass(frozen=True, slots=True)
class Kept:
    """One revision. `content` is the canonical form; `at` is a stored moment."""

    revision: int
    content: str
    digest: str
    at: str
    by: str


def newest(connection: Connection) -> Kept | None:
    """The one in force."""
    row = connection.execute(select(table).order_by(table.c.revision.desc()).limit(1)).first()
    return None if row is None else _of_row(row)


def every(connection: Connection) -> list[Kept]:
    """The newest first."""
    return [_of_row(row) for row in connection.execute(select(table).order_by(table.c.revision.desc()))]


def keep(connection: Connection, one: Kept) -> None:
    connection.execute(
        insert(table).values(
            revision=one.revision, content=one.content, digest=one.digest, set_at=one.at, set_by=one.by
        )
    )


def _of_row(row: Row[tuple[object, ...]]) -> Kept:
    return Kept(row.revision, row.content, row.digest, row.set_at, row.set_by)
