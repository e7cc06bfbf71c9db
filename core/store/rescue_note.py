"""What a rescue leaves beside the store for its trail: when, by whom, how much was written out in clear."""

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from core.base.paths import Home
from core.store.sealed_note import SealedNote

_NAME = "rescued-{}.json"


class RescueNote(SealedNote):
    """Each rescue has its own; `whole` says that it went to its end, and the counts are then what was written."""

    kind: ClassVar[str] = "rescued"

    whole: bool = False
    records: int = 0
    visits: int = 0

    def path(self, home: Home) -> Path:
        """Where it lies."""
        return home.folder / _NAME.format(self.id)

    @classmethod
    def left(cls, home: Home) -> "Iterator[tuple[Path, RescueNote]]":
        """Every note that lies there, with what it is in. Raises OSError."""
        for path in sorted(home.folder.glob(_NAME.format("*"))):
            note = cls.read(path)
            if note is not None:
                yield path, note
