"""The options an admin sets, in `settings.toml`: read as a whole, changed one by one. Comments, order and everything else stay.

A value that does not fit is refused before anything is written, and a file that was changed since it was read is not written
over: whoever wrote it by hand is asked to be looked at first. The file holds no patient and no secret, so it is read and
written without an open clinic too. In an open one it takes an admin, and leaves a row; only the language anybody may choose.
"""

import hashlib
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import tomlkit
from pydantic import ValidationError
from tomlkit.exceptions import TOMLKitError

from core.base.atomic import write_atomically
from core.base.errors import UserError
from core.base.messages import Phrase, Words
from core.base.paths import Home
from core.base.rights import Right
from core.ledger.audit import Action
from core.packhost.tiers import REMOTE
from core.services.at_work.desk import Change, Desk
from core.settings.load import load_settings
from core.settings.model import Settings
from core.settings.reason import TOO_LONG, reason_of
from core.store.backup.outside import in_full, refuse_inside

Value = str | int | tuple[str, ...]

OF_THE_SCREEN = frozenset({"language"})
"""How one's own screen speaks."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The settings as they were read. `mark` tells this text of the file from any other; "" is no file."""

    settings: Settings
    mark: str


class Preferences:
    """The options of one clinic. Without a desk, of one that is not open."""

    def __init__(self, home: Home, desk: Desk | None = None) -> None:
        self._file = home.settings
        self._desk = desk

    def read(self) -> Seen:
        """What is set now. Raises `UserError` settings_invalid, OSError."""
        return Seen(load_settings(self._file), _mark(self._text()))

    def change(self, seen: Seen, values: Mapping[str, Value]) -> Seen:
        """Set options to values; those not named stay. The result is what is set then.

        Raises `UserError` setting_too_long, setting_unfit, backup_target_inside, folder_not_in_full for a value that cannot be; settings_changed
        when the file is not the one that was seen; settings_invalid; `ClinicError` file_trouble; OSError. Nothing is written then.
        """
        desk = self._desk
        if desk is None:
            return self._change(seen, values)
        if OF_THE_SCREEN.issuperset(values):
            desk.in_present_role()
        else:
            desk.require(Right.SETTINGS)

        def work(change: Change) -> Seen:
            change.trail.record(Action.SETTINGS_CHANGE, fields=sorted(values))
            # Last in the transaction: options that cannot be written take the row with them.
            return self._change(seen, values)

        return desk.change(work)

    def _change(self, seen: Seen, values: Mapping[str, Value]) -> Seen:
        settings = _checked(seen.settings, values)
        if values.get("backup_folder"):
            folder = in_full(Path(settings.backup_folder))
            refuse_inside(Home(self._file.parent), folder)
            values = {**values, "backup_folder": str(folder)}
            settings = _checked(settings, values)
        if packs := values.get("packs"):
            _refuse_relative(packs)
        text = self._text()
        if _mark(text) != seen.mark:
            raise UserError("settings_changed", file=self._file)
        try:
            document = tomlkit.parse((text or b"").decode("utf-8-sig"))
        except (TOMLKitError, UnicodeDecodeError) as error:
            raise UserError("settings_invalid", file=self._file, reason=reason_of(error)) from error
        for name, value in values.items():
            document[name] = list(value) if isinstance(value, tuple) else value
        written = tomlkit.dumps(document).encode()
        # What is read back must be what was asked for, whatever the text around it.
        if Settings.model_validate(tomllib.loads(written.decode(), parse_float=Decimal)) != settings:
            raise UserError(
                "settings_invalid",
                file=self._file,
                reason=Phrase("settings_reason.not_kept", options=", ".join(values)),
            )
        write_atomically(self._file, written)
        return Seen(settings, _mark(written))

    def _text(self) -> bytes | None:
        try:
            return self._file.read_bytes()
        except FileNotFoundError:
            return None


def value_of(name: str, text: str) -> Value:
    """The value of an option as somebody typed it. Raises `UserError` unknown_setting, setting_unfit."""
    field = Settings.model_fields.get(name)
    if field is None:
        raise UserError("unknown_setting", setting=name, known=tuple(Settings.model_fields))
    try:
        return _READ_AS.get(field.annotation, str)(text.strip())
    except (KeyError, ValueError):
        raise _unfit(name, text) from None


def _refuse_relative(packs: Value) -> None:
    """A folder of packs is the same from wherever the program is started. What would have to be fetched is told of when packs are looked for."""
    for entry in packs if isinstance(packs, tuple) else ():
        if not entry.casefold().startswith(REMOTE):
            in_full(Path(entry))


_READ_AS: Mapping[object, Callable[[str], Value]] = {
    int: int,
    tuple[str, ...]: lambda text: tuple(part for entry in text.split(";") if (part := entry.strip())),
}
"""How the text of an option is read, by its type; several of a kind are separated by semicolons."""


def _unfit(name: str, value: Value) -> UserError:
    said = "; ".join(value) if isinstance(value, tuple) else value
    return UserError("setting_unfit", setting=name, value=said, help=Words(f"settings.{name}.help"))


def _checked(settings: Settings, values: Mapping[str, Value]) -> Settings:
    try:
        return Settings.model_validate({**settings.model_dump(), **values})
    except ValidationError as error:
        first = error.errors()[0]
        name, limits = str(first["loc"][0]), first.get("ctx", {})
        value = values.get(name, "")
        if first["type"] == TOO_LONG:
            limit = limits["max_length"]
            raise UserError("setting_too_long", setting=name, limit=limit, length=len(str(value))) from error
        raise _unfit(name, value) from error


def _mark(text: bytes | None) -> str:
    return "" if text is None else hashlib.sha256(text).hexdigest()
