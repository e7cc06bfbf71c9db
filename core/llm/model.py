"""A model that can be asked: where it is, how it is spoken to, how far what is said to it goes, and what it takes."""

from dataclasses import dataclass
from enum import StrEnum

from core.net.boundary import Boundary

__all__ = ["Boundary", "Model", "Wire"]


class Wire(StrEnum):
    """How a model is spoken to."""

    OPENAI = "openai"
    DIFY = "dify"


@dataclass(frozen=True, slots=True)
class Model:
    """One model, as the program ships it or an admin registered it. `None` stands for what is not known."""

    name: str
    """Also what the provider knows it by."""
    provider: str
    base_url: str
    """Without a slash at the end; the adapter adds its own path."""
    wire: Wire
    boundary: Boundary
    context: int | None = None
    """Tokens it can read and write in all."""
    max_output: int | None = None
    """Tokens an answer may have at most."""
    efforts: tuple[str, ...] = ()
    """The values of `reasoning_effort` it takes, apart from `off`."""
    takes_thinking: bool = False
    """Whether its endpoint takes the key `thinking`; others answer it with an error."""
    aliases: tuple[str, ...] = ()
    temperature: float | None = None
    """What is sent where nobody asks for another."""
    effort: str | None = None
    """What is sent where nobody asks for another."""
    key_name: str | None = None
    """The environment variable with its key."""
    include_usage: bool = True
    """Whether its endpoint takes `stream_options` and so tells the usage of a stream."""
    certificate: str = ""
    """PEM: the one its server is trusted by, in place of those of the system. For a server of the clinic's own."""
    registered: bool = False
    """By an admin of this clinic, not by the program."""
