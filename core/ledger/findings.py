"""What is wrong with a trail, by kind and position."""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """How a trail can differ from the one that was written."""

    ALTERED = "altered"
    """Rows say something else than when they were sealed."""
    DELETED = "deleted"
    INSERTED = "inserted"
    """Rows nobody with the key wrote."""
    SWAPPED = "swapped"
    """Two rows, or the ends of a circle of them, stand in each other's place."""
    TRUNCATED = "truncated"
    """The last rows were deleted from the file."""
    ROLLED_BACK = "rolled_back"
    """The file is older than its anchor: put back from a copy, or its write-ahead log was lost."""
    RESTORED = "restored"
    """The program restored a backup that is older than its anchor. Told in the trail; nothing is wrong."""
    RECOMPUTED = "recomputed"
    """From a row on, all seals were made anew without the key."""
    ANCHOR_DIFFERS = "anchor_differs"
    """The chain holds, and is not the one that was anchored: made anew by somebody with the key."""
    ANCHOR_MISSING = "anchor_missing"
    ANCHOR_DAMAGED = "anchor_damaged"
    UNGUARDED = "unguarded"
    """The triggers that let the table only grow were taken away or changed."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong. `first` and `last` are numbers of rows, 0 where it is about none.

    `since` is the stored moment of the last row before it; `reported` when an opening found and noted it, empty when only now.
    """

    kind: Kind
    first: int = 0
    last: int = 0
    since: str = ""
    reported: str = ""
