"""What every opening holds to: rows 28 and 40. A store of each revision there ever was is brought up to date; a library that does not do
as it was told opens nothing.
"""

import secrets
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config

from core.base.program import program_version
from core.store import database, schema
from core.store.database import CIPHER, UnsafeLibraryError, create, open_store
from core.store.envelope import read_envelope
from core.store.soundness import examined
from core.store.store import Store
from tests.core.store.test_upgrade import fill
from tests.fakes.clinic import Clinic, rows

KEY = secrets.token_bytes(32)
REVISIONS = sorted(
    file.name.partition("_")[0]
    for file in Path(str(resources.files("core.store") / "migrations" / "versions")).glob("[0-9]*.py")
)


@pytest.mark.parametrize("revision", REVISIONS)
def test_S28_a_store_of_every_revision_opens(tmp_path: Path, revision: str) -> None:
    path = tmp_path / "clinic.db"
    create(path, KEY)
    engine = open_store(path, KEY)
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(resources.files("core.store") / "migrations"))
        config.attributes["connection"] = connection
        config.attributes["key"] = KEY
        command.upgrade(config, "0001")
        fill(connection)
        command.upgrade(config, revision)
    engine.dispose()
    store = Store(path, KEY)
    try:
        assert rows(store, "SELECT version_num FROM alembic_version") == [(schema.REVISION,)]
        wrote = "" if revision == schema.REVISION else program_version()
        assert rows(store, "SELECT written_by FROM clinic") == [(wrote,)]
        assert rows(store, "SELECT count(*) FROM visits") == [(2,)]
        assert examined(store).is_sound
    finally:
        store.close()


def test_S28_the_format_is_told_outside_the_file(clinic: Clinic) -> None:
    assert read_envelope(clinic.home.envelope).cipher == CIPHER


@pytest.mark.parametrize(
    ("name", "value"), [("journal_mode", "DELETE"), ("synchronous", "OFF"), ("synchronous", "NORMAL")]
)
def test_S40_a_store_that_would_not_sync_is_not_opened(
    clinic: Clinic, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    """As if the library took the setting and did another thing."""
    settings = tuple(replace(one, value=value) if one.name == name else one for one in database.SETTINGS)
    monkeypatch.setattr(database, "SETTINGS", settings)
    with pytest.raises(UnsafeLibraryError, match=name), clinic.open():
        pass
