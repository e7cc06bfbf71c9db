"""Roles of operators and what each may do (spec/security.md §2.5). The one table: services ask it, front-ends show it."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class Role(StrEnum):
    """In what role an operator acts. Somebody with several switches, and each row of the trail says in which it was."""

    PHYSICIAN = "physician"
    RECEPTION = "reception"
    ADMIN = "admin"
    AUDITOR = "auditor"


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


RIGHTS: Mapping[Role, frozenset[Right]] = MappingProxyType(
    {
        Role.PHYSICIAN: frozenset(
            {Right.DEMOGRAPHICS, Right.CLINICAL_READ, Right.CLINICAL_WRITE, Right.OWN_TRAIL}
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
            }
        ),
        Role.AUDITOR: frozenset({Right.OWN_TRAIL, Right.TRAIL, Right.TRAIL_EXPORT}),
    }
)


def may(role: Role, right: Right) -> bool:
    return right in RIGHTS[role]
