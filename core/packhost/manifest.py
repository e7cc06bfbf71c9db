"""`pack.json`: what a pack is called and what it contributes. A closed object; an unknown field is an error."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Glob = Annotated[str, Field(max_length=200, pattern=r"^[A-Za-z0-9_*-]+(/[A-Za-z0-9_*-]+)*\.json$")]


class Contributes(BaseModel):
    """Files by glob, relative to the pack's folder; `comparison` says that the pack's code brings one."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    forms: tuple[Glob, ...] = ()
    vocabulary: tuple[Glob, ...] = ()
    comparison: bool = False


class Manifest(BaseModel):
    """One pack's `pack.json`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    apiVersion: Literal[1]  # noqa: N815 - the name is the contract's
    name: str = Field(pattern=r"^[a-z][a-z0-9_]{1,31}$")
    version: str = Field(pattern=r"^\d+\.\d+\.\d+$")
    title: str = Field(min_length=1, max_length=40)
    contributes: Contributes = Contributes()
