"""One box finds a patient: by name, full pinyin, initials, record number, or the end of a phone number.

Every form a patient is found by is a row (kind, key), so that each way of searching is a range of one index: names and their
endings, pinyin as spelt, pinyin as heard (n/ng, zh/z, l/n alike), initials at full length, phone digits from the end.
Hits come ranked: exact name or number, then names that begin so, then pinyin, then names that contain it.
"""

import unicodedata
from collections.abc import Iterator, Sequence

from sqlalchemy import ColumnElement, Connection, bindparam, select

from core.base.ids import looks_like_record_no
from core.base.names import name_key, pinyin_key, readings, tolerant
from core.base.phone import main_number
from core.base.text import compact
from core.store.schema import patient_keys, patients

NAME = "name"
ENDING = "ending"
PINYIN = "pinyin"
SOUND = "sound"
INITIALS = "initials"
PHONE = "phone"

LIMIT = 50
LONGEST_START = 40
"""Characters into a name from which an ending is still indexed."""

PHONE_DIGITS = 4
"""Fewer digits of a phone than this find nobody: too many would fit."""

_LAST = "\U0010ffff"
"""Sorts after whatever may follow a prefix."""

_BY_KEY = (
    select(patient_keys.c.patient_id)
    .where(
        patient_keys.c.kind == bindparam("kind"),
        patient_keys.c.key.between(bindparam("first"), bindparam("last")),
    )
    .order_by(patient_keys.c.key, patient_keys.c.patient_id)
    .limit(bindparam("most"))
)
"""Patients with a key of a kind that begins so: the whole key first, then the others in their order.

Built once, since building a statement takes longer than running it.
"""


def keys_of(name: str, phone: str | None) -> set[tuple[str, str]]:
    """Everything a patient of this name and phone is found by."""
    written = name_key(name)
    endings = range(1, min(len(written), LONGEST_START))
    keys = {(NAME, written)} | {(ENDING, written[start:]) for start in endings}
    for reading in readings(name):
        spelt = "".join(reading)
        keys |= {
            (PINYIN, spelt),
            (SOUND, tolerant(spelt)),
            (INITIALS, "".join(syllable[0] for syllable in reading)),
        }
    if phone:
        keys.add(phone_key(phone))
    return keys


def homophone_keys(name: str) -> list[tuple[str, str]]:
    """The keys under which patients whose name sounds the same are found."""
    return [(PINYIN, "".join(reading)) for reading in readings(name)]


def phone_key(phone: str) -> tuple[str, str]:
    """Digits from the end, so that the tail of a number is the beginning of its key."""
    return PHONE, main_number(phone)[::-1]


def search(connection: Connection, typed: str, limit: int = LIMIT) -> list[int]:
    """Row ids of the patients that fit what was typed, best first, at most `limit`."""
    found: dict[int, None] = {}
    for ids in _ways(connection, typed, limit):
        found.update(dict.fromkeys(ids))
        if len(found) >= limit:
            break
    return list(found)[:limit]


def _ways(connection: Connection, typed: str, limit: int) -> Iterator[Sequence[int]]:
    """Each way of finding in order of rank; the next one is only tried when it is needed."""

    def by_key(kind: str, key: str) -> Sequence[int]:
        asked = {"kind": kind, "first": key, "last": key + _LAST, "most": limit}
        return connection.scalars(_BY_KEY, asked).all()

    written = name_key(typed)
    if not written:
        return
    shown = compact(typed).upper()
    digits = shown.removeprefix("P")
    if digits.isascii() and digits.isdigit():
        number = looks_like_record_no(f"P{digits}")
        yield connection.scalars(select(patients.c.id).where(patients.c.record_no == number)).all()
        yield _by_number_prefix(connection, f"P{digits}", limit)
        yield by_key(NAME, written)
        if digits == shown and len(digits) >= PHONE_DIGITS:
            yield by_key(*phone_key(digits))
        return
    yield by_key(NAME, written)
    spelt = pinyin_key(typed)
    if spelt and _is_latin(written):
        yield by_key(PINYIN, spelt)
        yield by_key(INITIALS, spelt)
        yield by_key(SOUND, tolerant(spelt))
    yield by_key(ENDING, written)


def _is_latin(text: str) -> bool:
    """Whether all letters and digits are Latin letters, lǚ and full-width ones too. 陈min and P0a are no pinyin."""
    return all(unicodedata.name(mark, "").startswith("LATIN ") for mark in text if mark.isalnum())


def _by_number_prefix(connection: Connection, prefix: str, limit: int) -> Sequence[int]:
    query = select(patients.c.id).where(begins(patients.c.record_no, prefix))
    return connection.scalars(query.order_by(patients.c.id).limit(limit)).all()


def begins(column: ColumnElement[str], prefix: str) -> ColumnElement[bool]:
    """Texts with a prefix, as a range of the index. LIKE would not use it: it ignores case, the index does not."""
    return (column >= prefix) & (column < prefix + _LAST)
