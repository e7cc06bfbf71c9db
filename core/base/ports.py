"""What rooms that do not know the store need kept. Implemented in `core.store`, handed in from above."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One line of the audit trail, as it is kept. `at` is a stored moment (UTC); `detail` is JSON."""

    at: str
    operator: str
    source: str
    action: str
    record_no: str | None
    visit: int | None
    detail: str


class AuditRows(Protocol):
    """Appends rows to the audit trail, inside the transaction of the change they tell of."""

    def append(self, row: AuditRow) -> None: ...
