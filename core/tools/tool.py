"""One tool as the program knows it, whoever made it: a pack in this process, a pack in its own, or the program itself."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

from core.base.errors import UserError
from core.constraints.reach import registered_name

LONGEST: Final = 64
"""Characters of a full name: what model providers take."""

_BARE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")

DEADLINE_S: Final = 60.0
"""How long a call may take where the tool says nothing else."""


def full_name(pack: str, tool: str) -> str:
    """The name a pack's tool goes by. Raises `UserError` tool_name, tool_name_long."""
    if not _BARE.fullmatch(tool):
        raise UserError("tool_name", tool=tool)
    name = registered_name(pack, tool)
    if len(name) > LONGEST:
        raise UserError("tool_name_long", tool=name, longest=LONGEST)
    return name


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool answers. `output` is for the model and the screen, `data` for the program alone: no model ever sees it."""

    output: str
    data: Mapping[str, object] | None = None
    ok: bool = True


class Unit(Protocol):
    """One call while it runs. What the tool wants written is kept until every check after it has passed."""

    @property
    def is_cancelled(self) -> bool:
        """Whether whoever asked does not wait any more."""
        ...

    @property
    def reads_only(self) -> bool:
        """Whether the tool says that it only reads: no port may write for it then, here or elsewhere."""
        ...

    @property
    def source(self) -> str:
        """Who asks, as `core.tools.call.Caller` names it."""
        ...

    @property
    def session(self) -> str:
        """The session it is asked in; "" outside of one."""
        ...

    @property
    def run(self) -> str:
        """The call's own number."""
        ...

    def stage(self, write: Callable[[], str]) -> None:
        """Carry this out at the end of the call, if nothing is against its result; what it returns is told after the output.

        Once in a call: what is written is one transaction, or nothing. Raises `Refused` tool_reads_only for a tool that says it only
        reads, tool_writes_once; `ClinicError` tool_over once the call has ended.
        """
        ...


class Run(Protocol):
    """Carries a call out. What it raises fails the call, and only it."""

    def __call__(self, arguments: Mapping[str, object], unit: Unit, /) -> ToolResult: ...


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool under its full name. `parameters` is a JSON Schema of an object.

    `subject` names the argument that permission rules look at; `patient` the one that holds a record number, so that a call made for
    one patient never reaches another's record.
    """

    name: str
    title: str
    description: str
    parameters: Mapping[str, object]
    run: Run = field(repr=False)
    pack: str = ""
    read_only: bool = False
    subject: str = ""
    patient: str = ""
    deadline_s: float = DEADLINE_S
