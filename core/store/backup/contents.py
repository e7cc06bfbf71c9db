"""What an encrypted copy holds, and whether it is the store it was made of: counts, tables, pages, head of the trail.

Two checks of the engine: every page's seal (`cipher_integrity_check`) and the structure (`quick_check`). A copy of the whole file is
read through for strings it must not show: a backup in clear would otherwise only be noticed by a thief.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, select, text

from core.base.errors import Damaged
from core.store import schema
from core.store.age import revision_of
from core.store.audit_rows import head
from core.store.backup.header import AuditHead
from core.store.database import PLAIN_HEADER, open_store, refuse_if_altered
from core.store.lanes import Lane
from core.store.store import store_id

PLANTED = 20
"""Strings of patients that are looked for in the file as it lies on the disk."""

SHORTEST = 9
"""Bytes of such a string. Shorter ones may stand in random bytes."""

_CHUNK = 4 * 2**20


@dataclass(frozen=True, slots=True)
class Contents:
    """Of which clinic, of which structure, how many rows of what, up to which row of the trail."""

    store: str
    revision: str
    rows: dict[str, int]
    head: AuditHead


def contents_of(connection: Connection) -> Contents:
    """Count what is in a store, on one consistent view."""
    newest = head(connection)
    return Contents(
        store_id(connection) or "",
        revision_of(connection),
        rows_of(connection),
        AuditHead(seq=newest.seq, mac=newest.mac.hex(), at=newest.at),
    )


def rows_of(connection: Connection) -> dict[str, int]:
    """How many rows each table has."""
    names = connection.scalars(text("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"))
    return {name: connection.scalar(text(f'SELECT count(*) FROM "{name}"')) or 0 for name in names.all()}  # noqa: S608 - names of tables


@contextmanager
def opened(path: Path, key: bytes) -> Iterator[Lane]:
    """A lane on a copy that nobody writes. Raises `Damaged`."""
    lane = Lane("copy", open_store(path, key, writes=False, immutable=True), path)
    try:
        yield lane
    finally:
        lane.close()


def check_pages(connection: Connection, path: Path) -> None:
    """Every page's seal, then the structure. Raises `Damaged` store_damaged."""
    for check, fine in (("cipher_integrity_check", []), ("quick_check(1)", [("ok",)])):
        found = [tuple(row) for row in connection.exec_driver_sql(f"PRAGMA {check}").fetchall()]
        if found != fine:
            raise Damaged("store_damaged", file=path)
    refuse_if_altered(connection, path)


def strings_in(connection: Connection) -> list[bytes]:
    """What patients typed or were registered with, to be looked for where it must not be seen."""
    columns = (
        schema.patients.c.name,
        schema.patients.c.phone,
        schema.patients.c.id_card,
        schema.visits.c.chief_complaint,
    )
    found: list[bytes] = []
    for column in columns:
        query = select(column).where(column.is_not(None)).order_by(column.table.c.id.desc()).limit(PLANTED)
        found += [str(value).encode() for value in connection.scalars(query)]
    return [one for one in found if len(one) >= SHORTEST][:PLANTED]


def shows(path: Path, strings: list[bytes]) -> bool:
    """Whether a file holds one of the strings, or a database, in clear."""
    wanted = [PLAIN_HEADER, *strings]
    longest = max(map(len, wanted))
    kept = b""
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            piece = kept + chunk
            if any(one in piece for one in wanted):
                return True
            kept = piece[-longest:]
    return False


def flushed(path: Path) -> None:
    """Have a file on the disk before it counts. Raises OSError."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())
