"""What a pack in a worker says it brings. It comes from the pack and is read strictly."""

from pydantic import BaseModel, ConfigDict

from core.packhost.api import PromptSection, Result
from core.packhost.worker.protocol import Json


class DescribedTool(BaseModel):
    """A tool without its code. Names are the pack's own."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    name: str
    title: str
    description: str
    parameters: dict[str, object]
    read_only: bool
    runs: bool
    """Whether there is anything that carries it out."""


class Description(BaseModel):
    """Everything `create_pack` returned but the code. A comparison is not among it: that runs in the program only."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    tools: tuple[DescribedTool, ...]
    constraints: tuple[dict[str, object], ...]
    prompt_sections: tuple[PromptSection, ...]


class Called(BaseModel):
    """What came of a call, and the seconds of processor time the worker has used up so far."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    result: Result
    spent: float


def read_description(said: Json) -> Description:
    """Raises ValueError for anything else."""
    return Description.model_validate(said)


def read_called(said: Json) -> Called:
    """Raises ValueError for anything else."""
    return Called.model_validate(said)
