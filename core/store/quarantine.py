"""Texts that were kept from being shown, in the store. Rows are only added."""

from dataclasses import dataclass

from sqlalchemy import Connection, Row, insert, select

from core.base.ids import RecordNo
from core.store.schema import quarantine


@dataclass(frozen=True, slots=True)
class Kept:
    """One of them. `at` is a stored moment; `constraints` are `pack/id` of those that kept it back."""

    number: int
    at: str
    by: str
    source: str
    tool: str
    record_no: RecordNo | None
    constraints: tuple[str, ...]
    content: str


def keep(
    connection: Connection,
    *,
    at: str,
    by: str,
    source: str,
    tool: str,
    record_no: RecordNo | None,
    constraints: tuple[str, ...],
    content: str,
) -> int:
    """Keep a text; its number."""
    number = connection.scalar(
        insert(quarantine)
        .values(
            kept_at=at,
            kept_by=by,
            source=source,
            tool=tool,
            record_no=record_no,
            constraints=" ".join(constraints),
            content=content,
        )
        .returning(quarantine.c.id)
    )
    return int(number or 0)


def newest(connection: Connection, limit: int) -> list[Kept]:
    """The newest first."""
    rows = connection.execute(select(quarantine).order_by(quarantine.c.id.desc()).limit(limit))
    return [_of_row(row) for row in rows]


def one(connection: Connection, number: int) -> Kept | None:
    row = connection.execute(select(quarantine).where(quarantine.c.id == number)).first()
    return _of_row(row) if row else None


def _of_row(row: Row[tuple[object, ...]]) -> Kept:
    return Kept(
        number=row.id,
        at=row.kept_at,
        by=row.kept_by,
        source=row.source,
        tool=row.tool,
        record_no=RecordNo(row.record_no) if row.record_no else None,
        constraints=tuple(row.constraints.split()),
        content=row.content,
    )
