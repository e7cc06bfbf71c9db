"""What lies in the encrypted file: how much of what, how large, of which structure. Nothing about a patient."""

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, func, select

from core.services.at_work.desk import Desk
from core.store import drafts, schema


@dataclass(frozen=True, slots=True)
class Held:
    """`size` is in bytes and counts the write-ahead log beside the file; `revision` is that of the tables."""

    file: Path
    size: int
    patients: int
    visits: int
    drafts: int
    revision: str


class Holdings:
    """Counts what the store holds."""

    def __init__(self, desk: Desk, file: Path) -> None:
        self._desk = desk
        self._file = file

    def look(self) -> Held:
        """What is held now. Raises OSError."""

        def work(connection: Connection) -> tuple[int, int, int]:
            patients, visits = (
                connection.scalar(select(func.count()).select_from(table)) or 0
                for table in (schema.patients, schema.visits)
            )
            return patients, visits, drafts.count(connection)

        patients, visits, kept = self._desk.read(work)
        log = self._file.with_name(f"{self._file.name}-wal")
        size = sum(part.stat().st_size for part in (self._file, log) if part.exists())
        return Held(self._file, size, patients, visits, kept, schema.REVISION)
