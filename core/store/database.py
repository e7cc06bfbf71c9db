"""Opening the encrypted file: the only module that imports sqlcipher3, and the one place its settings stand.

A missing, empty or unencrypted file is an alarm and never a new clinic: SQLCipher itself would open a 0-byte file without
complaint. The file is created by `create` alone. There is no fallback to the standard library's sqlite3.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import sqlcipher3.dbapi2 as sqlcipher
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from core.base.errors import Busy, ClinicError, Damaged
from core.base.space import disk_full, is_full
from core.base.wiping import wipe

MINIMUM_SQLITE = (3, 51, 3)
"""Older ones can corrupt a WAL database when two connections reset the log at once."""

PLAIN_HEADER = b"SQLite format 3\x00"

PAGE_SIZE = 4096
"""Bytes."""

PAGES_A_STEP = 1024
"""Pages a copy goes on by between two looks at whether it is still wanted: some 40 ms."""

CIPHER: dict[str, str | int] = {"cipher": "sqlcipher", "version": 4, "page_size": PAGE_SIZE, "key": "raw"}
"""What another program would need to know, besides the key, to open the file. Written into the envelope."""


@dataclass(frozen=True)
class Setting:
    """One PRAGMA and the value it must read back as."""

    name: str
    value: str
    reads_back: object


SETTINGS = (
    Setting("cipher_page_size", f"{PAGE_SIZE}", f"{PAGE_SIZE}"),
    Setting("cipher_memory_security", "ON", "1"),
    Setting("journal_mode", "WAL", "wal"),
    Setting("synchronous", "FULL", 2),
    Setting("foreign_keys", "ON", 1),
    Setting("secure_delete", "ON", 1),
    Setting("temp_store", "MEMORY", 2),
    Setting("trusted_schema", "OFF", 0),
    Setting("cell_size_check", "ON", 1),
    Setting("mmap_size", "0", 0),
    Setting("busy_timeout", "5000", 5000),
)
"""spec/security.md §1.2. Every connection gets all of them and reads each back before its first statement."""

READ_ONLY = Setting("query_only", "ON", 1)
"""One more on every connection but the writer's."""


class UnsafeLibraryError(RuntimeError):
    """The database library is not the one this program was built for. A fault of the installation."""


def create(path: Path, key: bytes) -> None:
    """Make a new, empty, encrypted file. Raises FileExistsError rather than touch an existing one."""
    path.touch(mode=0o600, exist_ok=False)
    _connect(path, key).close()


def open_store(path: Path, key: bytes, *, writes: bool = True, immutable: bool = False) -> Engine:
    """An engine on the encrypted file; the caller holds its connections and keeps each on one thread.

    `writes` is for the one connection that changes anything; on the others SQLite itself refuses to. `immutable` is for a file that
    nobody writes, this included: no log, no lock, nothing is made beside it, and a log that lies there is not read. `key` is the raw 32-byte
    data key, already proved right against the envelope, so a refusal to decrypt means damage.
    Raises `Damaged` store_missing, store_empty, store_plain, store_damaged.
    """
    refuse_unfit_file(path)
    engine = create_engine(
        "sqlite+pysqlite://",
        module=sqlcipher,
        creator=lambda: _connect(path, key, writes=writes, immutable=immutable),
        poolclass=NullPool,
        # Otherwise a patient's words would stand in the text of a database error.
        hide_parameters=True,
    )
    # The driver's own transaction handling is off (isolation_level None): it would commit before DDL, and a migration
    # would survive its rollback.
    event.listen(engine, "begin", _beginner("BEGIN IMMEDIATE" if writes else "BEGIN"))
    return engine


def copy_pages(source: Connection, path: Path, key: bytes, told: Callable[[int, int], None]) -> None:
    """Copy the database of a connection into a new file under another key, as SQLite's own backup does.

    The caller's connection holds a transaction with something read in it: the copy is of that one moment, whatever is written
    meanwhile, and no writer waits. `told` hears pages done and pages in all after each 4 MiB; what it raises ends the copy. The file
    is not yet flushed to the disk. Raises FileExistsError; DBAPIError's driver errors as what they mean (`ClinicError`).
    """
    path.touch(mode=0o600, exist_ok=False)
    driver = source.connection.driver_connection
    target = _unlocked(path, key)
    try:
        # A file that is given up when anything fails needs neither a journal nor a flush after each step.
        for setting in (f"cipher_page_size = {PAGE_SIZE}", "journal_mode = OFF", "synchronous = OFF"):
            target.execute(f"PRAGMA {setting}").fetchall()
        driver.backup(target, pages=PAGES_A_STEP, progress=lambda _, left, all_: told(all_ - left, all_))  # type: ignore[union-attr]
    except sqlcipher.DatabaseError as error:
        raise _meaning(str(error), path) or Damaged("store_damaged", file=path) from error
    finally:
        target.close()


