"""A store looked into while it is not open, with what its log holds of it, and left as it is.

After a crash or a power cut the newest changes stand in the log alone. To read it SQLite writes beside it, so a store that has one is
copied first, log included; without one it is read where it lies.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from core.base.paths import Home
from core.store.backup.contents import opened
from core.store.backup.work import workplace
from core.store.database import open_store, refuse_unfit_file
from core.store.lanes import Lane
from core.store.wreck import copied


@contextmanager
def untouched(home: Home, key: bytes) -> Iterator[Lane]:
    """A lane on the store of a home, or on a copy that is gone afterwards. The caller holds the clinic's folder.

    Raises `Damaged`; `ClinicError` backup_no_room; OSError.
    """
    log = home.store.with_name(f"{home.store.name}-wal")
    size = log.stat().st_size if log.exists() else 0
    if not size:
        with opened(home.store, key) as lane:
            yield lane
        return
    refuse_unfit_file(home.store)
    with workplace(home, home.store.stat().st_size + size) as work:
        copy = copied(home.store, work)
        lane = Lane("copy", open_store(copy, key, writes=False), copy)
        try:
            yield lane
        finally:
            lane.close()
