"""What a person or a model is told of a verdict. Names the constraints and what is missing, never what was forbidden."""

from collections.abc import Iterable

from core.base.messages import Messages
from core.constraints.event import Event
from core.constraints.kinds import Action


def said(messages: Messages, events: Iterable[Event]) -> str:
    """Why a call, a result or a text was stopped, with the mark that every such text begins with."""
    told = [_reason(messages, event) for event in events if event.action.weight > Action.CONFIRM.weight]
    return messages.text("constraints.prefix") + "\n".join(dict.fromkeys(told))


def asked(messages: Messages, events: Iterable[Event]) -> str:
    """The question to a person before a call that a constraint wants confirmed."""
    wanting = list(events)
    names = [_name(messages, event) for event in wanting]
    tool = next((event.tool for event in wanting), "")
    return messages.text("constraints.ask", tool=tool, names=messages.text("list.between").join(names))


def noticed(messages: Messages, events: Iterable[Event]) -> str:
    """What stands beside a text that was let out although a rule fits it; empty when none does."""
    mild = [event for event in events if event.action in {Action.NOTICE, Action.WARN}]
    names = dict.fromkeys(_name(messages, event) for event in mild)
    if not names:
        return ""
    notice = messages.text("constraints.notice", names=messages.text("list.between").join(names))
    return messages.text("constraints.prefix") + notice


def rewrite_order(messages: Messages, cut: str) -> str:
    """What the one rewrite call is told to do with a text in which `cut` stands for each place cut out."""
    return messages.text("constraints.rewrite", cut=cut)


def _reason(messages: Messages, event: Event) -> str:
    sentence = messages.text(
        f"constraints.reason.{event.reason}",
        name=_name(messages, event),
        tool=event.tool,
        arg=event.arg or event.missing_arg,
        missing=messages.text("list.between").join(event.missing),
        count=len(event.missing),
    )
    if event.action is Action.REQUIRE_TOOL:
        sentence += messages.text("constraints.require_tool", tool=event.tool)
    return sentence + event.explain


def _name(messages: Messages, event: Event) -> str:
    return messages.text("constraints.of_pack", id=event.id, pack=event.pack) if event.pack else event.id
