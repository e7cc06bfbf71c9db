"""What a pack says it brings, and what came of a call. It comes from the pack and is read strictly."""

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

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


@dataclass(frozen=True, slots=True)
class Description:
    """Everything `create_pack` returned but the code (`core.packhost.worker.describing`).

    Constraints and sections are as they were given: `core.constraints.reading` and `core.packhost.sections` tell what they are worth.
    """

    tools: tuple[DescribedTool, ...]
    unfit: tuple[str, ...]
    """The names of tools that are none, by the type of what they are made of; where a name is none, its place."""
    constraints: tuple[object, ...]
    prompt_sections: tuple[PromptSection, ...]


class Called(BaseModel):
    """What came of a call, and the seconds of processor time the worker has used up so far."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    result: Result
    spent: float


def read_description(said: Json) -> Description:
    """Raises ValueError for anything else. A tool that is none takes no other with it."""
    match said:
        case {"tools": [*listed], "constraints": [*constraints], "prompt_sections": [*sections]}:
            tools, unfit = list[DescribedTool](), list[str]()
            for number, one in enumerate(listed):
                try:
                    tools.append(DescribedTool.model_validate(one))
                except ValidationError:
                    unfit.append(_name(one) or f"tools[{number}]")
            # Of two by one name the first is called: that must not be one that is none.
            fit = tuple(tool for tool in tools if tool.name not in unfit)
            return Description(fit, tuple(unfit), tuple(constraints), tuple(map(_section, sections)))
        case _:
            raise ValueError("no description of a pack")


def read_called(said: Json) -> Called:
    """Raises ValueError for anything else."""
    return Called.model_validate(said)


def _name(tool: Json) -> str:
    name = tool.get("name") if isinstance(tool, dict) else None
    return name if isinstance(name, str) else ""


def _section(given: Json) -> PromptSection:
    said: dict[str, Any] = given if isinstance(given, dict) else {}
    return PromptSection(said.get("id", ""), said.get("content", ""), said.get("order", 0))
