"""A small file is replaced as a whole, and the generation before is kept."""

from pathlib import Path

import pytest

from core.base.atomic import previous_of, write_atomically


def test_the_file_and_its_previous_generation(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    write_atomically(path, b"one")
    write_atomically(path, b"two")
    assert (path.read_bytes(), previous_of(path).read_bytes()) == (b"two", b"one")
    assert sorted(tmp_path.iterdir()) == [path, previous_of(path)]


def test_only_its_owner_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    write_atomically(path, b"one")
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("goes_through", [0, 1], ids=["the new file", "the generation before"])
def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, goes_through: int
) -> None:
    path = tmp_path / "keys.json"
    write_atomically(path, b"one")
    flushed: list[int] = []

    def full(handle: int) -> None:
        flushed.append(handle)
        if len(flushed) > goes_through:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("core.base.atomic.os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_atomically(path, b"two")
    assert [entry.read_bytes() for entry in tmp_path.iterdir()] == [b"one"]
