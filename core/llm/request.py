"""What is asked of a model, and what came back of it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum

from core.base.ids import RecordNo
from core.cost.usage import Usage

_OPAQUE = re.compile(r"[0-9a-f]{16,64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Conversation:
    """Where a server remembers what was said before (Dify). Its history belongs to one patient and one visit: one that goes on names both,
    and the exit asks nothing about anybody else in it.

    `user` is a random or keyed number in hex; anything that could be a name is a fault of this program. `id` is the server's, empty to begin.
    """

    user: str
    id: str = ""
    record_no: RecordNo | None = None
    visit: str = ""

    def __post_init__(self) -> None:
        if not _OPAQUE.fullmatch(self.user):
            raise ValueError("a user is an opaque number in hex")
        if self.id and not (self.record_no and self.visit):
            raise ValueError("a conversation that goes on belongs to a patient and a visit")


@dataclass(frozen=True, slots=True)
class Request:
    """One question. None stands for what the model's registration says."""

    user: str = field(repr=False)
    system: str = field(default="", repr=False)
    max_tokens: int = 2048
    temperature: float | None = None
    effort: str | None = None
    json: bool = False
    conversation: Conversation | None = None
    blocking: bool = False
    """Asks a Dify server for one answer instead of a stream; others always stream."""
    tools: tuple[Mapping[str, object], ...] = field(default=(), repr=False)
    """What the model may call, declared as OpenAI's servers take it; Dify's have their own in the application."""


class Finish(StrEnum):
    """How an answer ended."""

    STOP = "stop"
    LENGTH = "length"
    FILTERED = "content_filter"
    EXHAUSTED = "insufficient_system_resource"
    OTHER = "other"
    STOPPED = "stopped"
    """By a person."""
    BROKEN = "broken"
    """The stream ended, and nothing said that the answer did."""


@dataclass(frozen=True, slots=True)
class Charge:
    """What a server says it charged, in its own currency."""

    amount: Decimal
    currency: str


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer, or as much as came of one."""

    text: str = field(repr=False)
    reasoning: str = field(repr=False)
    """Never part of a record."""
    usage: Usage | None
    """None is unknown, never nothing."""
    finish: Finish
    answered_by: str
    """The model's name as the server gives it, or empty."""
    truncated: bool
    """The text is not all of it: a draft at most."""
    first_token_ms: int | None
    ms: int
    attempts: int = 1
    sent: bool = True
    """Whether anything may have left this machine. If not, it cost nothing."""
    bytes_out: int = 0
    bytes_in: int = 0
    conversation: str = ""
    charge: Charge | None = None
    called: tuple[str, ...] = ()
    """Names of the tools it wants called."""


class Kind(StrEnum):
    """What is told while an answer comes."""

    TEXT = "text"
    REASONING = "reasoning"
    REPLACED = "replaced"
    """The text so far is void, and this stands in its place."""


@dataclass(frozen=True, slots=True)
class Piece:
    kind: Kind
    text: str = field(repr=False)
