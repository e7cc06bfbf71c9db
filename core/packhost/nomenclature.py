"""The names a domain gives its things: remedies, places of the body, books, authorities, conditions. None of them is a person met here.

A text that leaves for an outside model keeps them (`core.net.deid`), however much they look like somebody's name.
"""

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field

from core.packhost.cues import Words


class Nomenclature(BaseModel):
    """One vocabulary file of such names, in groups that are only for whoever reviews it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    status: str
    nomenclature: str = Field(min_length=1)
    title: str = Field(min_length=1)
    names: Mapping[str, Words]
