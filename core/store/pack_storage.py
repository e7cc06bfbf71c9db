"""What packs keep for themselves in the store: JSON text by key, each pack under its own name."""

from collections.abc import Mapping

from sqlalchemy import Connection, LargeBinary, cast, delete, func, select
from sqlalchemy.dialects.sqlite import insert

from core.store.schema import pack_storage as table


def value_of(connection: Connection, pack: str, key: str) -> str | None:
    """A value as JSON; None where there is none."""
    return connection.scalar(select(table.c.value).where(table.c.pack == pack, table.c.key == key))


def keys_of(connection: Connection, pack: str) -> list[str]:
    """Every key of a pack, sorted by code point."""
    return list(connection.scalars(select(table.c.key).where(table.c.pack == pack).order_by(table.c.key)))


def keep(connection: Connection, pack: str, values: Mapping[str, str | None], at: str) -> None:
    """Keep values as JSON in place of those before; None removes one."""
    for key, value in values.items():
        if value is None:
            connection.execute(delete(table).where(table.c.pack == pack, table.c.key == key))
            continue
        changed = {"value": value, "saved_at": at}
        connection.execute(
            insert(table)
            .values(pack=pack, key=key, **changed)
            .on_conflict_do_update(index_elements=["pack", "key"], set_=changed)
        )


def kept(connection: Connection, pack: str) -> tuple[int, int]:
    """How many values a pack keeps, and how many bytes they are."""
    size = func.coalesce(func.sum(func.length(cast(table.c.value, LargeBinary))), 0)
    count, total = connection.execute(select(func.count(), size).where(table.c.pack == pack)).one()
    return int(count), int(total)
