"""A store that is taken away while it is open: nothing is acknowledged into a file that nobody would find again."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from core.base.errors import ClinicError, Damaged
from core.base.messages import LANGUAGES, Messages
from core.services.patients.patients import Given
from core.store import write_guard
from core.store.reserve import Reserve
from core.store.store import Store
from tests.fakes.clinic import Clinic, rows, store_of


def renamed(store: Path) -> None:
    store.rename(store.with_name("old.db"))


def deleted(store: Path) -> None:
    store.unlink()


def replaced(store: Path) -> None:
    shutil.copyfile(store, store.with_name("copy"))
    store.with_name("copy").replace(store)


def log_deleted(store: Path) -> None:
    store.with_name("clinic.db-wal").unlink()


def log_replaced(store: Path) -> None:
    log = store.with_name("clinic.db-wal")
    shutil.copyfile(log, store.with_name("copy"))
    store.with_name("copy").replace(log)


HARMS = (renamed, deleted, replaced, log_deleted, log_replaced)


def change(connection: Connection) -> None:
    connection.execute(text("UPDATE clinic SET store_id = store_id"))


@pytest.mark.parametrize("harm", HARMS)
def test_a_change_is_refused_before_it_begins(clinic: Clinic, harm: Callable[[Path], None]) -> None:
    begun: list[int] = []
    with clinic.store() as store:
        store.write(change)
        harm(clinic.home.store)
        with pytest.raises(Damaged, match="store_moved"):
            store.write(lambda _: begun.append(1))
        with pytest.raises(Damaged, match="store_moved"):
            store.begin_write(lambda _: begun.append(1)).result()
        assert begun == []
        assert store.written.failure == "store_moved"
        assert rows(store, "SELECT count(*) FROM clinic") == [(1,)], "what is there can still be read"


@pytest.mark.parametrize("harm", HARMS)
def test_a_change_is_not_acknowledged_when_the_file_went_meanwhile(
    clinic: Clinic, harm: Callable[[Path], None]
) -> None:
    def work(connection: Connection) -> None:
        change(connection)
        harm(clinic.home.store)

    with clinic.store() as store, pytest.raises(Damaged, match="store_moved"):
        store.write(work)


@pytest.mark.parametrize("again", [False, True])
def test_without_the_lock_nothing_is_written(clinic: Clinic, again: bool) -> None:
    """Who removed it can open the clinic a second time."""
    with clinic.open() as kernel:
        clinic.home.lock.unlink()
        if again:
            clinic.home.lock.touch()
        with pytest.raises(Damaged, match="lock_removed"):
            kernel.patients.register(Given("陈敏", "女"))
        assert store_of(kernel).written.failure == "lock_removed"
    assert clinic.rows("SELECT count(*) FROM patients") == [(0,)]


def test_a_file_that_is_put_back_is_written_again(clinic: Clinic) -> None:
    with clinic.store() as store:
        renamed(clinic.home.store)
        with pytest.raises(Damaged):
            store.write(change)
        clinic.home.store.with_name("old.db").rename(clinic.home.store)
        store.write(change)
        assert store.written.failure == ""
        assert store.written.at is not None


def test_the_services_say_it_in_words(clinic: Clinic) -> None:
    with clinic.open() as kernel:
        renamed(clinic.home.store)
        with pytest.raises(ClinicError) as refusal:
            kernel.patients.register(Given(name="陈敏", sex="女"))
        for language in LANGUAGES:
            message, hint = Messages(language).error(refusal.value)
            assert "clinic.db" in message
            assert hint
        clinic.home.store.with_name("old.db").rename(clinic.home.store)


def test_it_costs_next_to_nothing(clinic: Clinic, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Path] = []
    stat = Path.stat

    def counted(path: Path) -> os.stat_result:
        looked.append(path)
        return stat(path)

    with clinic.store() as store:
        guard = store._writer._guard
        assert guard is not None
        with monkeypatch.context() as patch:
            patch.setattr(Path, "stat", counted)
            guard.before()
    assert len(looked) == 3


@pytest.mark.parametrize("code", sorted(write_guard.FAILURES))
def test_every_failure_of_the_world_is_remembered_until_a_change_is_kept(clinic: Clinic, code: str) -> None:
    def fail(_: object) -> None:
        raise ClinicError(code, file="", folder="", needed=1)

    with clinic.store() as store:
        assert (store.written.at is None) is False, "opening looks at the structure"
        with pytest.raises(ClinicError):
            store.write(fail)
        assert store.written.failure == code
        store.write(change)
        assert store.written.failure == ""


def test_a_refusal_by_a_rule_is_no_failure(clinic: Clinic) -> None:
    def refuse(_: object) -> None:
        raise ClinicError("duplicate")

    with clinic.store() as store:
        with pytest.raises(ClinicError):
            store.write(refuse)
        assert store.written.failure == ""


def test_a_full_disk_gets_the_reserve(clinic: Clinic) -> None:
    reserve = Reserve(clinic.home.reserve)
    store = Store(clinic.home.store, clinic.key, reserve)
    try:
        assert reserve.make()
        pages = store.write(lambda one: one.exec_driver_sql("PRAGMA page_count").scalar())
        store.write(lambda one: one.exec_driver_sql(f"PRAGMA max_page_count = {pages}"))
        with pytest.raises(ClinicError, match="disk_full") as refusal:
            store.write(
                lambda one: one.execute(text("UPDATE clinic SET created_at = :x"), {"x": "x" * 10**6})
            )
        assert refusal.value.params["needed"] == 500
        assert not reserve.is_there
    finally:
        store.close()


def test_a_store_that_was_moved_is_never_another_clinics(clinic: Clinic, tmp_path: Path) -> None:
    """The file put in its place is another one: nothing of this session reaches it."""
    with clinic.store() as store:
        shutil.copyfile(clinic.home.store, tmp_path / "other.db")
        clinic.home.store.rename(tmp_path / "gone.db")
        shutil.copyfile(tmp_path / "other.db", clinic.home.store)
        before = clinic.home.store.read_bytes()
        with pytest.raises(Damaged):
            store.write(change)
        assert clinic.home.store.read_bytes() == before
