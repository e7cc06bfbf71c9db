"""The key file of the program this one comes from, `credentials.json`: read for moving its keys, and never written."""

from core.base.errors import Damaged
from core.base.secret import Secret
from core.forms.exact_json import UnreadableJson, load_json

FILE_NAME = "credentials.json"
LARGEST = 1 << 16


def read_origin_keys(raw: bytes) -> dict[str, Secret | None]:
    """What stands there by its name: that of a provider, `custom:<model>`, `custom`. None for what is no text; empty ones are left out.

    Raises `Damaged` origin_keys_damaged for what is no such file; its text stands in no error.
    """
    try:
        found = load_json(raw.decode("utf-8-sig")) if len(raw) <= LARGEST else None
    except (UnicodeDecodeError, UnreadableJson):
        found = None
    if not isinstance(found, dict):
        raise Damaged("origin_keys_damaged", file=FILE_NAME) from None
    texts = {name: value.strip() if isinstance(value, str) else None for name, value in found.items()}
    return {name: None if text is None else Secret(text) for name, text in texts.items() if text != ""}
