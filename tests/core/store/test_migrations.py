"""Migrations: whole or not at all, and the tables they make are those the program knows."""

from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, text

from core.base.errors import Damaged
from core.store import schema
from core.store.database import create, open_store
from core.store.migrations.runner import upgrade
from tests.fakes.clinic import Clinic

KEY = bytes(range(32))


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    """An encrypted file without tables."""
    create(tmp_path / "clinic.db", KEY)
    engine = open_store(tmp_path / "clinic.db", KEY)
    yield engine
    engine.dispose()


def tables(engine: Engine) -> list[str]:
    with engine.connect() as connection:
        return list(
            connection.scalars(text("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"))
        )


def test_the_migrations_make_the_tables_the_program_knows(engine: Engine) -> None:
    with engine.begin() as connection:
        assert upgrade(connection, None, KEY)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, schema.metadata) == []


def test_the_revision_of_the_program_is_the_newest_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(resources.files("core.store") / "migrations"))
    assert ScriptDirectory.from_config(config).get_heads() == [schema.REVISION]


def test_a_new_clinic_is_at_that_revision(clinic: Clinic) -> None:
    assert clinic.rows("SELECT version_num FROM alembic_version") == [(schema.REVISION,)]


def test_numbers_of_deleted_rows_are_not_given_out_again(engine: Engine) -> None:
    with engine.begin() as connection:
        upgrade(connection, None, KEY)
        found = connection.execute(text("SELECT name, sql FROM sqlite_schema WHERE type = 'table'"))
        made = {row.name: row.sql for row in found}
    for table in ("patients", "audit"):
        assert "AUTOINCREMENT" in made[table]


def test_a_migration_that_raises_leaves_nothing(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    def half_way(config: Config, revision: str) -> None:
        connection = config.attributes["connection"]
        connection.execute(text("CREATE TABLE half (x)"))
        connection.execute(text("INSERT INTO half VALUES (1)"))
        raise RuntimeError(revision)

    monkeypatch.setattr(command, "upgrade", half_way)
    with pytest.raises(RuntimeError), engine.begin() as connection:
        upgrade(connection, None, KEY)
    assert tables(engine) == []


def test_the_shipped_migration_cut_off_leaves_nothing(engine: Engine) -> None:
    with engine.connect() as connection:
        begun = connection.begin()
        upgrade(connection, None, KEY)
        begun.rollback()
    assert tables(engine) == []


def test_a_store_of_a_newer_program_is_refused_and_left_alone(clinic: Clinic) -> None:
    clinic.add("陈敏")
    clinic.execute("UPDATE alembic_version SET version_num = '9999'")
    before = clinic.home.store.read_bytes()
    with pytest.raises(Damaged) as refusal, clinic.open():
        pass
    assert refusal.value.code == "store_newer"
    assert (refusal.value.params["found"], refusal.value.params["known"]) == ("9999", schema.REVISION)
    assert clinic.home.store.read_bytes() == before
