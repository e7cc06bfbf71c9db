"""Whether a backup is one: taken out of its file, opened with its key, and held against what its header says.

A backup counts only after this. It is read back from the medium, its pages and tables are checked, every table is counted, the audit
trail is walked to its head, and the file is searched for words of patients.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path

from cryptography.exceptions import InvalidTag

from core.base.chain import AuditKeys
from core.base.errors import Damaged
from core.base.ports import Head
from core.base.rights import TwoPersonRule
from core.ledger.anchor import Found
from core.ledger.findings import Finding
from core.ledger.verify import verify
from core.store import audit_rows
from core.store.age import newer
from core.store.audit_rows import StoredChain
from core.store.backup.contents import Contents, check_pages, contents_of, opened, shows, strings_in
from core.store.backup.file import BackupFile
from core.store.backup.inside import Ways
from core.store.lanes import Lane
from core.store.rules import rules_of
from core.store.schema import REVISION

SPOILT = frozenset(
    {
        *("backup_header_damaged", "backup_header_altered", "backup_cut", "backup_body_damaged"),
        *("backup_in_clear", "backup_pages_damaged", "backup_counts_differ", "backup_head_differs"),
    }
)
"""Codes that say that a file is not the backup it was, whoever looks at it with whatever key and on whatever disk."""


class Stage(StrEnum):
    """What is being done, for whoever waits: `backup.stages.<value>`."""

    COPY = "copy"
    WRITE = "write"
    READ = "read"
    CHECK = "check"
    TRAIL = "trail"
    RESTORE = "restore"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far it is. `unit` is pages, bytes, steps or rows; `total` is 0 where it is not known."""

    stage: Stage
    done: int
    total: int


Told = Callable[[Progress], None]
"""Hears how far it is. What it raises ends the work and undoes it."""


def unheard(_: Progress) -> None:
    """Nobody waits."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What a backup holds. `trail` is what is wrong with its audit trail: the copy is true, and what it is a copy of was altered."""

    contents: Contents
    keys: AuditKeys
    ways: Ways
    rules: frozenset[TwoPersonRule]
    trail: tuple[Finding, ...]


def check_backup(file: BackupFile, backup_key: bytes, copy: Path, told: Told) -> Checked:
    """Take the copy out to `copy`, which must not exist and stays there, and check it.

    Raises `Damaged` backup_header_altered, backup_body_damaged, backup_in_clear, backup_pages_damaged, store_newer,
    backup_counts_differ, backup_head_differs; OSError; what `told` raises.
    """
    file.refuse_made_up(backup_key)
    if file.header.revision > REVISION:
        raise newer(file.path, file.header.revision, REVISION, file.header.program)
    file.copy_out(copy, lambda done, total: told(Progress(Stage.READ, done, total)))
    ways = ways_of(file, backup_key)
    try:
        return _checked(file, backup_key, copy, ways, told)
    except Damaged as trouble:
        if trouble.code not in {"store_damaged", "store_plain", "store_structure"}:
            raise
        raise Damaged("backup_pages_damaged", file=file.path) from trouble


def _checked(file: BackupFile, backup_key: bytes, copy: Path, ways: Ways, told: Told) -> Checked:
    steps = partial(_step, told)
    with opened(copy, backup_key) as lane:
        steps(0)
        lane.run(lambda connection: check_pages(connection, copy))
        steps(1)
        contents = lane.run(contents_of)
        _compare(file, contents)
        steps(2)
        strings = lane.run(strings_in)
        keys = lane.run(lambda connection: audit_rows.keys(connection, copy))
        rules = lane.run(rules_of)
        trail = trail_of(lane, keys, told)
    if shows(copy, strings):
        raise Damaged("backup_in_clear", file=file.path)
    steps(3)
    return Checked(contents, keys, ways, rules, trail)


def ways_of(file: BackupFile, backup_key: bytes) -> Ways:
    """Who could open the clinic. Raises `Damaged` backup_header_altered."""
    try:
        return file.header.inside.open_with(backup_key, file.header.store)
    except (InvalidTag, ValueError) as error:
        raise Damaged("backup_header_altered", file=file.path) from error


def trail_of(lane: Lane, keys: AuditKeys, told: Told) -> tuple[Finding, ...]:
    """Walk the audit trail of a copy to its head; what is wrong with it."""
    chain = StoredChain(lane.run)
    head: Head = chain.head()
    nothing_outside = Found((), missing=False, damaged=False)
    return verify(
        chain, keys, nothing_outside, lambda rows: told(Progress(Stage.TRAIL, rows, head.seq))
    ).found


def _step(told: Told, done: int) -> None:
    told(Progress(Stage.CHECK, done, 3))


def _compare(file: BackupFile, found: Contents) -> None:
    said = file.header
    if (found.store, found.revision) != (said.store, said.revision):
        raise Damaged("backup_counts_differ", file=file.path, table="clinic")
    for table in sorted({*said.rows, *found.rows}):
        if said.rows.get(table) != found.rows.get(table):
            raise Damaged("backup_counts_differ", file=file.path, table=table)
    if found.head != said.head:
        raise Damaged("backup_head_differs", file=file.path, found=found.head.seq, expected=said.head.seq)
