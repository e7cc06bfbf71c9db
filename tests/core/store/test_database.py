"""The encrypted file: its settings on every connection, what it refuses, and that nothing of it can be read without the key."""

import os
import secrets
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import cast

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from core.base.errors import Busy, ClinicError, Damaged
from core.store import database
from core.store.database import (
    SETTINGS,
    UnsafeLibraryError,
    copy_pages,
    create,
    open_store,
    open_wreck,
    what_happened,
)
from core.store.store import Store
from tests.fakes.clinic import MENZHEN, Clinic, content, store_of

KEY = secrets.token_bytes(32)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """An encrypted file with one table."""
    path = tmp_path / "clinic.db"
    create(path, KEY)
    with open_store(path, KEY).begin() as connection:
        connection.execute(text("CREATE TABLE t (x TEXT)"))
        connection.execute(text("INSERT INTO t VALUES ('舌淡红')"))
    return path


def looked_into(path: Path, key: bytes = KEY) -> str:
    """What the file says when it is opened."""
    with open_store(path, key).connect() as connection:
        return str(connection.scalar(text("SELECT x FROM t")))


def test_the_settings_are_those_of_the_security_report() -> None:
    assert {setting.name: setting.value for setting in SETTINGS} == {
        "cipher_page_size": "4096",
        "cipher_memory_security": "ON",
        "journal_mode": "WAL",
        "synchronous": "FULL",
        "foreign_keys": "ON",
        "secure_delete": "ON",
        "temp_store": "MEMORY",
        "trusted_schema": "OFF",
        "cell_size_check": "ON",
        "mmap_size": "0",
        "busy_timeout": "5000",
    }


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_a_setting_holds_on_the_writer_and_on_the_reader(clinic: Clinic, setting: database.Setting) -> None:
    with clinic.open() as kernel:
        store = store_of(kernel)
        for lane in (store._writer, store._reader):
            found = lane.run(lambda connection: connection.exec_driver_sql(f"PRAGMA {setting.name}").scalar())
            assert found == setting.reads_back


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_a_setting_that_does_not_hold_is_not_accepted(
    file: Path, monkeypatch: pytest.MonkeyPatch, setting: database.Setting
) -> None:
    other = database.Setting(setting.name, setting.value, "another")
    monkeypatch.setattr(database, "SETTINGS", [other if one is setting else one for one in SETTINGS])
    with pytest.raises(UnsafeLibraryError, match=setting.name):
        looked_into(file)


def test_extensions_cannot_be_loaded(file: Path) -> None:
    with open_store(file, KEY).connect() as connection, pytest.raises(DBAPIError, match="not authorized"):
        connection.exec_driver_sql("SELECT load_extension('x')")


def _to_the_store(file: Path) -> None:
    looked_into(file)


def _to_a_copy(file: Path) -> None:
    with open_store(file, KEY, writes=False).connect() as connection:
        connection.exec_driver_sql("SELECT count(*) FROM t")
        copy_pages(connection, file.with_name("copy.db"), secrets.token_bytes(32), lambda *_: None)


def _to_a_wreck(file: Path) -> None:
    with open_wreck(file, KEY).connect() as connection:
        connection.exec_driver_sql("SELECT count(*) FROM t")


every_road = pytest.mark.parametrize(
    "connect", [_to_the_store, _to_a_copy, _to_a_wreck], ids=lambda one: one.__name__.strip("_")
)


@every_road
def test_every_connection_refuses_extensions_and_is_silent_before_it_gets_the_key(
    file: Path, monkeypatch: pytest.MonkeyPatch, connect: Callable[[Path], None]
) -> None:
    opened: list[list[str]] = []

    class Heard(_library().Connection):  # type: ignore[misc]
        def __init__(self, *args: object, **options: object) -> None:
            super().__init__(*args, **options)
            self.said: list[str] = []
            opened.append(self.said)

        def enable_load_extension(self, enabled: bool) -> None:
            self.said.append(f"extensions {enabled}")
            super().enable_load_extension(enabled)

        def execute(self, statement: str, *parameters: object) -> object:
            self.said.append(statement.split(" = ", maxsplit=1)[0] if "key" in statement else statement)
            return super().execute(statement, *parameters)

    _connecting_as(monkeypatch, Heard)
    connect(file)
    assert opened
    for said in opened:
        assert said[:4] == [
            *("extensions False", "PRAGMA cipher_log_level = NONE"),
            *("PRAGMA cipher_memory_security = ON", "PRAGMA key"),
        ]


