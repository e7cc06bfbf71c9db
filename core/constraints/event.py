"""What the engine decided, and the events that say why. Nothing here echoes what was forbidden, but `matched`, for the audit alone."""

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from core.constraints.kinds import Action, Stage

LONGEST_MATCH = 40
ERROR = "error"
"""The kind of an event that tells of a constraint which could not be carried out."""
_DIGITS = re.compile(r"[0-9]{4,}")


class Author(StrEnum):
    """Who wrote a text."""

    MODEL = "model"
    TEMPLATE = "template"
    PHYSICIAN = "physician"


@dataclass(frozen=True, slots=True)
class Event:
    """One constraint that fitted (spec/kernel.md §4.7). `reason` is a code: its sentence stands at `constraints.reason.<reason>`."""

    id: str
    pack: str
    kind: str
    stage: Stage
    action: Action
    tool: str
    reason: str
    missing_arg: str = ""
    arg: str = ""
    spec_error: str = ""
    missing: tuple[str, ...] = ()
    matched: str = ""
    author: Author | None = None
    explain: str = ""

    def doing(self, action: Action) -> "Event":
        """The same, where something else was done."""
        return replace(self, action=action)

    def as_plain(self) -> dict[str, object]:
        """For the audit: codes and numbers. Of what was forbidden at most 40 signs, long numbers hidden; of a physician's text nothing."""
        plain: dict[str, object] = {
            "id": self.id,
            "constraint": self.id,
            "pack": self.pack,
            "kind": self.kind,
            "stage": self.stage.value,
            "action": self.action.value,
            "tool": self.tool or None,
            "reason": self.reason.replace("_", "-"),
        }
        optional: dict[str, object] = {
            "missingArg": self.missing_arg,
            "arg": self.arg,
            "specError": self.spec_error,
            "missing": len(self.missing),
            "matched": "" if self.author is Author.PHYSICIAN else self.matched,
            "author": self.author.value if self.author else "",
        }
        return plain | {name: value for name, value in optional.items() if value}


def as_matched(text: str) -> str:
    """What fitted, as an event keeps it."""
    return _DIGITS.sub(lambda digits: "#" * len(digits[0]), text[:LONGEST_MATCH])


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to be done: the strictest action of all events, `PASS` when there is none."""

    events: tuple[Event, ...] = ()

    @property
    def action(self) -> Action:
        return max(
            (event.action for event in self.events), key=lambda action: action.weight, default=Action.PASS
        )

    @property
    def stops(self) -> bool:
        """Whether the call does not run, or its result is not handed on."""
        return self.action.weight > Action.CONFIRM.weight
