"""What is said of wording rules that fit what a physician wrote: facts, for the text is kept as it is."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.base.messages import Messages
from core.base.text import one_line
from core.services.visits.intake import Noted


@dataclass(frozen=True, slots=True)
class NotedLine:
    """In which item what was found, and by which rule, in its own words."""

    item: str
    what: str
    rule: str


def noted_lines(noted: Sequence[Noted], messages: Messages) -> tuple[NotedLine, ...]:
    """A line for each rule and item."""
    return tuple(NotedLine(one.item, _what(one, messages), _rule(one, messages)) for one in noted)


def noted_words(noted: Sequence[Noted], messages: Messages) -> str:
    """The same in one run of text; empty when there is nothing to say."""
    places = [
        messages.text(
            "noted.place", item=one_line(one.item), what=_what(one, messages), rule=_name(one, messages)
        )
        for one in noted
    ]
    return messages.text("noted.whole", places=messages.text("list.between").join(places)) if places else ""


def _what(one: Noted, messages: Messages) -> str:
    """The words; why there are none where the text could not be looked through."""
    if not one.words:
        return messages.text(f"audit.reasons.{one.event.reason}")
    said = (messages.text("noted.words", words=one_line(words)) for words in one.words)
    return messages.text("list.between").join(said)


def _rule(one: Noted, messages: Messages) -> str:
    if not one.event.explain:
        return messages.text("noted.rule", rule=_name(one, messages))
    return messages.text("noted.said", rule=_name(one, messages), explain=one.event.explain)


def _name(one: Noted, messages: Messages) -> str:
    event = one.event
    return messages.text("constraints.of_pack", id=event.id, pack=event.pack) if event.pack else event.id
