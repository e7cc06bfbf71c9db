"""Lanes: one thread for one connection, which ends; work in whole transactions, in order."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from core.base.errors import ClinicError
from core.store.database import create, open_store
from core.store.lanes import Lane

KEY = bytes(range(32))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "clinic.db"
    create(path, KEY)
    return path


@pytest.fixture
def lane(file: Path) -> Iterator[Lane]:
    lane = Lane("test", open_store(file, KEY), file)
    lane.run(lambda connection: connection.execute(text("CREATE TABLE t (x INTEGER PRIMARY KEY)")))
    yield lane
    lane.close()


def insert(connection: Connection, number: int) -> None:
    connection.execute(text("INSERT INTO t VALUES (:x)"), {"x": number})


def kept(lane: Lane) -> list[int]:
    return lane.run(lambda connection: list(connection.scalars(text("SELECT x FROM t ORDER BY x"))))


def threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("store-")]


def test_work_runs_on_the_lane_alone(lane: Lane) -> None:
    here = threading.get_ident()
    idents = {lane.run(lambda _: threading.get_ident()) for _ in range(3)}
    assert len(idents) == 1
    assert here not in idents


def test_what_raises_is_rolled_back_whole(lane: Lane) -> None:
    def half(connection: Connection) -> None:
        insert(connection, 1)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        lane.run(half)
    assert kept(lane) == []
    lane.run(lambda connection: insert(connection, 2))
    assert kept(lane) == [2]


def test_a_failed_statement_is_rolled_back_whole(lane: Lane) -> None:
    def twice(connection: Connection) -> None:
        insert(connection, 1)
        insert(connection, 1)

    with pytest.raises(Exception, match="UNIQUE"):
        lane.run(twice)
    assert kept(lane) == []


def test_a_table_made_in_a_failed_transaction_is_gone(lane: Lane) -> None:
    def make(connection: Connection) -> None:
        connection.execute(text("CREATE TABLE u (x)"))
        raise RuntimeError

    with pytest.raises(RuntimeError):
        lane.run(make)
    names = lane.run(lambda connection: list(connection.scalars(text("SELECT name FROM sqlite_schema"))))
    assert names == ["t"]


def test_work_never_waits_for_its_own_lane(lane: Lane) -> None:
    with pytest.raises(RuntimeError, match="same lane"):
        lane.run(lambda _: kept(lane))


def test_many_callers_are_served_one_after_the_other(lane: Lane) -> None:
    callers = [
        threading.Thread(
            target=lane.run, args=(lambda connection, number=number: insert(connection, number),)
        )
        for number in range(20)
    ]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert kept(lane) == list(range(20))


def test_a_closed_lane_leaves_no_thread(file: Path) -> None:
    before = threads()
    lane = Lane("test", open_store(file, KEY), file)
    assert len(threads()) == len(before) + 1
    lane.close()
    assert threads() == before


def test_a_lane_that_cannot_open_leaves_no_thread(file: Path) -> None:
    before = threads()
    with pytest.raises(ClinicError):
        Lane("test", open_store(file, bytes(32)), file)
    assert threads() == before


def test_a_reader_sees_the_state_before_a_change_that_is_under_way(lane: Lane, file: Path) -> None:
    reader = Lane("reader", open_store(file, KEY, writes=False), file)
    seen: list[list[int]] = []

    def change(connection: Connection) -> None:
        insert(connection, 1)
        seen.append(kept(reader))

    lane.run(change)
    seen.append(kept(reader))
    reader.close()
    assert seen == [[], [1]]
