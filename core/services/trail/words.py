"""What a row of the audit trail and a finding say, in words: the same for the window and the command line."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import tzinfo

from core.base.clock import from_stored
from core.base.messages import Messages
from core.base.ports import AuditRow
from core.base.rights import Right, TwoPersonRule
from core.ledger.audit import Action
from core.ledger.findings import Finding, Kind
from core.ledger.paper_line import OnPaper

_REASONS: Mapping[str, str] = {
    Action.RECORD_READ: "open_reason.{0}",
    Action.VISIT_AMEND: "amend.reason.{0}",
    Action.VISIT_VOID: "void.reason.{0}",
    Action.AUDIT_BREAK: "audit.kinds.{0}",
    Action.AUDIT_PAPER: "audit.paper.{0}",
}
"""Where the words of a reason stand, by action."""

_OF_RULES = {Action.SECOND_PERSON, Action.RULE_ON, Action.RULE_OFF}

_VALUES: Mapping[str, tuple[str, ...]] = {
    "fields": ("patient.fields.{0}",),
    "found": ("audit.kinds.{0}",),
    "by": ("audit.roads.{0}",),
    "filters": ("audit.asked.{0}",),
    "roles": ("roles.{0}",),
    "roles_before": ("roles.{0}",),
    "before_role": ("roles.{0}",),
    "sheet": ("audit.tools.print.{0}",),
    "target": ("audit.targets.{0}",),
    "code": ("errors.{0}.message",),
    "action": ("audit.doing.{0}",),
    "stage": ("audit.stage.{0}",),
    "kind": ("audit.constraint_kind.{0}",),
    "author": ("audit.author.{0}",),
    "reason": ("audit.reasons.{0}",),
    "asker": ("audit.sources.{0}",),
    "permission": ("audit.permission.{0}",),
    "step": ("audit.step.{0}",),
    "answer": ("constraints.confirm.{0}",),
    "signed": ("update.signed.{0}",),
}
"""Where the words of a code in the detail stand, by its name there."""

_OF_A_PACK = re.compile(r"pack__([a-z0-9-]+)__(.+)")
"""The full name of a pack's tool (`core.tools.tool.full_name`)."""

DIGEST, SHORT = 64, 8
"""Digits of a keyed digest, and so many of them that two can be told apart by eye."""


@dataclass(frozen=True, slots=True)
class FindingWords:
    """What is wrong, and what to do."""

    message: str
    hint: str


def finding_words(one: Finding, zone: tzinfo, words: Messages) -> FindingWords:
    """A finding in words."""
    since = f"{from_stored(one.since, zone):%Y-%m-%d %H:%M}" if one.since else words.text("audit.beginning")
    span = words.text("audit.row" if one.first == one.last else "audit.rows", first=one.first, last=one.last)
    said = {"first": one.first, "last": one.last, "rows": span, "since": since}
    message = words.text(f"audit.finding.{one.kind}", **said)
    return FindingWords(message, words.text(f"audit.hint.{one.kind}"))


def paper_words(one: OnPaper, words: Messages) -> str:
    """How a line from paper agrees, what it means, and what to do."""
    at = f"{one.at:%Y-%m-%d %H:%M}" if one.at else ""
    return words.text(f"audit.on_paper.{one.agreement}", seq=one.seq, at=at)


def action_words(action: str, words: Messages) -> str:
    return _or_code([f"audit.actions.{action}"], action, words)


def role_words(role: str, words: Messages) -> str:
    return _or_code([f"roles.{role}"], role, words) if role else ""


def source_words(source: str, words: Messages) -> str:
    """The front-end."""
    return _or_code([f"audit.sources.{source}"], source, words)


def tool_words(tool: str, words: Messages) -> str:
    """The screen or the list a record was seen through, or the tool of a pack: `pack/tool`."""
    pack = _OF_A_PACK.fullmatch(tool)
    if pack:
        return f"{pack[1]}/{pack[2]}"
    return _or_code([f"audit.tools.{tool}"], tool, words) if tool else ""


def outcome_words(outcome: str, words: Messages) -> str:
    return _or_code([f"audit.outcomes.{outcome}"], outcome, words) if outcome else ""


def reason_words(row: AuditRow, words: Messages) -> str:
    """Why: an empty text where no reason was asked for."""
    code = row.reason
    if not code:
        return ""
    if row.action == Action.ACCESS_REFUSED and code in set(Right):
        return words.text(Right(code).words)
    if row.action in _OF_RULES and code in set(TwoPersonRule):
        return words.text(f"rules.{code}.title")
    for key in (_REASONS.get(row.action, "audit.reasons.{0}"), "audit.reasons.{0}"):
        with suppress(KeyError, TypeError):
            return words.text(key.format(code))
    with suppress(KeyError, TypeError, ValueError):
        # Which host or model it was stands in the detail, where it was kept.
        return words.outline(f"errors.{code}.message", **detail_of(row))
    return code


def kinds_words(kinds: list[str], words: Messages) -> str:
    """What a verification found, by kind."""
    known = [words.text(f"audit.kinds.{kind}") for kind in kinds if kind in set(Kind)]
    return words.text("list.between").join(known)


def detail_words(row: AuditRow, words: Messages) -> list[tuple[str, str]]:
    """What the detail of a row holds, each with its name."""
    return [
        (_or_code([f"audit.details.{name}"], name, words), _value_words(name, value, words))
        for name, value in _one_by_one(detail_of(row))
    ]


def _one_by_one(detail: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """Every entry that says something; of one that has entries itself, such as a constraint that fitted, those, once each: its reason and
    its tool are the row's.
    """
    for name, value in detail.items():
        if isinstance(value, Mapping):
            known = {name, "reason", "tool"}
            yield from ((inner, one) for inner, one in value.items() if inner not in known)
        elif value != "":
            yield name, value


def detail_of(row: AuditRow) -> dict[str, object]:
    """The row's names of fields, codes and numbers."""
    found = json.loads(row.detail or "{}")
    return found if isinstance(found, dict) else {}


def _value_words(name: str, value: object, words: Messages) -> str:
    if isinstance(value, list):
        return words.text("list.between").join(_value_words(name, one, words) for one in value)
    if isinstance(value, bool):
        return words.text("audit.yes" if value else "audit.no")
    code = str(value)
    if len(code) == DIGEST:
        return f"{code[:SHORT]}…"
    return _or_code([key.format(code) for key in _VALUES.get(name, ())], code, words)


def _or_code(keys: Sequence[str], code: str, words: Messages) -> str:
    """The words at the first of these keys that has some. A code without any, of an older program or an altered file, stays as it is."""
    for key in keys:
        with suppress(KeyError, TypeError):
            return words.text(key)
    return code
