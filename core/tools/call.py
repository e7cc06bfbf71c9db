"""One call as it travels: who asks, for whom, and how it ended. Values; the road (`core.tools.road`) moves them."""

import asyncio
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from core.base.errors import ClinicError
from core.base.ids import looks_like_record_no
from core.constraints.confirming import Confirmation
from core.constraints.event import Event
from core.tools.permissions import Decision
from core.tools.tool import Tool, ToolResult


class Step(StrEnum):
    """The steps of the road, in their order. A call that is stopped goes no further, and is told all the same."""

    RESOLVE = "resolve"
    ARGUMENTS = "arguments"
    IDENTITY = "identity"
    PERMISSION = "permission"
    CONSTRAINTS_BEFORE = "constraints-before"
    GATES = "gates"
    TOLD_CALL = "told-call"
    RUN = "run"
    CONSTRAINTS_AFTER = "constraints-after"
    WRITE = "write"
    TOLD_RESULT = "told-result"


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks: the front-end (`panel`, `cli`, `assistant`, `facade`), the session, and the patient it works for, if one is open."""

    source: str
    session: str = ""
    patient: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """A call that is under way. Arguments are in it and in no row of the trail but as a keyed digest."""

    tool: Tool
    arguments: Mapping[str, object] = field(repr=False)
    caller: Caller
    id: str = field(default_factory=lambda: secrets.token_hex(8))

    @property
    def record_no(self) -> str:
        """Whose record it is about, in its one form; empty where the call names nobody by a record number."""
        return (looks_like_record_no(self.whom) or "") if isinstance(self.whom, str) else ""

    @property
    def whom(self) -> object:
        """Whom it names, as it was given."""
        return self.arguments.get(self.tool.patient) if self.tool.patient else None


@dataclass(frozen=True, slots=True)
class Stopped:
    """Where a call ended before its result, and why: a code with parameters, and the constraints that fitted."""

    step: Step
    error: ClinicError | None = None
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """How a call ended. Of a result that was rejected nothing is left here."""

    tool: str
    result: ToolResult | None = None
    stopped: Stopped | None = None
    decision: Decision | None = None
    confirmation: Confirmation | None = None
    events: tuple[Event, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the tool ran and nothing was against it."""
        return self.stopped is None and self.result is not None and self.result.ok


class Gate(Protocol):
    """What else may hold a call up, handed in from above. Raises `ClinicError` for a no."""

    def __call__(self, call: Call, /) -> None: ...


class Told(Protocol):
    """Keeps what happened, durably. What it raises stops the call: nothing runs that nobody can be told of."""

    def call(self, call: Call, decision: Decision | None, stopped: Stopped | None) -> None:
        """Before it runs, or instead."""
        ...

    def result(self, call: Call, answer: Answer) -> None:
        """After it ran."""
        ...


class Asked(Protocol):
    """Asks a person whether a call may be made. Only a plain yes is one."""

    async def __call__(self, call: Call, decision: Decision, /) -> bool: ...


@dataclass(frozen=True, slots=True)
class People:
    """Who can be asked meanwhile, and what stops the call. Without anybody, what has to be asked is a no."""

    permission: Asked | None = None
    confirmation: "ConfirmAsked | None" = None
    stop: asyncio.Event | None = None


class ConfirmAsked(Protocol):
    """Asks a person about what constraints want confirmed."""

    async def __call__(self, events: tuple[Event, ...], /) -> bool: ...
