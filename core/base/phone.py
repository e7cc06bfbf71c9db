"""Telephone numbers: one form for comparing and finding. A number never says whose it is: families share one.

No region or carrier is looked up, so a wrong number of the right length passes.
"""

import re
import unicodedata

from core.base.errors import UserError

EXTENSION = "转"
"""Stands between a number and its extension in the normal form: 01012345678转801."""

_SEPARATORS = re.compile(r"[\s\-‐‑‒–—―−()\[\]【】]+")
_NUMBER = re.compile(r"(\+?[0-9]{5,20})(?:(?:转|分机|EXT\.?|X|#)([0-9]{1,6}))?")


def normal_phone(text: str) -> str:
    """Digits only, without +86 or 0086; another country keeps its +. Raises `UserError` bad_phone.

    Five to twenty digits, with an optional extension (转801, ext 801, x801, #801).
    """
    bare = _SEPARATORS.sub("", unicodedata.normalize("NFKC", text)).upper()
    found = _NUMBER.fullmatch(re.sub(r"^(?:\+|00)86", "", bare))
    if found is None:
        raise UserError("bad_phone", value=text)
    return found[1] + (f"{EXTENSION}{found[2]}" if found[2] else "")


def tail4(phone: str) -> str:
    """The last four digits of a number in its normal form, its extension left out."""
    return main_number(phone)[-4:]


def main_number(phone: str) -> str:
    """A number in its normal form without its extension."""
    return phone.partition(EXTENSION)[0]
