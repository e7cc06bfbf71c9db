"""A note that lies beside the store until the trail has told of it: of what was done while the clinic was not open.

It is sealed under the key of the anchors, which stands in the store and nowhere else: a note that somebody put there is told from one
that the program left.
"""

import hmac
import secrets
from pathlib import Path
from typing import Annotated, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.base.atomic import write_atomically
from core.base.chain import AuditKeys

Text = Annotated[str, Field(max_length=200)]


class SealedNote(BaseModel):
    """When it was done, and by whom: `operator` is empty for the recovery code."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: ClassVar[str]

    id: str = Field(default_factory=lambda: secrets.token_hex(8), max_length=32)
    at: Text = ""
    by: Literal["passphrase", "keyring", "recovery", "unknown"] = "unknown"
    operator: Text = ""
    seal: Text = ""

    @classmethod
    def read(cls, path: Path) -> Self | None:
        """The note, None when there is none. One that cannot be read still says that it was done. Raises OSError."""
        try:
            return cls.model_validate_json(path.read_bytes())
        except FileNotFoundError:
            return None
        except ValidationError:
            return cls(id="")

    def write(self, path: Path, keys: AuditKeys | None, store: str) -> None:
        """Seal it, where the keys can be had, and write it. Raises OSError."""
        sealed = self.model_copy(update={"seal": self._sealed(keys, store) if keys else ""})
        write_atomically(path, sealed.model_dump_json().encode(), keeps_previous=False)

    def is_sealed(self, keys: AuditKeys, store: str) -> bool:
        """Whether the program wrote it as it stands."""
        return hmac.compare_digest(self.seal.encode(), self._sealed(keys, store).encode())

    def _sealed(self, keys: AuditKeys, store: str) -> str:
        content = f"{self.kind}|{store}|{self.model_dump_json(exclude={'seal'})}"
        return hmac.digest(keys.anchors, content.encode(), "sha256").hex()
