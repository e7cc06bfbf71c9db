"""A restore is written beside what is there, which is renamed and never written over."""

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection

from core.base.paths import Home
from core.kernel import restore_clinic
from core.store.backup.contents import opened
from core.store.database import copy_pages
from core.store.envelope import read_envelope
from tests.fakes.backups import BY_PASSPHRASE, BackedUp, backed_up
from tests.fakes.clinic import Clinic


@pytest.fixture
def made(clinic: Clinic) -> BackedUp:
    return backed_up(clinic)


def stored(home: Home) -> dict[str, bytes]:
    return {name: (home.folder / name).read_bytes() for name in ("clinic.db", "keys.json", "head.json")}


def test_S35_it_is_written_to_a_new_file_and_the_one_that_was_there_is_only_renamed(
    made: BackedUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    was, before = made.home.store.stat().st_ino, stored(made.home)
    targets: list[Path] = []

    def copied(source: Connection, path: Path, key: bytes, told: Callable[[int, int], None]) -> None:
        assert not path.exists()
        targets.append(path)
        copy_pages(source, path, key, told)
        assert stored(made.home) == before

    monkeypatch.setattr("core.services.backup.restoring.copy_pages", copied)
    kept = restore_clinic(made.home, made.file, BY_PASSPHRASE).kept_in
    assert len(targets) == 1
    assert kept is not None
    assert (kept / "clinic.db").stat().st_ino == was
    assert (kept / "clinic.db").read_bytes() == before["clinic.db"]
    data_key = read_envelope(made.home.envelope).open_with_recovery(made.clinic.recovery)
    with opened(kept / "clinic.db", data_key) as lane, pytest.raises(FileExistsError):
        lane.run(lambda connection: copy_pages(connection, made.home.store, data_key, lambda *_: None))
