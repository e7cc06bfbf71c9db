"""The audit trail's table, behind the port `core.base.ports.AuditRows`."""

from dataclasses import asdict

from sqlalchemy import Connection, insert

from core.base.ports import AuditRow
from core.store.schema import audit


class StoredAuditRows:
    """Appends to the table on the connection, and in the transaction, of a change."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def append(self, row: AuditRow) -> None:
        self._connection.execute(insert(audit).values(asdict(row)))
