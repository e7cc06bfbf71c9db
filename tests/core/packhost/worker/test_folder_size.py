"""How much a worker left in its folder, also where the system does not tell the blocks of a file, as Windows does not."""

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from core.packhost.worker.process import ENTRY, _size


def test_every_file_and_folder_counts(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "empty").touch()
    (tmp_path / "large").write_bytes(bytes(3 * ENTRY))
    assert _size(tmp_path, 1 << 20) == 5 * ENTRY


def test_without_blocks_the_length_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "large").write_bytes(bytes(3 * ENTRY))
    (tmp_path / "empty").touch()

    def lstat(path: Path) -> SimpleNamespace:
        return SimpleNamespace(st_size=os.lstat(path).st_size)

    monkeypatch.setattr(Path, "lstat", lstat)
    assert _size(tmp_path, 1 << 20) == 4 * ENTRY
