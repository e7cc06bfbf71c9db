"""Of which revision a store's tables are. Alembic keeps it in a table of its own."""

from sqlalchemy import Connection, inspect, text

VERSIONS = "alembic_version"
_COLUMN = "version_num"


def revision_of(connection: Connection) -> str:
    """The revision of the tables; empty when there are none, or when they do not say."""
    inspector = inspect(connection)
    if not inspector.has_table(VERSIONS) or inspector.get_columns(VERSIONS)[0]["name"] != _COLUMN:
        return ""
    return connection.scalar(text(f"SELECT {_COLUMN} FROM {VERSIONS}")) or ""  # noqa: S608 - our own names
