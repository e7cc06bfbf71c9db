"""Replacing the data key: the store is copied into a new file under another key, verified, and put in the old one's place.

Three names stand beside `clinic.db` and `keys.json` while it lasts: the new store, the new envelope, and the store from before. What is
found of them at the next opening says what to do, so that a crash at any moment leaves a clinic that opens by the old key or the new:

* no store from before: nothing was swapped; what was made is removed;
* a store from before and a new envelope: the swap had begun and all of the new is complete; it is finished;
* a store from before alone: the swap is done; the old file and the old envelope go once the new store was opened.

The old file is removed as any file is: what a disk keeps of it, and copies made of it, open by the old key for ever.
"""

from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from pathlib import Path

from sqlalchemy import Connection, text

from core.base.atomic import sync_folder, write_atomically
from core.base.errors import Busy, ClinicError, Damaged
from core.base.paths import Home
from core.base.space import MIB, free_space, mib
from core.store.audit_rows import head
from core.store.backup.contents import check_pages, contents_of, flushed, opened
from core.store.database import copy_pages, open_store
from core.store.envelope import Envelope, write_envelope
from core.store.envelope_turn import turn

SPARE = 64 * MIB
"""Room that is left on the disk beside the second store."""


class Step(StrEnum):
    """What a rotation is at. Only before the last can it still be given up. The first is done by the clinic that is open."""

    BACKUP = "backup"
    COPY = "copy"
    CHECK = "check"
    SWAP = "swap"


Told = Callable[[Step, int, int], None]
"""Hears the step and how much of how much is done (0 of 0 when that is not known). What it raises ends the work."""


def refuse_without_room(home: Home) -> None:
    """Raises `ClinicError` disk_full unless a second store fits beside the first."""
    needed = home.store.stat().st_size + SPARE
    if free_space(home.folder) < needed:
        raise ClinicError("disk_full", file=home.store, needed=mib(needed))


def rotate(
    home: Home,
    envelope: Envelope,
    keys: tuple[bytes, bytes],
    row: Callable[[Connection], None],
    told: Told,
) -> None:
    """Put a store under the new key, and `envelope`, which holds it, in place. Nobody has the store open.

    `keys` are the present one and the new; `row` writes the one audit row that says so, in the new store alone. Whatever goes wrong
    leaves the store and the envelope as they were. Raises `ClinicError` disk_full; `Busy` when the store is still being read; `Damaged`
    store_damaged, rotation_unequal; OSError; and what `told` raises. The caller has the envelope's `turn` since it read it.
    """
    old_key, new_key = keys
    refuse_without_room(home)
    _refuse_open(home)
    clear(home)
    try:
        _copied(home, old_key, new_key, row, told)
        told(Step.SWAP, 0, 0)
        # The last thing made: from here on everything new is complete.
        write_envelope(home.envelope_rotated, envelope)
        _refuse_open(home)
        home.store.replace(home.store_before)
        sync_folder(home.folder)
        finish(home)
    except BaseException:
        if not _is_swapped(home):
            _undo(home)
            raise


def finish(home: Home) -> None:
    """At an opening, and at the end of a rotation: what was begun is finished, or, when nothing was swapped yet, removed.

    Whoever calls it holds the clinic's folder.
    """
    if not home.store_before.exists():
        clear(home)
        return
    if not home.envelope_rotated.exists():
        return
    if home.store_rotated.exists():
        home.store_rotated.replace(home.store)
        sync_folder(home.folder)
    with turn(home.envelope):
        made = home.envelope_rotated.read_bytes()
        if home.envelope.read_bytes() != made:
            write_atomically(home.envelope, made)
    home.envelope_rotated.unlink()
    sync_folder(home.folder)


def forget_old(home: Home) -> None:
    """The new store was opened: neither the old one nor an envelope that holds its key is kept any longer. Raises OSError."""
    if not home.store_before.exists():
        return
    with turn(home.envelope):
        write_atomically(home.envelope, home.envelope.read_bytes())
    home.store_before.unlink()
    sync_folder(home.folder)


def clear(home: Home) -> None:
    """Remove what was made and not swapped in."""
    # The envelope first: without it the new store is nothing but a file to remove.
    for made in (home.envelope_rotated, home.store_rotated, *_beside(home.store_rotated)):
        made.unlink(missing_ok=True)


def _copied(
    home: Home, old_key: bytes, new_key: bytes, row: Callable[[Connection], None], told: Told
) -> None:
    """The new store, complete and verified, with its own audit row as the last."""
    new = home.store_rotated
    with opened(home.store, old_key) as lane:
        before = lane.run(contents_of)
        marks = lane.run(_marks)
        lane.run(lambda connection: copy_pages(connection, new, new_key, lambda *far: told(Step.COPY, *far)))
    told(Step.CHECK, 0, 3)
    engine = open_store(new, new_key)
    with engine.connect() as connection, connection.begin():
        if contents_of(connection) != before or _marks(connection) != marks:
            raise Damaged("rotation_unequal", file=new)
        row(connection)
        newest = head(connection)
        if newest.seq <= before.head.seq:
            raise RuntimeError("A rotation without an audit row")
    engine.dispose()
    told(Step.CHECK, 1, 3)
    _refuse_log(new)
    flushed(new)
    # The file alone, without a log beside it: that is what takes the old one's place.
    with opened(new, new_key) as lane:
        if lane.run(head) != newest:
            raise Damaged("rotation_unequal", file=new)
        told(Step.CHECK, 2, 3)
        lane.run(lambda connection: check_pages(connection, new))
    told(Step.CHECK, 3, 3)


def _marks(connection: Connection) -> tuple[object, ...]:
    """What else must be the same: whose file it is, its version, and every table, index and trigger as it was made."""
    numbers = [
        connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("user_version", "application_id")
    ]
    made = connection.execute(text("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name"))
    return (*numbers, *(tuple(one) for one in made))


def _undo(home: Home) -> None:
    """Put the old store back under its name. What cannot be put back is finished at the next opening."""
    with suppress(OSError):
        if home.store_before.exists():
            if not home.store_rotated.exists():
                home.store.replace(home.store_rotated)
            home.store_before.replace(home.store)
            sync_folder(home.folder)
        clear(home)


def _is_swapped(home: Home) -> bool:
    """Whether the new envelope is in place: then the new store is the clinic's, whatever is left to tidy up."""
    with suppress(OSError):
        made = home.envelope_rotated
        return home.store_before.exists() and (
            not made.exists() or home.envelope.read_bytes() == made.read_bytes()
        )
    return False


def _refuse_open(home: Home) -> None:
    """A log beside the store means that somebody still has it open; swapping would part the two."""
    if any(file.exists() for file in _beside(home.store)):
        raise Busy("store_busy", folder=home.folder)


def _refuse_log(path: Path) -> None:
    if any(file.exists() for file in _beside(path)):
        raise Damaged("rotation_unequal", file=path)


def _beside(path: Path) -> list[Path]:
    return [path.with_name(f"{path.name}{end}") for end in ("-wal", "-shm")]
