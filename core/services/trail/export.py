"""The trail as a file for those who ask: JSON lines that can be checked without this program."""

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict

from core.base.ports import AUDIT_FIELDS, Head
from core.store.audit_rows import Sealed, Wanted, walked
from core.store.store import Store

EVERY = 1000
"""So many lines are written before it is told how far it is."""

HOW = (
    "mac = HMAC-SHA256(key, bytes + prev), in hex here; bytes is the JSON array of the row's fields in the order of `fields`, "
    "without blanks, UTF-8, as it stands in `row`; prev is the mac of the row before, 64 zeros for the first. "
    "Without the key: prev of each row is the mac of the row numbered one less, and sha256 of the last line is that of all lines "
    "before it. With the clinic: mingdao audit verify."
)


def lines(store: Store, wanted: Wanted, head: Head, told: Callable[[int, int], None]) -> Iterator[bytes]:
    """How to verify it and what was asked for, then each row up to the head that fits. What `told` raises ends it."""
    yield line(
        {
            "format": "mingdao-audit/1",
            "record_no": wanted.record_no,
            "asked": {name: value for name, value in asdict(wanted).items() if value},
            "fields": AUDIT_FIELDS,
            "how": HOW,
        }
    )
    with store.aside() as lane:
        for count, one in enumerate(walked(lane.run, wanted, head.seq)):
            if count % EVERY == 0:
                told(one.row.seq, head.seq)
            yield line(_exported(one))


def line(content: dict[str, object]) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _exported(one: Sealed) -> dict[str, object]:
    return {"row": list(asdict(one.row).values()), "prev": one.prev.hex(), "mac": one.mac.hex()}
