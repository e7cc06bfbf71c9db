"""A verified copy is there before the tables of a store are changed."""

from datetime import date
from importlib import resources

import pytest
from alembic import command
from alembic.config import Config

from core.base.errors import ClinicError
from core.base.messages import LANGUAGES, Messages
from core.base.paths import Home
from core.store import schema
from core.store.age import revision_of
from core.store.backup.before_migration import keep_before_migration
from core.store.backup.contents import opened, rows_of
from core.store.database import create, open_store

KEY = bytes(range(32))
DAY = date(2026, 11, 29)


def store_of(home: Home, revision: str) -> None:
    """An empty store of a revision, with an envelope's name beside it."""
    home.folder.mkdir()
    create(home.store, KEY)
    engine = open_store(home.store, KEY)
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(resources.files("core.store") / "migrations"))
        config.attributes["connection"], config.attributes["key"] = connection, KEY
        command.upgrade(config, revision)
    engine.dispose()
    home.envelope.write_text("{}", encoding="utf-8")


def test_S72_an_old_store_is_copied_and_the_copy_opens(home: Home) -> None:
    store_of(home, "0001")
    before = home.store.read_bytes()
    kept = keep_before_migration(home, KEY, DAY)
    assert kept is not None
    assert kept.name == f"before-{schema.REVISION}-2026-11-29"
    assert (kept / "keys.json").read_text(encoding="utf-8") == "{}"
    with opened(kept / "clinic.db", KEY) as lane:
        assert lane.run(revision_of) == "0001"
        assert lane.run(rows_of)["patients"] == 0
    assert home.store.read_bytes() == before


def test_a_store_of_today_is_not(home: Home) -> None:
    store_of(home, schema.REVISION)
    assert keep_before_migration(home, KEY, DAY) is None
    assert not list(home.folder.glob("before-*"))


def test_without_room_nothing_is_migrated(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    store_of(home, "0001")
    monkeypatch.setattr("core.store.backup.work.free_space", lambda _: 0)
    with pytest.raises(ClinicError, match="backup_no_room"):
        keep_before_migration(home, KEY, DAY)
    assert not list(home.folder.glob("before-*"))


def test_whoever_waits_hears_how_far_it_is(home: Home) -> None:
    store_of(home, "0001")
    heard: list[tuple[str, int, int]] = []
    keep_before_migration(home, KEY, DAY, lambda *far: heard.append(far))
    stages = [stage for stage, _, _ in heard]
    assert sorted(set(stages), key=stages.index) == ["keep", "check", "migrate"]
    copied = [(done, total) for stage, done, total in heard if stage == "keep"]
    assert copied[-1][0] == copied[-1][1] > 0
    for language in LANGUAGES:
        assert all(Messages(language).text(f"opening.{stage}") for stage in stages)


def test_of_a_store_of_today_nothing_is_heard(home: Home) -> None:
    store_of(home, schema.REVISION)
    keep_before_migration(home, KEY, DAY, lambda *_: pytest.fail("heard"))


def test_without_room_whoever_waits_hears_nothing_of_a_change(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    store_of(home, "0001")
    monkeypatch.setattr("core.store.backup.work.free_space", lambda _: 0)
    heard: list[str] = []
    with pytest.raises(ClinicError, match="backup_no_room"):
        keep_before_migration(home, KEY, DAY, lambda stage, *_: heard.append(stage))
    assert "migrate" not in heard
