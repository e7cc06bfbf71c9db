"""What a pack sees of this program, and all of it. Values in, values out: no file, no store, no network.

A pack is a folder with a `pack.json` and, when it brings code, a `pack.py` with `create_pack(context)`. Inside a pack modules
import each other relatively; of ours they import this module alone.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Protocol, TypeAlias

from core.base.text import compact
from core.forms.findings import Count, Finding, MoreIs, Status, Trend

__all__ = [
    "Clock",
    "Comparison",
    "Context",
    "Count",
    "Direction",
    "Env",
    "Files",
    "Finding",
    "Http",
    "HttpAnswer",
    "Llm",
    "Log",
    "MoreIs",
    "Observation",
    "Pack",
    "PackContext",
    "PromptSection",
    "Records",
    "Result",
    "Row",
    "Run",
    "Side",
    "Status",
    "Storage",
    "Tool",
    "Trend",
    "VisitRecord",
    "compact",
]

Direction: TypeAlias = Callable[[str, str], MoreIs | None]
"""Whether more of a symptom's count, in a unit, is worse or better: `direction(term, unit)`. None means not known."""


@dataclass(frozen=True, slots=True)
class PackContext:
    """What a pack is told when its code is first used."""

    name: str
    version: str


@dataclass(frozen=True, slots=True)
class Observation:
    """Something seen or felt by the physician, such as tongue or pulse: text that is set side by side, never judged."""

    role: str
    label: str
    words: str


@dataclass(frozen=True, slots=True)
class VisitRecord:
    """What a comparison reads of one visit. `number` is the visit's own and never changes; `day` is the clinic's calendar."""

    number: int
    day: date
    findings: tuple[Finding, ...]
    observations: tuple[Observation, ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """One half of a row: what a visit recorded."""

    visit: int
    day: date
    words: str
    status: Status | None = None
    grade: int | None = None
    count: Count | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One symptom between two visits. Exactly one of `state` and `marker` is set, and `rule` says why; an observation has none."""

    symptom: str
    field: str
    previous: Side | None
    current: Side | None
    state: str | None = None
    marker: str | None = None
    rule: str | None = None

    @property
    def key(self) -> str:
        """The identity of the symptom within the comparison."""
        return compact(self.symptom)


class Comparison(Protocol):
    """A pack's rule for change between visits: pure, and the same rows for the same records for as long as the version stands."""

    @property
    def rule_version(self) -> str: ...

    @property
    def states(self) -> tuple[str, ...]:
        """Every state a row can have."""
        ...

    @property
    def markers(self) -> tuple[str, ...]:
        """Every marker a row can have instead of a state."""
        ...

    def compare(
        self, earlier: Sequence[VisitRecord], current: VisitRecord, direction: Direction
    ) -> tuple[Row, ...]:
        """Rows in the order they are shown. `earlier` is in order of time, oldest first, and ends with the base visit."""
        ...


class Llm(Protocol):
    """A question to a model, through the program's one exit. Raises where there is none."""

    def ask(
        self, user: str, *, purpose: str, system: str = "", json: bool = False
    ) -> Mapping[str, object]: ...


class Storage(Protocol):
    """The pack's own namespace in the encrypted store. A value is plain JSON."""

    def get(self, key: str) -> object: ...

    def put(self, key: str, value: object) -> None: ...

    def delete(self, key: str) -> None: ...

    def keys(self, prefix: str = "") -> tuple[str, ...]: ...


class Files(Protocol):
    """Files within what `permissions.fs` declares."""

    def read(self, path: str) -> bytes: ...

    def write(self, path: str, content: bytes) -> None: ...

    def names(self, folder: str) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """What a host answered. Names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Http(Protocol):
    """Requests to hosts that `permissions.net` declares and the clinic allows. Each is booked under its purpose."""

    def request(
        self,
        method: str,
        url: str,
        *,
        purpose: str,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
    ) -> HttpAnswer: ...


class Env(Protocol):
    """Variables that `permissions.env` declares."""

    def get(self, name: str) -> str | None: ...


class Records(Protocol):
    """What a pack may know of a patient who is confirmed for this call: values, never the record itself."""


class Log(Protocol):
    """Notes for the pack's author. They hold no text of a patient."""

    def info(self, message: str) -> None: ...

    def warning(self, message: str) -> None: ...


class Clock(Protocol):
    """The clinic's time."""

    def now(self) -> datetime: ...


@dataclass(frozen=True, slots=True)
class Context:
    """What a pack may ask of the program: the same object for `create_pack` and for each call."""

    name: str
    version: str
    llm: Llm
    storage: Storage
    fs: Files
    http: Http
    env: Env
    records: Records
    log: Log
    clock: Clock


@dataclass(frozen=True, slots=True)
class Result:
    """What a tool answers. `output` goes to the model, `data` never does."""

    output: str
    data: Mapping[str, object] | None = None
    ok: bool = True


Run: TypeAlias = Callable[[Mapping[str, object], Context], Result | str]


@dataclass(frozen=True, slots=True)
class Tool:
    """Something a pack can be asked to do. `parameters` is a JSON Schema of an object; a text as result is its output."""

    name: str
    title: str
    description: str
    parameters: Mapping[str, object]
    run: Run = field(repr=False)
    read_only: bool = False


@dataclass(frozen=True, slots=True)
class PromptSection:
    """A text for the model's instructions; lower orders come first."""

    id: str
    content: str
    order: int = 100


@dataclass(frozen=True, slots=True)
class Pack:
    """What `create_pack` returns. Constraints are plain objects, as in a pack's constraints file."""

    comparison: Comparison | None = None
    tools: Sequence[Tool] = ()
    constraints: Sequence[Mapping[str, object]] = ()
    prompt_sections: Sequence[PromptSection] = ()
