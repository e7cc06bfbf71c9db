"""Putting a restored store in the place of the one that is there, whatever state that is in; cut off at any step, it is finished or was
never begun.

Everything new lies complete in one folder that takes its final name with one rename: from then on the swap is carried out, by whoever
next holds the clinic's folder. First all that was there goes into a folder of its own, logs included, as a stale log would be read
into the restored file; when that is done, which a mark says, the new files take their places. Nothing is written over, nothing removed.
"""

import os
import shutil
from pathlib import Path

from core.base.atomic import previous_of, sync_folder
from core.base.paths import Home

READY = "restore.ready"
"""The folder of the complete new files."""

DONE = "restore.done"
"""What is left of it, on its way out."""

KEEP = "keep"
"""In it: the name of the folder that takes what was there."""

CLEARED = "cleared"
"""In it: what was there is out of the way."""

STRAY = "restore-stray"
"""The name under which a folder that no restore decided is put aside."""

STORE, ENVELOPE, HEAD, TOLD = "clinic.db", "keys.json", "head.json", "restored.json"


def is_pending(home: Home) -> bool:
    """Whether a swap was decided and not finished."""
    return (home.folder / READY).is_dir()


def decide(home: Home, new: Path, kept_as: str) -> None:
    """Let a folder of complete, flushed files be what this clinic is made of. Raises OSError; then nothing was decided."""
    _write(new / KEEP, kept_as)
    sync_folder(new)
    new.rename(home.folder / READY)
    sync_folder(home.folder)


def finish(home: Home) -> None:
    """Carry out a swap that was decided, from wherever it was cut off. The caller holds the clinic's folder. Raises OSError."""
    ready = home.folder / READY
    if not ready.is_dir():
        return
    if not (ready / CLEARED).exists():
        kept = _kept(ready)
        if kept is None:
            # Nothing was decided by this program: what lies there is kept and out of the way.
            ready.rename(home.folder / free_folder(home, STRAY))
            sync_folder(home.folder)
            return
        _clear(home, ready, home.folder / kept)
        _write(ready / CLEARED, "")
        sync_folder(ready)
    for name in (STORE, HEAD, TOLD, ENVELOPE):
        if (ready / name).exists():
            (ready / name).rename(home.folder / name)
    sync_folder(home.folder)
    # Under another name first: a removal that is cut off must not look like a swap that is not begun.
    done = home.folder / DONE
    shutil.rmtree(done, ignore_errors=True)
    ready.rename(done)
    sync_folder(home.folder)
    shutil.rmtree(done, ignore_errors=True)


def _kept(ready: Path) -> str | None:
    """The name of the folder that takes what was there; None where the new files are not all there, as `decide` leaves them."""
    try:
        name = (ready / KEEP).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return None
    is_a_name = name == Path(name).name and name not in {"", ".", ".."}
    return name if is_a_name and (ready / STORE).is_file() else None


def _clear(home: Home, ready: Path, kept: Path) -> None:
    """Move what is in the way of the new files, and every log, into `kept`."""
    there = [home.store.with_name(f"{STORE}{end}") for end in ("", "-wal", "-shm", "-journal")]
    # What a change of the data key left would take the restored file for its own.
    there += [home.store_before, home.store_rotated, home.envelope_rotated]
    for new, present in ((ENVELOPE, home.envelope), (HEAD, home.head)):
        if (ready / new).exists():
            there += [present, previous_of(present)]
    there = [one for one in there if one.exists()]
    if not there:
        return
    kept.mkdir(mode=0o700, exist_ok=True)
    for one in there:
        one.rename(kept / one.name)
    sync_folder(kept)
    sync_folder(home.folder)


def free_folder(home: Home, name: str) -> str:
    """A name no folder of the clinic has."""
    number, found = 1, name
    while (home.folder / found).exists():
        number += 1
        found = f"{name}-{number}"
    return found


def _write(path: Path, text: str) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
