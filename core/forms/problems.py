"""One thing wrong with a form, an answer or a finding: where, a code, and what fills its sentence at `problems.<code>`.

Checks here collect every problem before anything is refused, so that a person corrects a file once and not ten times.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from core.base.errors import UserError

_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Problem:
    """`where` is a linkId, or a place in a file when there is none. `params["row"]` counts from 1 inside lists."""

    where: str
    code: str
    params: Mapping[str, object] = field(default_factory=dict)

    def as_plain(self) -> dict[str, object]:
        """The machine-readable form."""
        return {"where": self.where, "code": self.code, "params": dict(self.params)}


def refuse_if_any(code: str, problems: Iterable[Problem], **params: object) -> None:
    """Raise `UserError` `code` carrying all `problems` as details; do nothing when there are none."""
    found = [problem.as_plain() for problem in problems]
    if found:
        raise UserError(code, details={"problems": found}, **params)


def shown(value: object) -> str:
    """A value fit for a sentence: short, and never a whole paragraph of a patient's record."""
    text = str(value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