def open_wreck(path: Path, key: bytes) -> Engine:
    """An engine on a copy of a damaged file, for taking out of it what can be read: nothing of it is checked or refused before.

    A file that was cut off says in its first page that it is longer; SQLite reads what is there of it only where the schema counts
    as writable. Nothing is written all the same.
    """

    def connect() -> sqlcipher.Connection:
        connection = _unlocked(path, key)
        for setting in (
            f"cipher_page_size = {PAGE_SIZE}",
            "temp_store = MEMORY",
            "trusted_schema = OFF",
            "mmap_size = 0",
            "writable_schema = ON",
            "query_only = ON",
        ):
            connection.execute(f"PRAGMA {setting}").fetchall()
        return connection

    return create_engine(
        "sqlite+pysqlite://", module=sqlcipher, creator=connect, poolclass=NullPool, hide_parameters=True
    )


def refuse_if_altered(connection: Connection, path: Path) -> None:
    """Refuse what was read unless every page was the one that was written.

    Needed after reading: when the last page of a long text fails its check, SQLCipher 4.19 hands out zeros in its place and
    reports no error; only its own status says so. It costs 2 µs. Raises `Damaged` store_damaged.
    """
    if connection.exec_driver_sql("PRAGMA cipher_status").scalar() != "1":
        raise Damaged("store_damaged", file=path)


def what_happened(error: DBAPIError, path: Path) -> ClinicError | None:
    """A failure of the world behind a database error, or None when it is a fault of this program."""
    return _meaning(str(error.orig), path)


def _meaning(text: str, path: Path) -> ClinicError | None:
    """What SQLite's words mean to a person: disk_full, store_busy, store_unwritable or store_damaged."""
    if "disk is full" in text:
        return disk_full(path)
    if "is locked" in text:
        return Busy("store_busy", folder=path.parent)
    if "readonly" in text or "unable to open" in text or "disk I/O error" in text:
        # A log that cannot be made, or its index that cannot grow, is how a full disk shows itself too.
        return disk_full(path) if is_full(path.parent) else ClinicError("store_unwritable", file=path)
    if "malformed" in text or "not a database" in text or "not decode to UTF-8" in text:
        return Damaged("store_damaged", file=path)
    return None


def _beginner(statement: str) -> Callable[[Connection], None]:
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(statement)

    return begin


def refuse_unfit_file(path: Path) -> None:
    """What can be told of a store without its key. Raises `Damaged` store_missing, store_empty, store_damaged, store_plain; OSError."""
    try:
        with path.open("rb") as file:
            header = file.read(len(PLAIN_HEADER))
    except FileNotFoundError as error:
        raise Damaged("store_missing", file=path) from error
    if not header:
        raise Damaged("store_empty", file=path)
    size = path.stat().st_size
    # SQLite takes a file of less than a page for an empty database and overlooks a page that is cut off. After a crash a page
    # may be half written; then the write-ahead log is still there and has it whole.
    if size < PAGE_SIZE or (size % PAGE_SIZE and not path.with_name(f"{path.name}-wal").exists()):
        raise Damaged("store_damaged", file=path)
    if header == PLAIN_HEADER:
        raise Damaged("store_plain", file=path)


def _give_key(connection: sqlcipher.Connection, key: bytes) -> None:
    """Unlock a connection. The key has to be written as text for it, and no copy of the text stays: SQLCipher overwrites what it
    frees from the first statement here on, and our own copies are overwritten.
    """
    connection.execute("PRAGMA cipher_memory_security = ON")
    written = key.hex()
    statement = f"PRAGMA key = \"x'{written}'\""
    try:
        connection.execute(statement)
    finally:
        wipe(written)
        wipe(statement)


def _unlocked(path: Path, key: bytes, how: str = "mode=rw") -> sqlcipher.Connection:
    """A connection with what every one needs, whatever it is for: no extensions, no word of its own on stderr, the key, and encryption.

    `mode=rw`: the library must never create the file.
    """
    connection = sqlcipher.connect(f"{path.as_uri()}?{how}", uri=True, isolation_level=None)
    try:
        connection.enable_load_extension(False)
        # Otherwise the library prints a failed decryption to stderr by itself.
        connection.execute("PRAGMA cipher_log_level = NONE")
        _give_key(connection, key)
        if not connection.execute("PRAGMA cipher_version").fetchone():
            raise UnsafeLibraryError("The database library does not encrypt")
    except BaseException:
        connection.close()
        raise
    return connection


def _connect(path: Path, key: bytes, *, writes: bool = True, immutable: bool = False) -> sqlcipher.Connection:
    if sqlcipher.sqlite_version_info < MINIMUM_SQLITE:
        raise UnsafeLibraryError(f"SQLite {sqlcipher.sqlite_version} is older than {MINIMUM_SQLITE}")
    connection = _unlocked(path, key, "immutable=1" if immutable else "mode=rw")
    try:
        settings: tuple[Setting, ...] = SETTINGS if writes else (*SETTINGS, READ_ONLY)
        if immutable:
            settings = tuple(one for one in settings if one.name != "journal_mode")
        for setting in settings:
            connection.execute(f"PRAGMA {setting.name} = {setting.value}").fetchall()
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        for setting in settings:
            (found,) = connection.execute(f"PRAGMA {setting.name}").fetchone()
            if found != setting.reads_back:
                raise UnsafeLibraryError(f"PRAGMA {setting.name} reads {found!r}, not {setting.reads_back!r}")
    except sqlcipher.DatabaseError as error:
        connection.close()
        raise _meaning(str(error), path) or Damaged("store_damaged", file=path) from error
    except UnsafeLibraryError:
        connection.close()
        raise
    return connection
