"""What a restore leaves beside the store for the trail of the restored clinic: which backup, when, by whom, what it took back."""

from typing import ClassVar

from core.base.chain import AuditKeys
from core.store.sealed_note import SealedNote, Text


class RestoreNote(SealedNote):
    """`lost` is how many rows of the trail were written after the backup; `kept_in` the folder with what was there before.

    A note that was put there with an old copy of the store explains nothing: it has no seal that fits.
    """

    kind: ClassVar[str] = "restored"

    digest: Text = ""
    created: Text = ""
    head: int = 0
    lost: int = 0
    kept_in: Text = ""

    def took_back(self, keys: AuditKeys, store: str) -> tuple[int, int] | None:
        """The first and the last row of the trail that the restore took back; None when none, or when no restore wrote this note."""
        if not self.lost or not self.is_sealed(keys, store):
            return None
        return self.head + 1, self.head + self.lost
