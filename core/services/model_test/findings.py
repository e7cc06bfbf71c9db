"""What a test of a model found, step by step. Codes and numbers; the words are in the message files."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from core.base.errors import ClinicError
from core.base.messages import Phrase
from core.llm.model import Model


class Step(StrEnum):
    """In the order they are taken."""

    KEY = "key"
    BOUNDARY = "boundary"
    REACH = "reach"
    MODELS = "models"
    ANSWER = "answer"
    STREAM = "stream"
    NAME = "name"
    USAGE = "usage"
    JSON = "json"
    TOOLS = "tools"
    WINDOW = "window"


class State(StrEnum):
    """How a step came out."""

    OK = "ok"
    LACKS = "lacks"
    """It cannot do that; the rest of it can be used."""
    UNKNOWN = "unknown"
    """Its server does not say."""
    FAILED = "failed"
    """It cannot be used as it stands."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One step. `said` is what was found, `next_step` what to do about it."""

    step: Step
    state: State
    said: Phrase
    next_step: Phrase | None = None
    ms: int | None = None

    @property
    def code(self) -> str:
        """For other programs: a code of `errors`, or the last part of the sentence's key."""
        parts = self.said.key.split(".")
        return parts[1] if parts[0] == "errors" else parts[-1]


@dataclass(frozen=True, slots=True)
class Trial:
    """A test. `model` is as it was registered then; of another one it says nothing.

    `cost` is the sum of its calls in yuan, None where nobody knows what one of them cost. `stopped` by a person: the steps until then.
    """

    model: Model
    at: datetime
    findings: tuple[Finding, ...]
    calls: int
    cost: Decimal | None
    stopped: bool = False

    @property
    def passed(self) -> bool:
        """Whether it can be asked: it answered, and nothing failed."""
        answered = any(one.step is Step.ANSWER and one.state is State.OK for one in self.findings)
        return answered and self.failure is None

    @property
    def failure(self) -> Finding | None:
        """What stands in the way."""
        return next((one for one in self.findings if one.state is State.FAILED), None)

    @property
    def ms(self) -> int | None:
        """How long an answer took."""
        return next((one.ms for one in self.findings if one.step is Step.ANSWER), None)


def found(step: Step, state: State, code: str, ms: int | None = None, **params: object) -> Finding:
    """A step with its sentence, `model_test.said.<code>`."""
    return Finding(step, state, Phrase(f"model_test.said.{code}", **params), ms=ms)


def failed(step: Step, error: ClinicError, state: State = State.FAILED) -> Finding:
    """A step that ended in a refusal or a failure, told as everywhere."""
    said, hint = (Phrase(f"errors.{error.code}.{part}", **error.params) for part in ("message", "hint"))
    return Finding(step, state, said, hint)


def total(amounts: Sequence[Decimal | None]) -> Decimal | None:
    """None where one of them is not known."""
    known = [one for one in amounts if one is not None]
    return sum(known, Decimal(0)) if len(known) == len(amounts) else None
