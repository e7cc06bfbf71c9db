"""Space held back for a full disk: real blocks, given up when they are needed, held back again."""

from pathlib import Path

import pytest

from core.store import reserve as module
from core.store.reserve import Reserve

MIB = 2**20


@pytest.fixture
def reserve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Reserve:
    monkeypatch.setattr(module, "SIZE", 16 * MIB)
    return Reserve(tmp_path / "clinic.reserve")


def test_it_holds_real_blocks_for_its_owner_alone(tmp_path: Path, reserve: Reserve) -> None:
    assert not reserve.is_there
    assert reserve.make()
    found = (tmp_path / "clinic.reserve").stat()
    assert (found.st_size, found.st_mode & 0o777) == (16 * MIB, 0o600)
    assert found.st_blocks * 512 >= 16 * MIB


def test_it_is_made_once(tmp_path: Path, reserve: Reserve) -> None:
    reserve.make()
    before = (tmp_path / "clinic.reserve").stat().st_mtime_ns
    assert reserve.make()
    assert (tmp_path / "clinic.reserve").stat().st_mtime_ns == before


def test_a_part_of_it_is_none_and_is_made_whole(tmp_path: Path, reserve: Reserve) -> None:
    (tmp_path / "clinic.reserve").write_bytes(b"x")
    assert not reserve.is_there
    assert reserve.make()


def test_what_is_let_go_is_gone_and_can_be_held_back_again(tmp_path: Path, reserve: Reserve) -> None:
    reserve.make()
    assert reserve.let_go()
    assert list(tmp_path.iterdir()) == []
    assert not reserve.let_go()
    assert reserve.make()


def test_where_there_is_little_room_it_is_not_made(
    tmp_path: Path, reserve: Reserve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "free_space", lambda folder: 3 * 16 * MIB - 1)
    assert not reserve.make()
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_runs_full_meanwhile_leaves_nothing_of_it(
    tmp_path: Path, reserve: Reserve, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("core.store.reserve.os.posix_fallocate", full)
    assert not reserve.make()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_may_not_be_written_is_no_reason_to_fail(tmp_path: Path) -> None:
    assert not Reserve(tmp_path / "absent" / "clinic.reserve").make()
