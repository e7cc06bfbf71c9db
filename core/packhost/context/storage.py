"""`context.storage`: the pack's own namespace in the encrypted store. The name is the program's, so no pack reaches another's."""

import json

from core.base.errors import UserError
from core.packhost.context.desk import Desk
from core.packhost.context.keeping import Keeping
from core.packhost.worker.protocol import NotPlain, plain
from core.store import pack_storage

LONGEST_KEY = 200
LARGEST = 256 << 10
"""Bytes of one value, as JSON."""


class Storage:
    """The values of one pack. They are read at any time; what is put is kept as `Keeping` says."""

    def __init__(self, desk: Desk, pack: str, keeping: Keeping) -> None:
        self._desk, self._pack, self._keeping = desk, pack, keeping

    def get(self, key: str) -> object:
        """Raises `UserError` storage_key."""
        _refuse_unfit(key)
        pending = self._keeping.values()
        text = pending[key] if key in pending else self._stored(key)
        return None if text is None else json.loads(text)

    def put(self, key: str, value: object) -> None:
        """Raises `UserError` storage_key, storage_value, storage_large; and as `Keeping.put`."""
        _refuse_unfit(key)
        try:
            text = json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        except NotPlain as error:
            raise UserError("storage_value", pack=self._pack) from error
        if len(text.encode()) > LARGEST:
            raise UserError("storage_large", pack=self._pack, limit=LARGEST >> 10)
        self._keeping.put(key, text)

    def delete(self, key: str) -> None:
        """Raises as `put`. One that is not there is gone already."""
        _refuse_unfit(key)
        self._keeping.put(key, None)

    def keys(self, prefix: str = "") -> tuple[str, ...]:
        found = set(self._desk.read(lambda connection: pack_storage.keys_of(connection, self._pack)))
        for key, value in self._keeping.values().items():
            (found.discard if value is None else found.add)(key)
        return tuple(sorted(key for key in found if key.startswith(prefix)))

    def _stored(self, key: str) -> str | None:
        return self._desk.read(lambda connection: pack_storage.value_of(connection, self._pack, key))


def _refuse_unfit(key: str) -> None:
    """A key is a short text that can be seen whole: no control characters, no half ones."""
    if not 0 < len(key) <= LONGEST_KEY or not key.isprintable():
        raise UserError("storage_key", longest=LONGEST_KEY)
