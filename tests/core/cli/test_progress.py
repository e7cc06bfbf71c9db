"""Whoever waits at a terminal sees how far it is."""

from pathlib import Path

import pytest

from core.store.backup.before_migration import Told
from tests.fakes.clinic import Clinic


def test_an_opening_that_changes_the_tables_shows_how_far_it_is(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch
) -> None:
    def keep(home: object, key: bytes, day: object, told: Told) -> Path | None:
        told("keep", 1, 2)
        return None

    shown: list[tuple[str, int, int]] = []
    monkeypatch.setattr("core.store.backup.before_migration.keep_before_migration", keep)
    monkeypatch.setattr("core.cli.front.Meter.show", lambda _, *far: shown.append(far))
    assert clinic.run("whoami").code == 0
    assert shown == [("opening.keep", 1, 2)]
