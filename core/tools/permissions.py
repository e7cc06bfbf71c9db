"""May this call be made? A pure answer with its reason, from the mode and the rules of the clinic.

A rule is a tool's full name, `name:start*` for calls whose subject (`Tool.subject`) begins so, or `name:argument=start*` for those of which
this argument does. Constraints of packs come on top of this and only ever forbid. Source: spec/kernel.md §10; rules on an argument are ours,
as tools of packs have no subject.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.constraints.subjects import texts_in
from core.tools.tool import Tool


class Mode(StrEnum):
    """How much is asked."""

    ASK = "ask"
    """What writes is asked for."""
    AUTO = "auto"
    """Nothing is asked but what a rule or a constraint wants asked."""
    READONLY = "readonly"
    """What writes is asked for, each time."""


class Effect(StrEnum):
    """What follows."""

    ALLOW = "allow"
    ASK = "ask"
    DENY = "deny"


@dataclass(frozen=True, slots=True)
class Decision:
    """What follows, why (a code), and by which rule."""

    effect: Effect
    reason: str
    rule: str = ""


_PLAIN = re.compile(r"[A-Za-z0-9_ ./\\:-]+")
"""A subject that an allow rule may look at: nothing in it chains, substitutes or redirects."""

_PARTS = re.compile(r"\\\r?\n|&&|\|\||[;|&\r\n`()]|\$\(")
"""Where one subject holds several: a deny rule looks at each."""

_WRAPPED = re.compile(r"(?:\S*/)?(?:(?:ba|da|z|k)?sh\s+-\w*c|eval|command|exec|env|xargs|sudo)\b")
"""What would carry out something else than it names."""


@dataclass(frozen=True, slots=True)
class Permissions:
    """The rules of the clinic. With `strict` a deny rule is a plain no; without, it is asked, whatever the mode."""

    mode: Mode = Mode.ASK
    allow: Sequence[str] = ()
    deny: Sequence[str] = ()
    strict: bool = False

    def decide(self, tool: Tool, arguments: Mapping[str, object]) -> Decision:
        """Whether the call may be made."""
        value = arguments.get(tool.subject) if tool.subject else None
        subject = value if isinstance(value, str) else ""
        denied = next((rule for rule in self.deny if _denies(rule, tool, arguments)), None)
        if denied is not None:
            return Decision(Effect.DENY if self.strict else Effect.ASK, "denied_by_rule", denied)
        if self.strict and _has_rule_for(self.deny, tool.name) and any(map(_WRAPPED.match, _parts(subject))):
            return Decision(Effect.DENY, "denied_wrapper")
        allowed = next((rule for rule in self.allow if _allows(rule, tool, arguments)), None)
        if allowed is not None:
            return Decision(Effect.ALLOW, "allowed_by_rule", allowed)
        if tool.read_only:
            return Decision(Effect.ALLOW, "reads_only")
        if self.mode is Mode.AUTO:
            return Decision(Effect.ALLOW, "auto")
        return Decision(Effect.ASK, "readonly-write" if self.mode is Mode.READONLY else "interactive")


def mode_of(text: str) -> Mode:
    """The mode of a name; the one that asks for a name that is none."""
    return Mode(text) if text in set(Mode) else Mode.ASK


def tool_of(rule: str) -> str:
    """The tool that a rule is about, by its full name."""
    return rule.partition(":")[0]


def _parts(subject: str) -> list[str]:
    joined = re.sub(r"\\\r?\n", "", subject)
    return [part.strip() for whole in (subject, joined) for part in _PARTS.split(whole) if part.strip()]


def _denies(rule: str, tool: Tool, arguments: Mapping[str, object]) -> bool:
    """Also where a rule looks at what the tool does not have: what nobody can tell is denied."""
    name, colon, rest = rule.partition(":")
    if name != tool.name:
        return False
    argument, start = _looked_at(tool, rest)
    if not colon or not argument:
        return True
    texts = texts_in(arguments.get(argument))
    return any(_begins(part, start) for text in texts for part in (*_parts(text), text.strip()))


def _allows(rule: str, tool: Tool, arguments: Mapping[str, object]) -> bool:
    name, colon, rest = rule.partition(":")
    if name != tool.name:
        return False
    argument, start = _looked_at(tool, rest)
    value = arguments.get(argument) if argument else None
    return not colon or (isinstance(value, str) and bool(_PLAIN.fullmatch(value)) and _begins(value, start))


def _looked_at(tool: Tool, rest: str) -> tuple[str, str]:
    """The argument that a rule looks at, and how it has to begin. No argument where the tool has none such."""
    argument, equals, start = rest.partition("=")
    properties = tool.parameters.get("properties")
    if equals and isinstance(properties, Mapping) and argument in properties:
        return argument, start
    return tool.subject, rest


def _begins(subject: str, start: str) -> bool:
    return subject.startswith(start[:-1]) if start.endswith("*") else subject == start


def _has_rule_for(rules: Sequence[str], name: str) -> bool:
    return any(tool_of(rule) == name for rule in rules)
