"""A person's yes to a call that a constraint wants confirmed. Whatever is no plain yes is a no: no channel, a fault, a Stop."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum

from core.constraints.event import Event, Verdict
from core.constraints.kinds import Action

_LOG = logging.getLogger(__name__)

DECISION = "confirm-granted"
SOURCE = "constraint.confirm"
"""How a yes stands in the run ledger (spec/kernel.md §4.4)."""

Ask = Callable[[tuple[Event, ...]], Awaitable[bool]]
"""Asks a person once about all constraints that want it."""


class Reply(StrEnum):
    """How asking ended: a code, with words at `constraints.confirm.<answer>`."""

    GRANTED = "granted"
    REFUSED = "refused"
    NOBODY = "nobody"
    FAILED = "failed"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Confirmation:
    """The answer to what a verdict asked, and the events as they ended."""

    answer: Reply
    events: tuple[Event, ...]

    @property
    def granted(self) -> bool:
        return self.answer is Reply.GRANTED

    def as_plain(self) -> dict[str, object]:
        """For the audit; for the run ledger, too, where it was granted."""
        plain: dict[str, object] = {
            "confirmRequired": True,
            "granted": self.granted,
            "answer": self.answer.value,
        }
        return plain | ({"decision": DECISION, "source": SOURCE} if self.granted else {})


async def confirmed(verdict: Verdict, ask: Ask | None, stopped: asyncio.Event | None = None) -> Confirmation:
    """Ask about a verdict whose action is `CONFIRM`. `stopped` ends the waiting at once, as a no. Raises nothing."""
    answer = await _asked(verdict.events, ask, stopped)
    if answer is Reply.GRANTED:
        return Confirmation(answer, verdict.events)
    return Confirmation(answer, tuple(event.doing(Action.BLOCK) for event in verdict.events))


async def _asked(events: tuple[Event, ...], ask: Ask | None, stopped: asyncio.Event | None) -> Reply:
    if ask is None:
        return Reply.NOBODY
    if stopped is not None and stopped.is_set():
        return Reply.STOPPED
    stopping: asyncio.Future[bool] = asyncio.ensure_future((stopped or asyncio.Event()).wait())
    waiting = {stopping}
    try:
        asking = asyncio.ensure_future(ask(events))
        waiting.add(asking)
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        if stopping.done():
            return Reply.STOPPED
        return Reply.GRANTED if asking.result() is True else Reply.REFUSED
    except Exception:  # noqa: BLE001 - a question that fails is a no
        _LOG.warning("a confirmation could not be asked for", exc_info=True)
        return Reply.FAILED
    finally:
        # Told to stop and not waited for: a question that does not listen must not hold up a Stop.
        for future in waiting:
            future.cancel()
