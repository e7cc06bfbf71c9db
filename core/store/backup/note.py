"""What a restore leaves beside the store for the trail of the restored clinic: which backup, when, by whom, what it took back."""

import hmac
import secrets
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.base.atomic import write_atomically
from core.base.chain import AuditKeys

_Text = Field(default="", max_length=200)


class RestoreNote(BaseModel):
    """`lost` is how many rows of the trail were written after the backup; `kept_in` the folder with what was there before.

    It is sealed under the key of the anchors, which a restore has and nobody else beside the clinic: a note that was put there with an
    old copy of the store explains nothing.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(default_factory=lambda: secrets.token_hex(8), max_length=32)
    at: str = _Text
    by: Literal["passphrase", "recovery", "unknown"] = "unknown"
    operator: str = _Text
    digest: str = _Text
    created: str = _Text
    head: int = 0
    lost: int = 0
    kept_in: str = _Text
    seal: str = _Text

    @classmethod
    def read(cls, path: Path) -> "RestoreNote | None":
        """The note, None when there is none. One that cannot be read still says that there was a restore. Raises OSError."""
        try:
            return cls.model_validate_json(path.read_bytes())
        except FileNotFoundError:
            return None
        except ValidationError:
            return cls(id="")

    def write(self, path: Path, keys: AuditKeys, store: str) -> None:
        """Seal it and write it. Raises OSError."""
        sealed = self.model_copy(update={"seal": self._sealed(keys, store)})
        write_atomically(path, sealed.model_dump_json().encode(), keeps_previous=False)

    def took_back(self, keys: AuditKeys, store: str) -> tuple[int, int] | None:
        """The first and the last row of the trail that the restore took back; None when none, or when no restore wrote this note."""
        if not self.lost or not hmac.compare_digest(self.seal.encode(), self._sealed(keys, store).encode()):
            return None
        return self.head + 1, self.head + self.lost

    def _sealed(self, keys: AuditKeys, store: str) -> str:
        content = f"restored|{store}|{self.model_dump_json(exclude={'seal'})}"
        return hmac.digest(keys.anchors, content.encode(), "sha256").hex()
