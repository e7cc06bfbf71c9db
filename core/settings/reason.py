"""What is wrong with `settings.toml`, in the program's own words: those of the libraries that read it are English."""

import re

from pydantic import ValidationError

from core.base.messages import Phrase, Words
from core.settings.model import Settings

UNKNOWN, TOO_LONG = "extra_forbidden", "string_too_long"
"""pydantic's names for what is wrong with an option."""

_IS_KEY = re.compile(r"api[_-]?key", re.IGNORECASE)
"""An option that would hold the key of a model: there is none, since a key stands in no file."""

_PLACE = re.compile(r"at line (\d+),? col(?:umn)? (\d+)")
"""Where the text is no TOML, as each of its readers ends its complaint."""


def reason_of(error: Exception) -> Phrase:
    """As a parameter of a sentence: of an option that does not fit, or of a text that is none, whichever library reads it."""
    if isinstance(error, ValidationError):
        return _of_option(error)
    if isinstance(error, UnicodeDecodeError):
        return Phrase("settings_reason.not_utf8")
    place = _PLACE.search(str(error))
    if place is None:
        return Phrase("settings_reason.cut")
    return Phrase("settings_reason.not_toml", line=place[1], column=place[2])


def _of_option(error: ValidationError) -> Phrase:
    """Of the first option that does not fit."""
    first = error.errors()[0]
    option = ".".join(str(part) for part in first["loc"])
    if _IS_KEY.search(option):
        return Phrase("settings_reason.api_key", option=option)
    if first["type"] == UNKNOWN or option not in Settings.model_fields:
        return Phrase("settings_reason.unknown", option=option)
    if first["type"] == TOO_LONG:
        return Phrase("settings_reason.too_long", option=option, limit=first["ctx"]["max_length"])
    return Phrase("settings_reason.unfit", option=option, help=Words(f"settings.{option}.help"))
