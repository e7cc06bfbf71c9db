"""The store as it was before its tables are brought up to date: a verified copy beside it, for going back to the program from before.

It is under the same data key and lies with a copy of the envelope in a folder of its own, which is there as a whole or not at all.
"""

import shutil
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path

from sqlalchemy import Connection

from core.base.atomic import sync_folder
from core.base.errors import Damaged
from core.base.paths import Home
from core.store.age import revision_of
from core.store.backup import swap
from core.store.backup.contents import check_pages, flushed, opened, rows_of
from core.store.backup.work import workplace
from core.store.database import copy_pages, open_store
from core.store.lanes import Lane
from core.store.schema import REVISION

Told = Callable[[str, int, int], None]
"""Hears what is being done (`opening.<value>` in the message files) and how much of how much; 0 of 0 where that is not known."""

KEEP, CHECK, MIGRATE = "keep", "check", "migrate"


def keep_before_migration(home: Home, key: bytes, day: date, told: Told = lambda *_: None) -> Path | None:
    """Keep a copy of a store that is about to be migrated; None when it is not. The caller holds the clinic's folder.

    Raises `ClinicError` backup_no_room; `Damaged` store_damaged: then nothing is migrated. OSError.
    """
    lane = Lane("before", open_store(home.store, key, writes=False), home.store)
    try:
        found = lane.run(revision_of)
        if not found or found >= REVISION:
            return None
        with workplace(home, home.store.stat().st_size) as work:
            new = work / "copy"
            new.mkdir(mode=0o700)
            copy = new / swap.STORE
            rows = lane.run(lambda connection: _copied(connection, copy, key, partial(told, KEEP)))
            flushed(copy)
            told(CHECK, 0, 0)
            with opened(copy, key) as other:
                other.run(lambda connection: check_pages(connection, copy))
                if other.run(rows_of) != rows:
                    raise Damaged("store_damaged", file=copy)
            shutil.copy(home.envelope, new / swap.ENVELOPE)
            sync_folder(new)
            kept = home.folder / swap.free_folder(home, f"before-{REVISION}-{day.isoformat()}")
            new.rename(kept)
            sync_folder(home.folder)
    finally:
        lane.close()
    told(MIGRATE, 0, 0)
    return kept


def _copied(
    connection: Connection, copy: Path, key: bytes, told: Callable[[int, int], None]
) -> dict[str, int]:
    rows = rows_of(connection)
    copy_pages(connection, copy, key, told)
    return rows
