"""Models an admin registered, in the store: JSON text by name. Rows are only added."""

from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select

from core.store.schema import registrations as table


@dataclass(frozen=True, slots=True)
class Kept:
    """The newest row of a name. `content` is None where it was taken out; `at` is a stored moment."""

    revision: int
    name: str
    content: str | None
    at: str
    by: str


def newest(connection: Connection) -> list[Kept]:
    """The newest row of each name, in the order they came first."""
    last = select(func.max(table.c.revision)).group_by(table.c.name)
    begun = select(table.c.name, func.min(table.c.revision)).group_by(table.c.name)
    first = {name: revision for name, revision in connection.execute(begun)}  # noqa: C416 - rows are no pairs to a checker
    rows = connection.execute(select(table).where(table.c.revision.in_(last)))
    kept = [Kept(row.revision, row.name, row.content, row.changed_at, row.changed_by) for row in rows]
    return sorted(kept, key=lambda one: first[one.name])


def keep(connection: Connection, name: str, content: str | None, *, at: str, by: str) -> int:
    """Keep what is said of a model from now on; the number of the row."""
    row = insert(table).values(name=name, content=content, changed_at=at, changed_by=by)
    return int(connection.scalar(row.returning(table.c.revision)) or 0)
