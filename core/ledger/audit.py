"""The audit trail. A change and its row are one transaction: there is never one without the other.

A row names the person, the front-end, the action, the patient's number and the visit. Its detail holds names of fields and codes;
nothing a person typed enters it, so that the trail can outlive a deleted record.
"""

import json
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from core.base.clock import to_stored
from core.base.ids import RecordNo
from core.base.ports import AuditRow, AuditRows


class Action(StrEnum):
    """Everything the trail can tell of."""

    PATIENT_ADD = "patient.add"
    PATIENT_EDIT = "patient.edit"
    DRAFT_SAVE = "draft.save"
    DRAFT_DISCARD = "draft.discard"
    INTAKE_SAVE = "intake.save"
    INTAKE_REFUSED = "intake.refused"
    VISIT_SIGN = "visit.sign"
    COMPARE_OVERRIDE = "compare.override"
    KEYS_RECOVERY_NEW = "keys.recovery.new"
    KEYS_RECOVERY_CONFIRM = "keys.recovery.confirm"
    KEYS_PASSPHRASE = "keys.passphrase"  # noqa: S105 - a name
    KEYS_OPERATOR_ADD = "keys.operator.add"
    KEYS_OPERATOR_REMOVE = "keys.operator.remove"


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, and through which front-end (`cli`, `desktop`, `demo`)."""

    operator: str
    source: str


class Trail:
    """Writes the rows of one transaction."""

    def __init__(self, rows: AuditRows, actor: Actor, at: datetime) -> None:
        self._rows = rows
        self._actor = actor
        self._at = to_stored(at)
        self.written = 0

    def record(
        self, action: Action, record_no: RecordNo | None = None, visit: int | None = None, **detail: object
    ) -> None:
        """Add a row. `detail` takes names of fields, codes and numbers only, never what was typed."""
        self._rows.append(
            AuditRow(
                at=self._at,
                operator=self._actor.operator,
                source=self._actor.source,
                action=action,
                record_no=record_no,
                visit=visit,
                detail=json.dumps(detail, ensure_ascii=False, sort_keys=True, separators=(",", ":")),
            )
        )
        self.written += 1
