"""Lets a text out: as it is, rewritten once, or withheld behind a notice. The only way from a verdict on a text to a text.

A rewrite is one call through what is handed in, for the pack whose rule fits first. It is given the text with the forbidden words cut
out, never the words or the rule, and its answer is looked at again like any text of a model. Whatever goes wrong, a budget that is spent
or an exit that is refused among it, ends in the notice.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass, field

from core.base.errors import ClinicError
from core.base.text import is_visible
from core.constraints.engine import Engine, Hit, TextVerdict
from core.constraints.event import Author, Event
from core.constraints.kinds import Action

_LOG = logging.getLogger(__name__)

PURPOSE = "constraint-rewrite"
MOST_TOKENS = 2_048
CUT = "〔…〕"
"""Stands where words were cut out. It must be gone from what comes back."""


@dataclass(frozen=True, slots=True)
class RewriteRequest:
    """What the one call is told. It offers no tools."""

    pack: str
    text: str = field(repr=False)
    purpose: str = PURPOSE
    most_tokens: int = MOST_TOKENS


Rewrite = Callable[[RewriteRequest], Awaitable[str]]


@dataclass(frozen=True, slots=True)
class Released:
    """What may be seen. `text` is None where only a notice may: `core.constraints.words` says it from the events.

    `withheld` is the text as it was written where that is not what is let out, for the quarantine and nothing else.
    """

    text: str | None = field(repr=False)
    events: tuple[Event, ...]
    hits: tuple[Hit, ...] = ()
    withheld: str | None = field(default=None, repr=False)
    was_rewritten: bool = False


async def release(
    engine: Engine, text: str | Iterable[str], author: Author, rewrite: Rewrite | None = None
) -> Released:
    """What may be seen of a whole text. Raises nothing; being cancelled it lets nothing out."""
    if not engine.checks_output and isinstance(text, str):
        return Released(text, ())
    whole = text if isinstance(text, str) else "".join(text)
    found = engine.before_output(whole, author)
    action = found.verdict.action
    if action.weight < Action.REWRITE.weight:
        return Released(whole, found.verdict.events, found.hits)
    if action is not Action.REWRITE or rewrite is None:
        return _withheld(whole, found)
    again = await _rewritten(found, whole, rewrite)
    if not _is_text(again):
        return _withheld(whole, found)
    second = engine.before_output(again, Author.MODEL)
    if second.verdict.action.weight >= Action.REWRITE.weight:
        return _withheld(whole, found, second.verdict.events)
    events = (*found.verdict.events, *second.verdict.events)
    return Released(again, events, second.hits, withheld=whole, was_rewritten=True)


async def _rewritten(found: TextVerdict, text: str, rewrite: Rewrite) -> str:
    first = next(event for event in found.verdict.events if event.action is Action.REWRITE)
    try:
        return await rewrite(RewriteRequest(first.pack, "".join(_cut(text, found.hits))))
    except ClinicError:
        # Refused by a policy or a budget, or failed on the way: the exit has told of it.
        return ""
    except Exception:  # noqa: BLE001 - without a rewrite nothing is let out
        _LOG.warning("a text could not be rewritten", exc_info=True)
        return ""


def _is_text(again: object) -> bool:
    """Whether what came back is a text with something in it and nothing cut out."""
    return isinstance(again, str) and is_visible(again) and CUT not in again


def _cut(text: str, hits: Iterable[Hit]) -> Iterator[str]:
    """The text without the words, those that share signs cut out together."""
    at = 0
    for start, end in sorted((hit.start, hit.end) for hit in hits):
        if start >= at:
            yield text[at:start]
            yield CUT
        at = max(at, end)
    yield text[at:]


def _withheld(text: str, found: TextVerdict, further: tuple[Event, ...] = ()) -> Released:
    """A notice in place of the text: what was to be rewritten is blocked now."""
    events = (
        event.doing(Action.BLOCK) if event.action is Action.REWRITE else event
        for event in (*found.verdict.events, *further)
    )
    return Released(None, tuple(events), (), withheld=text)
