"""What a restore leaves beside the store for the trail of the restored clinic: which backup, when, by whom, what it took back."""

import secrets
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.base.atomic import write_atomically

_Text = Field(default="", max_length=200)


class RestoreNote(BaseModel):
    """`lost` is how many rows of the trail were written after the backup; `kept_in` the folder with what was there before."""

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

    @classmethod
    def read(cls, path: Path) -> "RestoreNote | None":
        """The note, None when there is none. One that cannot be read still says that there was a restore. Raises OSError."""
        try:
            return cls.model_validate_json(path.read_bytes())
        except FileNotFoundError:
            return None
        except ValidationError:
            return cls(id="")

    def write(self, path: Path) -> None:
        """Raises OSError."""
        write_atomically(path, self.model_dump_json().encode(), keeps_previous=False)
