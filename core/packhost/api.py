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
    "Checked",
    "Clock",
    "ComparedVisits",
    "Comparison",
    "Context",
    "Count",
    "Direction",
    "Env",
    "Files",
    "Finding",
    "FollowUp",
    "FormItem",
    "FormOutline",
    "Http",
    "HttpAnswer",
    "Llm",
    "LlmAnswer",
    "Log",
    "MoreIs",
    "Observation",
    "Pack",
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
    "Unfit",
    "VisitRecord",
    "compact",
]

Direction: TypeAlias = Callable[[str, str], MoreIs | None]
"""Whether more of a symptom's count, in a unit, is worse or better: `direction(term, unit)`. None means not known."""


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


@dataclass(frozen=True, slots=True)
class LlmAnswer:
    """What a model answered. `data` is the object in it, where one was asked for and is there; `usage` counts tokens by their kind (`hit` and
    `miss` only where the model's provider tells of its cache), and is None where it did not say. `model` is the one that answered. What is `truncated` is not all of it: a draft at most.
    """

    text: str
    data: Mapping[str, object] | None
    usage: Mapping[str, int] | None
    model: str
    purpose: str
    duration_ms: int
    truncated: bool = False


class Llm(Protocol):
    """A question to a model, through the program's one exit. Raises where there is none."""

    def ask(
        self,
        user: str,
        *,
        purpose: str,
        system: str = "",
        model: str = "",
        max_tokens: int = 2048,
        temperature: float | None = None,
        reasoning_effort: str = "",
        json: bool = False,
    ) -> LlmAnswer:
        """One question, without tools. `purpose` says what for, in lower-case words joined by `-`; an empty `model` is the session's."""
        ...


class Storage(Protocol):
    """The pack's own namespace in the encrypted store. A value is plain JSON.

    What a call puts is kept once its result has passed; until then the call alone reads it. A tool that says it only reads puts nothing.
    """

    def get(self, key: str) -> object:
        """The value; None where there is none."""
        ...

    def put(self, key: str, value: object) -> None: ...

    def delete(self, key: str) -> None: ...

    def keys(self, prefix: str = "") -> tuple[str, ...]:
        """By code point."""
        ...


class Files(Protocol):
    """Files within what `permissions.fs` declares, by names as they are written there: `<MINGDAO_HOME>/folder/name`.

    What a call writes is kept as what it puts into storage is.
    """

    def read(self, path: str) -> bytes: ...

    def write(self, path: str, content: bytes) -> None: ...

    def names(self, folder: str) -> tuple[str, ...]:
        """What lies in a folder, sorted; folders end with `/`."""
        ...


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
    ) -> HttpAnswer:
        """One request; a redirect is an answer like any other. `purpose` says what for, in lower-case words joined by `-`."""
        ...


class Env(Protocol):
    """Variables that `permissions.env` declares."""

    def get(self, name: str) -> str | None: ...


@dataclass(frozen=True, slots=True)
class FormItem:
    """One item of a form that can be answered."""

    link_id: str
    label: str
    required: bool


@dataclass(frozen=True, slots=True)
class FormOutline:
    """A form, without its groups' insides: `items` are those it begins with, in their order."""

    name: str
    title: str
    items: tuple[FormItem, ...]


@dataclass(frozen=True, slots=True)
class Unfit:
    """Something in answers that does not fit the form. `where` is a linkId or `symptoms[row].part`."""

    where: str
    code: str


@dataclass(frozen=True, slots=True)
class Checked:
    """Answers held against their form: required items without one, and what does not fit. Without either they can be saved."""

    missing: tuple[FormItem, ...] = ()
    problems: tuple[Unfit, ...] = ()


@dataclass(frozen=True, slots=True)
class ComparedVisits:
    """Two visits compared by the clinic's rule. `base` and `to` are their numbers, None when there are fewer than two visits.

    A row that a physician has decided otherwise comes as decided, and its symptom is in `decided`.
    """

    visits: int
    base: int | None = None
    base_day: date | None = None
    to: int | None = None
    to_day: date | None = None
    rows: tuple[Row, ...] = ()
    decided: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FollowUp:
    """When somebody was last seen: None when never. No name: what a tool says may leave this machine."""

    record_no: str
    last_visit: date | None
    visits: int


class Records(Protocol):
    """What a pack may know of the patient of this call, and have kept for them: values, never the record itself.

    `record_no` is the patient the call itself names by number; any other is refused, as is everything outside of a call. Who may read or
    write, and the row in the audit trail, are the program's business: it refuses with an error that the tool lets pass. What is to be
    written is written once the tool's result has passed every constraint, in one transaction, and is told after the output; in a call one
    thing can be, and none by a tool that says it only reads.
    """

    def form(self, name: str) -> FormOutline:
        """A form by its name. Needs no patient."""
        ...

    def check(
        self,
        record_no: str,
        form: str,
        answers: Mapping[str, object],
        symptoms: Sequence[Mapping[str, object]] = (),
    ) -> Checked:
        """Hold answers, by linkId, and symptoms against a form. A chosen 不详 is an answer only where a person chose it in the form."""
        ...

    def save_visit(
        self,
        record_no: str,
        form: str,
        answers: Mapping[str, object],
        symptoms: Sequence[Mapping[str, object]] = (),
        *,
        at: str = "",
    ) -> None:
        """Have a visit saved. `at` is when it took place (ISO 8601), empty for now."""
        ...

    def visits(self, record_no: str) -> tuple[VisitRecord, ...]:
        """The visits in order of time, as a comparison reads them."""
        ...

    def compare(self, record_no: str, base: int | None = None, to: int | None = None) -> ComparedVisits:
        """Visit `to` (the last) compared with visit `base` (the one before it), by number."""
        ...

    def keep_comparison(self, record_no: str, base: int | None = None, to: int | None = None) -> None:
        """Have it kept what was compared: with the record where nothing is yet, and its digest in the audit trail."""
        ...

    def follow_ups(self) -> tuple[FollowUp, ...]:
        """Everybody, by number, with the day they were last seen. Needs no patient."""
        ...


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
