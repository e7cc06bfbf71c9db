"""A file or folder that something is written to, as it is named on the line."""

from pathlib import Path

from core.base.errors import UserError
from core.store.backup.outside import at_home


def place(text: str) -> Path:
    """In full: with `~` written out, and from where one stands. Raises `UserError` place_empty: an option left empty names no place."""
    if not text.strip():
        raise UserError("place_empty")
    return at_home(Path(text)).absolute()
