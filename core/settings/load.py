"""Reads `settings.toml`. A file that cannot be read is reported with its place; it is never overwritten or ignored."""

import tomllib
from decimal import Decimal
from pathlib import Path

from pydantic import ValidationError

from core.base.errors import UserError
from core.base.messages import LANGUAGES
from core.settings.model import Settings
from core.settings.reason import reason_of


def load_settings(path: Path) -> Settings:
    """The settings of a clinic; the defaults when there is no file. Raises `UserError` settings_invalid."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8-sig"), parse_float=Decimal)
        return Settings.model_validate(raw)
    except FileNotFoundError:
        return Settings()
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, ValidationError) as error:
        raise UserError("settings_invalid", file=path, reason=reason_of(error)) from error


def language_of(path: Path) -> str:
    """The language a clinic speaks, also where something else in the file is wrong; the first there is where it cannot be told."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8-sig")).get("language")
    except (OSError, ValueError):
        found = None
    return found if found in LANGUAGES else LANGUAGES[0]
