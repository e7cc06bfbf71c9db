"""What somebody wants a model asked, and what they are answered."""

from dataclasses import dataclass, field, replace

from core.base.ids import RecordNo
from core.cost.books import Cause
from core.cost.budgets import Settled
from core.cost.reasons import Reason
from core.llm.json_of import json_of
from core.llm.request import Reply, Request
from core.net.deid.placeholders import Placeholders


@dataclass(frozen=True, slots=True)
class Question:
    """One question, in somebody's name. `cause` is given by the kernel and never by a pack: it says who pays, and for what."""

    request: Request = field(repr=False)
    cause: Cause
    model: str = ""
    """A name or an alias; empty is the clinic's."""
    about: RecordNo | None = None
    """Whose record is open."""
    visit: str = ""
    """Which visit of theirs, where the question goes on in a conversation."""
    placeholders: Placeholders | None = field(default=None, repr=False)
    """Of a conversation, so that the same person is called the same in each of its questions."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer as it may be used here: what stood for somebody is that somebody again. `reasons` is what budgets had to say."""

    reply: Reply = field(repr=False)
    model: str
    """The one that was asked; `reply.answered_by` is the one that says it answered."""
    settled: Settled
    reasons: tuple[Reason, ...] = ()
    data: dict[str, object] | None = field(default=None, repr=False)
    """The object in it, where one was asked for and is there."""

    @classmethod
    def of(
        cls,
        reply: Reply,
        settled: Settled,
        reasons: tuple[Reason, ...],
        placeholders: Placeholders | None,
        *,
        as_json: bool,
    ) -> "Answered":
        """`reply` is as the model gave it; what `placeholders` stand for is put back here."""
        data = json_of(reply.text) if as_json else None
        if placeholders is not None and data is not None:
            data = placeholders.restored_value(data)
        return cls(
            restored(reply, placeholders, as_json=as_json),
            settled.reservation.model.name,
            settled,
            reasons,
            data,
        )


def restored(reply: Reply, placeholders: Placeholders | None, *, as_json: bool = False) -> Reply:
    """A reply in which what stood for somebody is that somebody again."""
    if placeholders is None:
        return reply
    back = placeholders.restored_json if as_json else placeholders.restored
    return replace(reply, text=back(reply.text), reasoning=placeholders.restored(reply.reasoning))
