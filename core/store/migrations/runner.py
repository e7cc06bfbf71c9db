"""Runs the migrations inside the program, in the caller's transaction."""

from importlib import resources

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def upgrade(connection: Connection, found: str | None, key: bytes) -> bool:
    """Bring the tables to the newest revision; the data key seals the audit rows there are. False, with nothing done, when `found` is a revision not known here."""
    config = Config()
    config.set_main_option("script_location", str(resources.files("core.store") / "migrations"))
    config.attributes["connection"] = connection
    config.attributes["key"] = key
    if found is not None and found not in {
        step.revision for step in ScriptDirectory.from_config(config).walk_revisions()
    }:
        return False
    command.upgrade(config, "head")
    return True