@every_road
def test_a_library_that_does_not_encrypt_is_not_accepted(
    file: Path, monkeypatch: pytest.MonkeyPatch, connect: Callable[[Path], None]
) -> None:
    class Plain(_library().Connection):  # type: ignore[misc]
        """As SQLite itself, which knows no such PRAGMA and says nothing."""

        def execute(self, statement: str, *parameters: object) -> object:
            asked = "SELECT 1 WHERE 0" if statement == "PRAGMA cipher_version" else statement
            return super().execute(asked, *parameters)

    _connecting_as(monkeypatch, Plain)
    with pytest.raises(UnsafeLibraryError, match="does not encrypt"):
        connect(file)


def _library() -> ModuleType:
    """The one driver, by the one module that knows it."""
    return cast("ModuleType", vars(database)["sqlcipher"])


def _connecting_as(monkeypatch: pytest.MonkeyPatch, factory: type) -> None:
    patient = _library().connect
    monkeypatch.setattr(
        "core.store.database.sqlcipher.connect",
        lambda *args, **options: patient(*args, factory=factory, **options),
    )


def test_the_right_key_reads(file: Path) -> None:
    assert looked_into(file) == "舌淡红"


def test_another_key_is_refused_and_changes_nothing(file: Path) -> None:
    before = file.read_bytes()
    with pytest.raises(Damaged, match="store_damaged"):
        looked_into(file, secrets.token_bytes(32))
    assert file.read_bytes() == before


def test_a_failed_decryption_is_not_printed_by_the_library(
    file: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Damaged):
        looked_into(file, secrets.token_bytes(32))
    assert capfd.readouterr() == ("", "")


UNFIT: list[tuple[Callable[[Path], object], str]] = [
    (lambda path: path.unlink(), "store_missing"),
    (lambda path: path.write_bytes(b""), "store_empty"),
    (lambda path: path.write_bytes(b"SQLite format 3\x00" + bytes(4080)), "store_plain"),
    (lambda path: path.write_bytes(os.urandom(8192)), "store_damaged"),
    (lambda path: path.write_bytes(b"x"), "store_damaged"),
]


@pytest.mark.parametrize(("harm", "code"), UNFIT, ids=["missing", "empty", "plain", "noise", "one byte"])
def test_an_unfit_file_is_refused_and_never_created_anew(
    file: Path, harm: Callable[[Path], object], code: str
) -> None:
    harm(file)
    before = sorted((path.name, path.read_bytes()) for path in file.parent.iterdir())
    with pytest.raises(Damaged) as refusal:
        looked_into(file)
    assert refusal.value.code == code
    assert sorted((path.name, path.read_bytes()) for path in file.parent.iterdir()) == before


def test_the_library_itself_is_told_never_to_create(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="unable to open"):
        database._connect(tmp_path / "new.db", KEY)
    assert list(tmp_path.iterdir()) == []


def test_an_existing_file_is_never_overwritten(file: Path) -> None:
    before = file.read_bytes()
    with pytest.raises(FileExistsError):
        create(file, KEY)
    assert file.read_bytes() == before


def test_only_its_owner_may_read_the_file(file: Path) -> None:
    assert file.stat().st_mode & 0o777 == 0o600


