"""The exit to models of an open clinic: its parts put together, and what the trail is told of each call."""

from typing import TypeVar

from core.base.ids import RecordNo
from core.cost.books import OK as DONE
from core.cost.books import Cause
from core.cost.budgets import Settled
from core.ledger.audit import OK, Action
from core.llm.gateway import Gateway
from core.net.booking import Booking
from core.net.deid.placeholders import Placeholders
from core.services.at_work.desk import Change, Desk
from core.services.egress import Egress
from core.services.identities import deidentifier
from core.services.model_keys import ModelKeys
from core.services.models import Models
from core.services.spending.spending import Spending

FAILED = "failed"
T = TypeVar("T")


def exit_of(desk: Desk, models: Models, keys: ModelKeys, egress: Egress, spending: Spending) -> Gateway:
    """The one exit (`core.llm.gateway`), with this clinic's models, keys, policy, people and money."""
    people = deidentifier(desk)

    def strip(value: T, placeholders: Placeholders, about: RecordNo | None) -> T:
        return people.strip(value, placeholders, about).value

    return Gateway(models.resolve, keys.key_for, egress, strip, spending, ToldOfModels(desk))


class ToldOfModels:
    """Rows of the trail for each call of a model (`core.llm.gateway.Told`): codes, numbers, hosts; never a text."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def leaving(self, cause: Cause, booking: Booking) -> None:
        """Durable before anything leaves."""
        self._desk.change(
            lambda change: change.trail.record(
                Action.NET_BEGIN,
                tool=cause.tool,
                pack=cause.pack,
                **booking.begun(),  # type: ignore[arg-type] # names of our own, none of them a parameter of `record`
            )
        )

    def looked(self, cause: Cause, booking: Booking, ms: int, outcome: str) -> None:
        """How a request ended in which a server only told of itself: it has no place in the book of calls."""
        how, reason = (OK, "") if outcome == DONE else (FAILED, outcome)
        self._desk.change(
            lambda change: change.trail.record(
                Action.NET_REQUEST,
                outcome=how,
                reason=reason,
                **booking.ended(ms),  # type: ignore[arg-type] # as above
            )
        )

    def ended(self, cause: Cause, booking: Booking, ms: int, outcome: str, settled: Settled) -> None:
        """How it ended, for the report of the network, and what it cost."""
        how, reason = (OK, "") if outcome == DONE else (FAILED, outcome)
        made, usage = settled.reservation, settled.usage

        def work(change: Change) -> None:
            if booking.requests:
                change.trail.record(
                    Action.NET_REQUEST,
                    tool=cause.tool,
                    outcome=how,
                    reason=reason,
                    pack=cause.pack,
                    **booking.ended(ms),  # type: ignore[arg-type] # as above
                )
            change.trail.record(
                Action.MODEL_CALL,
                tool=cause.tool,
                outcome=how,
                reason=reason,
                pack=cause.pack,
                purpose=cause.purpose,
                call=made.number,
                model=made.model.name,
                provider=made.model.provider,
                boundary=made.model.boundary,
                prompt=usage.prompt if usage else None,
                completion=usage.completion if usage else None,
                cost=str(settled.cost) if settled.cost is not None else None,
                ms=ms,
            )

        self._desk.change(work)
