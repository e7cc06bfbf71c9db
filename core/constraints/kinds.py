"""The one table of constraint kinds. Loader, engine, verification and documents all read it; nobody has another list.

Source: spec/kernel.md §4.1. `require-citation` is known, so that a pack which names it is told why it does not load.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Stage(StrEnum):
    """When a constraint is looked at."""

    PRE_TOOL = "pre-tool"
    POST_TOOL = "post-tool"
    PRE_OUTPUT = "pre-output"


class Action(StrEnum):
    """What a constraint does where it fits, the mildest first: of several that fit, the last in this order is carried out."""

    PASS = "pass"  # noqa: S105 - a word
    NOTICE = "notice"
    """Say and note it, and change nothing: what a physician wrote."""
    WARN = "warn"
    CONFIRM = "confirm"
    REWRITE = "block-and-rewrite"
    REQUIRE_TOOL = "require-tool"
    REJECT = "reject"
    BLOCK = "block"

    @property
    def weight(self) -> int:
        """Its place from mild to strict."""
        return _ORDER[self]


_ORDER = {action: place for place, action in enumerate(Action)}


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind: when it acts, which keys it takes beside `id` and `kind`, and what it can do. The first action is the default.

    `refused` is the code of the reason why a known kind does not load.
    """

    stage: Stage
    required: tuple[str, ...]
    optional: tuple[str, ...] = ()
    actions: tuple[Action, ...] = (Action.BLOCK,)
    refused: str = ""

    @property
    def has_tool(self) -> bool:
        return "tool" in self.required


HEAD = ("id", "kind")
ALWAYS_OPTIONAL = ("explain", "examples")

KINDS: Mapping[str, Kind] = {
    "tool-deny": Kind(Stage.PRE_TOOL, ("tool",)),
    "tool-arg-require": Kind(Stage.PRE_TOOL, ("tool", "requireArg")),
    "arg-forbid": Kind(Stage.PRE_TOOL, ("tool", "arg", "pattern")),
    "confirm": Kind(Stage.PRE_TOOL, ("tool",), actions=(Action.CONFIRM,)),
    "completeness": Kind(
        Stage.POST_TOOL,
        ("tool", "fields"),
        ("onMissing", "missingValues", "when"),
        (Action.REJECT, Action.REQUIRE_TOOL),
    ),
    "result-forbid": Kind(Stage.POST_TOOL, ("tool", "pattern"), actions=(Action.REJECT,)),
    "output-forbid": Kind(
        Stage.PRE_OUTPUT, ("pattern",), ("action", "unless"), (Action.BLOCK, Action.REWRITE, Action.WARN)
    ),
    "require-citation": Kind(Stage.PRE_OUTPUT, (), refused="constraint_needs_regulations"),
}
