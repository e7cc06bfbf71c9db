"""Both generations of an envelope as they were before a change, to put them back where the change is not kept.

A change is written before the transaction that tells of it is durable: whoever was let in by a row could otherwise not come in. Cost: a
power cut in between leaves the change made and no row of it; what opens the store is complete in either generation.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from core.base.atomic import previous_of, write_atomically


@dataclass(frozen=True, slots=True)
class Generations:
    """The files of one envelope. `previous` is None where there was none."""

    path: Path
    present: bytes
    previous: bytes | None

    @classmethod
    def of(cls, path: Path) -> Self:
        """As they are now. The caller has the envelope's `turn`. Raises OSError."""
        older = previous_of(path)
        return cls(path, path.read_bytes(), older.read_bytes() if older.exists() else None)

    def put_back(self) -> None:
        """As they were. The present one first: with it everything opens again, whatever becomes of the other. Raises OSError."""
        if self == Generations.of(self.path):
            return
        write_atomically(self.path, self.present, keeps_previous=False)
        older = previous_of(self.path)
        if self.previous is None:
            older.unlink(missing_ok=True)
        else:
            write_atomically(older, self.previous, keeps_previous=False)
