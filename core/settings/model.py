"""The options: type, default and bounds of each, once. Title and help stand in the message files at `settings.<name>`."""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator

from core.base.allow_list import is_rule
from core.base.clock import zone_named
from core.base.errors import UserError
from core.base.messages import LANGUAGES

_Yuan = Annotated[
    Annotated[Decimal, Field(ge=0, max_digits=12, decimal_places=6)] | None,
    BeforeValidator(lambda value: None if value == "" else value),
]
"""An amount, or nothing: written as `""`."""


class Settings(BaseModel):
    """What an admin can set in `settings.toml`. An unknown option is an error, so that a typing mistake is seen."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    clinic_name: str = Field(default="", max_length=60)
    language: str = LANGUAGES[0]
    zone: str = "Asia/Shanghai"
    lock_minutes: int = Field(default=5, ge=1, le=30)
    lock_minutes_reception: int = Field(default=2, ge=1, le=30)
    backup_folder: str = Field(default="", max_length=400)
    backup_schedule: Literal["daily", "off"] = "daily"
    backup_thinning: Literal["on", "frozen"] = "on"
    session_hours: int = Field(default=12, ge=1, le=12)
    packs: tuple[str, ...] = Field(default=(), max_length=16)
    """Folders of packs beside those of the program and of the data folder; a later one counts before an earlier one."""

    net_allow: tuple[str, ...] = Field(default=(), max_length=64)
    """The hosts packs may reach, as far as their manifests name them too (`core.base.allow_list`). None: nothing leaves."""

    net_mode: Literal["block", "warn"] = "block"
    """What is done with a host packs declare and nobody listed: nothing leaves without the admin, unless `warn` lets it and the report shows it."""

    model: str = Field(default="", max_length=128)
    """The model that is asked where none is named; empty for the program's own (`core.services.models`)."""

    tool_mode: Literal["ask", "auto", "readonly"] = "ask"
    """How much is asked before a tool runs (`core.tools.permissions`)."""
    tool_allow: tuple[str, ...] = Field(default=(), max_length=64)
    tool_deny: tuple[str, ...] = Field(default=(), max_length=64)

    cost_day_limit: _Yuan = None
    """Yuan that calls of models may cost a day (`core.cost.guard`). None: no limit."""
    cost_day_warn: _Yuan = None
    """From what on the day's costs are told of; four fifths of the limit without it."""
    cost_day_action: Literal["warn", "block", "downgrade"] = "warn"
    cost_downgrade_model: str = Field(default="deepseek-flash", max_length=128)
    cost_task_limit: _Yuan = None

    @field_validator("net_allow")
    @classmethod
    def _known_rules(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if not all(map(is_rule, value)):
            raise ValueError("host | *.host | IPv4 | IPv4/bits")
        return value

    @field_validator("language")
    @classmethod
    def _known_language(cls, value: str) -> str:
        if value not in LANGUAGES:
            raise ValueError(" | ".join(LANGUAGES))
        return value

    @field_validator("zone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        try:
            zone_named(value)
        except UserError as error:
            raise ValueError("IANA zone, for example Asia/Shanghai") from error
        return value
