"""The options an admin sets, in `settings.toml`: read as a whole, changed one by one. Comments, order and everything else stay.

A value that does not fit is refused before anything is written, and a file that was changed since it was read is not written
over: whoever wrote it by hand is asked to be looked at first. The file holds no patient and no secret, so it is read and
written without an open clinic too.
"""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

import tomlkit
from pydantic import ValidationError
from tomlkit.exceptions import TOMLKitError

from core.base.atomic import write_atomically
from core.base.errors import UserError
from core.base.paths import Home
from core.settings.load import load_settings
from core.settings.model import Settings

TOO_LONG = "string_too_long"
"""pydantic's name for it."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The settings as they were read. `mark` tells this text of the file from any other; "" is no file."""

    settings: Settings
    mark: str


class Preferences:
    """The options of one clinic."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._file = home.settings

    def read(self) -> Seen:
        """What is set now. Raises `UserError` settings_invalid, OSError."""
        return Seen(load_settings(self._file), _mark(self._text()))

    def change(self, seen: Seen, values: Mapping[str, str]) -> Seen:
        """Set options to values; those not named stay. The result is what is set then.

        Raises `UserError` setting_too_long, setting_unfit for a value that cannot be; settings_changed when the file is not the
        one that was seen; settings_invalid; OSError. Nothing is written then.
        """
        settings = _checked(seen.settings, values)
        text = self._text()
        if _mark(text) != seen.mark:
            raise UserError("settings_changed", file=self._file)
        try:
            document = tomlkit.parse((text or b"").decode("utf-8-sig"))
        except (TOMLKitError, UnicodeDecodeError) as error:
            raise UserError("settings_invalid", file=self._file, reason=error) from error
        for name, value in values.items():
            document[name] = value
        written = tomlkit.dumps(document).encode()
        # What is read back must be what was asked for, whatever the text around it.
        if Settings.model_validate(tomllib.loads(written.decode())) != settings:
            raise UserError("settings_invalid", file=self._file, reason=", ".join(values))
        write_atomically(self._file, written)
        return Seen(settings, _mark(written))

    def _text(self) -> bytes | None:
        try:
            return self._file.read_bytes()
        except FileNotFoundError:
            return None


def _checked(settings: Settings, values: Mapping[str, str]) -> Settings:
    try:
        return Settings.model_validate({**settings.model_dump(), **values})
    except ValidationError as error:
        first = error.errors()[0]
        name, limits = str(first["loc"][0]), first.get("ctx", {})
        value = values.get(name, "")
        if first["type"] == TOO_LONG:
            limit = limits["max_length"]
            raise UserError("setting_too_long", setting=name, limit=limit, length=len(value)) from error
        raise UserError("setting_unfit", setting=name, value=value) from error


def _mark(text: bytes | None) -> str:
    return "" if text is None else hashlib.sha256(text).hexdigest()
