"""Of which revision a store's tables are, and by which program. Alembic keeps the revision in a table of its own."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from core.base.errors import Damaged
from core.base.messages import Words
from core.base.program import program_version

VERSIONS = "alembic_version"
_COLUMN = "version_num"


def revision_of(connection: Connection) -> str:
    """The revision of the tables; empty when there are none, or when they do not say."""
    inspector = inspect(connection)
    if not inspector.has_table(VERSIONS) or inspector.get_columns(VERSIONS)[0]["name"] != _COLUMN:
        return ""
    return connection.scalar(text(f"SELECT {_COLUMN} FROM {VERSIONS}")) or ""  # noqa: S608 - our own names


def written_by(connection: Connection) -> str:
    """The version of the program that made the tables what they are; empty when they do not say. Also of a store of a newer program."""
    inspector = inspect(connection)
    if not inspector.has_table("clinic") or "written_by" not in {
        column["name"] for column in inspector.get_columns("clinic")
    }:
        return ""
    return str(connection.scalar(text("SELECT written_by FROM clinic")) or "")


def sign(connection: Connection) -> None:
    """The tables were brought up to date by this program."""
    connection.execute(text("UPDATE clinic SET written_by = :version"), {"version": program_version()})


def newer(file: Path, found: str, known: str, wrote: str) -> Damaged:
    """What is said of a store, or of a backup of one, that a newer program wrote: both programs by their versions."""
    return Damaged(
        "store_newer",
        file=file,
        found=found,
        known=known,
        wrote=wrote or Words("update.unknown_version"),
        program=program_version(),
    )
