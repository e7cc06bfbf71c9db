"""Roles of operators and what each may do (spec/security.md §2.5). The one table: services ask it, front-ends show it."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class Role(StrEnum):
    """In what role an operator acts. Somebody with several switches, and each row of the trail says in which it was.

    Whoever opens the clinic begins in the first role they hold, in this order.
    """

    PHYSICIAN = "physician"
    RECEPTION = "reception"
    ADMIN = "admin"
    AUDITOR = "auditor"


FIRST_OPERATOR = (Role.PHYSICIAN, Role.ADMIN, Role.AUDITOR)
"""The roles of whoever sets a clinic up: a clinic of one physician needs no other person."""


class Right(StrEnum):
    """What can be allowed. A record is its demographics and its clinical part: reception sees only the first."""

    DEMOGRAPHICS = "demographics"
    """Find, register and edit people."""
    CLINICAL_READ = "clinical.read"
    CLINICAL_WRITE = "clinical.write"
    """Intake, drafts, overrides, late entries, signing, amending and voiding."""
    OWN_TRAIL = "trail.own"
    """What the trail says of one patient, and of oneself."""
    TRAIL = "trail"
    """List and verify the whole audit trail."""
    TRAIL_EXPORT = "trail.export"
    OPERATORS = "operators"
    KEYS = "keys"
    BACKUP = "backup"
    RESTORE = "restore"
    SETTINGS = "settings"
    """What belongs to the clinic as a whole; how one's own screen looks needs no right."""
    APPROVE_AMENDMENT = "amendment.approve"
    COSTS = "costs"
    """See what calls of models cost, and by which prices. Prices and limits are settings."""

    @property
    def words(self) -> str:
        """The key of its words in the message files."""
        return f"rights.{self.name.lower()}"


RIGHTS: Mapping[Role, frozenset[Right]] = MappingProxyType(
    {
        Role.PHYSICIAN: frozenset(
            {Right.DEMOGRAPHICS, Right.CLINICAL_READ, Right.CLINICAL_WRITE, Right.OWN_TRAIL, Right.COSTS}
        ),
        Role.RECEPTION: frozenset({Right.DEMOGRAPHICS}),
        Role.ADMIN: frozenset(
            {
                Right.OPERATORS,
                Right.KEYS,
                Right.BACKUP,
                Right.RESTORE,
                Right.SETTINGS,
                Right.TRAIL,
                Right.APPROVE_AMENDMENT,
                Right.COSTS,
            }
        ),
        Role.AUDITOR: frozenset({Right.OWN_TRAIL, Right.TRAIL, Right.TRAIL_EXPORT, Right.COSTS}),
    }
)


def may(role: Role, right: Right) -> bool:
    return right in RIGHTS[role]


class Reason(StrEnum):
    """Why a physician opens the record of somebody whom others look after."""

    HANDOVER = "handover"
    CONSULTATION = "consultation"
    EMERGENCY = "emergency"
    PATIENT_REQUEST = "patient_request"
    QUALITY_REVIEW = "quality_review"


class TwoPersonRule(StrEnum):
    """What a clinic can want two people for. Each is off until an admin turns it on."""

    AMENDMENT = "amendment_needs_approval"
    RESTORE = "restore_needs_two"
    ROTATION = "rotation_needs_two"

    @property
    def first(self) -> Right:
        """What the one who does it needs."""
        return {self.AMENDMENT: Right.CLINICAL_WRITE, self.RESTORE: Right.RESTORE, self.ROTATION: Right.KEYS}[
            self
        ]

    @property
    def second(self) -> Right:
        """What the other one, who says yes, needs in some role."""
        return Right.APPROVE_AMENDMENT if self is self.AMENDMENT else self.first
