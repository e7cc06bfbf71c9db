"""The anchor: the head of the trail, kept outside the store, so that a store that was cut or put back is found out.

It lies in `head.json` beside the store and, in a clinic that uses the keyring, in an entry there, where a copy of the whole folder that
is put back does not bring its own along. It is sealed under a key of its own: it can be taken away, which is found too, and not made
up. Inside the store stands that there once was one.
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
        self._asked = False
        self.keyring_trouble = ""
        """Why the keyring takes no part any more: a `KeyTrouble` code."""

    @property
    def uses_keyring(self) -> bool:
        return self._secrets is not None

    def read(self) -> Found:
        """All that is kept outside."""
        beside, kept = self.beside(), self.ask()
        return Found((*beside.heads, *kept.heads), beside.missing, beside.damaged or kept.damaged)

    def beside(self) -> Found:
        """What is kept beside the store."""
        texts: list[bytes | None] = []
        try:
            texts.append(self._file.read_bytes())
            missing = False
        except FileNotFoundError:
            missing = True
        except OSError:
            texts.append(None)
            missing = False
        return self._found(texts, missing=missing)

    def ask(self) -> Found:
        """What the keyring keeps, which may take ten seconds. One that cannot be asked is left alone from then on."""
        entry = self._ask()
        self._asked = True
        return self._found([entry.encode()] if entry else [], missing=False)

    def write(self, head: Head) -> None:
        """Keep this head outside. Raises OSError when the file cannot be written.

        What the keyring keeps is not written over before it was looked at.
        """
        kept = _Kept(store=self._store, seq=head.seq, mac=head.mac.hex(), at=head.at)
        text = kept.model_copy(update={"seal": self._seal(kept)}).model_dump_json()
        write_atomically(self._file, text.encode())
        if self._secrets is not None and self._asked:
            try:
                self._secrets.write(self._entry, text)
            except KeyTrouble as trouble:
                self._secrets, self.keyring_trouble = None, trouble.code

    def sealed(self, head: Head) -> dict[str, object]:
        """The anchor of a head, as it stands at the end of an export."""
        kept = _Kept(store=self._store, seq=head.seq, mac=head.mac.hex(), at=head.at)
        return kept.model_copy(update={"seal": self._seal(kept)}).model_dump()

    def _ask(self) -> str | None:
        if self._secrets is None:
            return None
        try:
            return self._secrets.read(self._entry)
        except KeyTrouble as trouble:
            self._secrets, self.keyring_trouble = None, trouble.code
            return None

    def _found(self, texts: list[bytes | None], *, missing: bool) -> Found:
        heads = [self._head(text) for text in texts]
        return Found(tuple(head for head in heads if head), missing, None in heads)

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
