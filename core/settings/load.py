"""Reads `settings.toml`. A file that cannot be read is reported with its place; it is never overwritten or ignored."""

import tomllib
from pathlib import Path

from pydantic import ValidationError

from core.base.errors import UserError
from core.settings.model import Settings


def load_settings(path: Path) -> Settings:
    """The settings of a clinic; the defaults when there is no file. Raises `UserError` settings_invalid."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8-sig"))
        return Settings.model_validate(raw)
    except FileNotFoundError:
        return Settings()
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError("settings_invalid", file=path, reason=error) from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UserError("settings_invalid", file=path, reason=f"{where}: {first['msg']}") from error
