"""The disk of the simulated power cuts keeps what was synced and may lose the rest: each rule by itself."""

import random
from collections.abc import Iterable
from pathlib import Path

from tests.reliability.disk import SECTOR, Disk, Fate
from tests.reliability.strace import Call

FOLDER = Path("/clinic")


def made(name: str) -> Call:
    return Call("open", f"/clinic/{name}", flags="O_WRONLY|O_CREAT")


def written(name: str, data: bytes, offset: int = 0) -> Call:
    return Call("write", f"/clinic/{name}", data, offset)


def synced(name: str = "") -> Call:
    return Call("sync", f"/clinic/{name}" if name else "/clinic")


def after(calls: Iterable[Call], fate: Fate, before: dict[str, bytes] | None = None) -> dict[str, bytes]:
    disk = Disk(FOLDER, before or {})
    for call in calls:
        disk.hear(call)
    return disk.after(fate, random.Random(1))


def test_what_was_synced_is_kept_and_what_was_not_is_lost() -> None:
    calls = [written("a", b"new!"), synced("a"), written("a", b"more", 4)]
    assert after(calls, Fate.LOST, {"a": b"old"}) == {"a": b"new!"}
    assert after(calls, Fate.KEPT, {"a": b"old"}) == {"a": b"new!more"}


def test_a_new_file_is_there_once_it_was_synced() -> None:
    calls = [made("a"), written("a", b"x", -1)]
    assert after(calls, Fate.LOST) == {}
    assert after([*calls, synced("a")], Fate.LOST) == {"a": b"x"}


def test_a_name_is_kept_once_the_folder_was_synced() -> None:
    calls = [
        made("a.tmp"),
        written("a.tmp", b"new", -1),
        synced("a.tmp"),
        Call("rename", "/clinic/a.tmp", to="/clinic/a"),
    ]
    assert after(calls, Fate.LOST, {"a": b"old"}) == {"a": b"old", "a.tmp": b"new"}
    assert after([*calls, synced()], Fate.LOST, {"a": b"old"}) == {"a": b"new"}


def test_a_file_that_was_removed_may_come_back() -> None:
    calls = [Call("unlink", "/clinic/a")]
    assert after(calls, Fate.LOST, {"a": b"x"}) == {"a": b"x"}
    assert after([*calls, synced()], Fate.LOST, {"a": b"x"}) == {}


def test_a_write_may_be_torn_between_sectors_and_never_within() -> None:
    data = b"".join(bytes([number]) * SECTOR for number in range(1, 9))
    torn = after([written("a", data)], Fate.TORN, {"a": bytes(len(data))})["a"]
    sectors = [torn[start : start + SECTOR] for start in range(0, len(data), SECTOR)]
    whole = [bytes([number]) * SECTOR for number in range(1, 9)]
    assert all(left in {bytes(SECTOR), right} for left, right in zip(sectors, whole, strict=True))
    assert 0 < sum(left == right for left, right in zip(sectors, whole, strict=True)) < 8


def test_a_file_that_was_cut_is_cut_when_that_was_synced() -> None:
    calls = [Call("truncate", "/clinic/a", offset=2)]
    assert after(calls, Fate.LOST, {"a": b"long"}) == {"a": b"long"}
    assert after([*calls, synced("a")], Fate.LOST, {"a": b"long"}) == {"a": b"lo"}


def test_the_index_of_the_log_never_outlives_the_power() -> None:
    assert (
        after([made("clinic.db-shm"), written("clinic.db-shm", b"x"), synced("clinic.db-shm")], Fate.KEPT)
        == {}
    )
