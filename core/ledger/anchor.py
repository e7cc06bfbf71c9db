"""The anchor: the head of the trail, kept outside the store, so that a store that was cut or put back is found out.

It lies in `head.json` beside the store and, in a clinic opened by the keyring, in an entry there. It is sealed under a key of its own: it can be
taken away, which is found too, and not made up. Inside the store stands that there once was one.
"""

import hmac
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.base.atomic import write_atomically
from core.base.chain import AuditKeys
from core.base.errors import KeyTrouble
from core.base.ports import Head, Secrets

FORMAT = 1


class _Kept(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    format: int = Field(default=FORMAT, ge=FORMAT, le=FORMAT)
    store: str
    seq: int = Field(ge=1)
    mac: str = Field(pattern=r"^[0-9a-f]{64}$")
    at: str
    seal: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """The anchors there are. `missing` says that the side file is not there, `damaged` that one of them is not what was written."""

    heads: tuple[Head, ...]
    missing: bool
    damaged: bool


class Anchors:
    """Reads and writes the anchors of one store."""

    def __init__(self, file: Path, keys: AuditKeys, store: str, secrets: Secrets | None) -> None:
        self._file = file
        self._key = keys.anchors
        self._store = store
        self._secrets = secrets
        self._entry = f"{store}/audit/{FORMAT}"

    def read(self) -> Found:
        """What is kept outside. A keyring that cannot be asked is left alone from then on."""
        texts: list[bytes | None] = []
        try:
            texts.append(self._file.read_bytes())
            missing = False
        except FileNotFoundError:
            missing = True
        except OSError:
            texts.append(None)
            missing = False
        entry = self._ask()
        if entry is not None:
            texts.append(entry.encode())
        heads = [self._head(text) for text in texts]
        return Found(tuple(head for head in heads if head), missing, None in heads)

    def write(self, head: Head) -> None:
        """Keep this head outside. Raises OSError when the file cannot be written."""
        kept = _Kept(store=self._store, seq=head.seq, mac=head.mac.hex(), at=head.at)
        text = kept.model_copy(update={"seal": self._seal(kept)}).model_dump_json()
        write_atomically(self._file, text.encode())
        if self._secrets is not None:
            try:
                self._secrets.write(self._entry, text)
            except KeyTrouble:
                self._secrets = None

    def sealed(self, head: Head) -> dict[str, object]:
        """The anchor of a head, as it stands at the end of an export."""
        kept = _Kept(store=self._store, seq=head.seq, mac=head.mac.hex(), at=head.at)
        return kept.model_copy(update={"seal": self._seal(kept)}).model_dump()

    def _ask(self) -> str | None:
        if self._secrets is None:
            return None
        try:
            return self._secrets.read(self._entry)
        except KeyTrouble:
            self._secrets = None
            return None

    def _head(self, text: bytes | None) -> Head | None:
        try:
            kept = _Kept.model_validate_json(text or b"")
        except ValidationError:
            return None
        if kept.store != self._store or not hmac.compare_digest(kept.seal, self._seal(kept)):
            return None
        return Head(kept.seq, bytes.fromhex(kept.mac), kept.at)

    def _seal(self, kept: _Kept) -> str:
        content = f"{kept.format}|{kept.store}|{kept.seq}|{kept.mac}|{kept.at}"
        return hmac.digest(self._key, content.encode(), "sha256").hex()
