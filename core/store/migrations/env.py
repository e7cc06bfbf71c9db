"""Called by Alembic: run on the connection that is handed in, as part of its transaction, and never on one of its own."""

from alembic import context

from core.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True
)
context.run_migrations()