def test_the_standard_library_cannot_read_the_file(file: Path) -> None:
    program = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('SELECT * FROM sqlite_schema')"
    done = subprocess.run(
        [sys.executable, "-c", program, str(file)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "file is not a database" in done.stderr


def test_an_old_library_is_not_accepted(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "MINIMUM_SQLITE", (99, 0, 0))
    with pytest.raises(UnsafeLibraryError):
        looked_into(file)


WORDS = "夜间盗汗甚著"


def test_no_word_of_a_record_stands_in_any_file(clinic: Clinic) -> None:
    clinic.add("皇甫静")
    with clinic.open() as kernel:
        kernel.intake.save("P001", "menzhen", content({**MENZHEN, "zhushu": WORDS}))
        kernel.intake.save_draft("P001", "menzhen", content({"zhushu": WORDS}))
        wal = clinic.home.store.with_name("clinic.db-wal")
        assert wal.stat().st_size > 0
        found = {path.name: path.read_bytes() for path in clinic.home.folder.iterdir() if path.is_file()}
    found |= {path.name + " later": path.read_bytes() for path in clinic.home.folder.iterdir()}
    for words in (WORDS, "皇甫静", "huangfujing", "zhushu"):
        for encoding in ("utf-8", "utf-16-le", "gb18030"):
            assert [name for name, raw in found.items() if words.encode(encoding) in raw] == []
    assert [
        name for name, raw in found.items() if clinic.key in raw or clinic.key.hex().encode() in raw
    ] == []


def test_an_error_carries_no_word_of_a_patient(file: Path) -> None:
    with open_store(file, KEY).connect() as connection, pytest.raises(DBAPIError) as failure:
        connection.execute(text("INSERT INTO nowhere VALUES (:words)"), {"words": WORDS})
    assert WORDS not in str(failure.value)
    assert WORDS not in repr(failure.value)


def test_a_file_that_another_program_holds_is_busy_and_not_damaged(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    holder = database._connect(file, KEY)
    holder.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
    holder.execute("BEGIN EXCLUSIVE")
    patient = _library().connect
    monkeypatch.setattr(
        "core.store.database.sqlcipher.connect",
        lambda *args, **options: patient(*args, timeout=0.05, **options),
    )
    with pytest.raises(ClinicError) as refusal:
        looked_into(file)
    holder.close()
    assert refusal.value.code == "store_busy"


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("database or disk is full", "disk_full"),
        ("database is locked", "store_busy"),
        ("database table is locked", "store_busy"),
        ("attempt to write a readonly database", "store_unwritable"),
        ("unable to open database file", "store_unwritable"),
        ("disk I/O error", "store_unwritable"),
        ("database disk image is malformed", "store_damaged"),
        ("file is not a database", "store_damaged"),
    ],
)
def test_a_failure_of_the_world_is_named(file: Path, said: str, code: str) -> None:
    meaning = what_happened(DBAPIError("SELECT 1", None, Exception(said)), file)
    assert isinstance(meaning, ClinicError)
    assert meaning.code == code
    assert isinstance(meaning, Busy) == (code == "store_busy")


def test_a_fault_of_this_program_is_no_failure_of_the_world(file: Path) -> None:
    assert what_happened(DBAPIError("SELECT x", None, Exception("no such table: x")), file) is None


def test_a_full_disk_is_said_and_loses_nothing(clinic: Clinic) -> None:
    clinic.add("陈敏")
    with clinic.store() as store:
        pages = store.write(lambda one: one.exec_driver_sql("PRAGMA page_count").scalar())
        store.write(lambda one: one.exec_driver_sql(f"PRAGMA max_page_count = {pages}"))
        with pytest.raises(ClinicError, match="disk_full"):
            store.write(
                lambda one: one.execute(text("UPDATE clinic SET created_at = :x"), {"x": "x" * 10**6})
            )
    assert clinic.rows("SELECT name FROM patients") == [("陈敏",)]


def test_the_file_passes_its_own_checks(clinic: Clinic) -> None:
    clinic.add("陈敏")
    clinic.save("P001")
    store = Store(clinic.home.store, clinic.key)
    try:
        assert store.read(lambda one: one.exec_driver_sql("PRAGMA quick_check").scalar()) == "ok"
        assert store.read(lambda one: one.exec_driver_sql("PRAGMA cipher_integrity_check").fetchall()) == []
    finally:
        store.close()
