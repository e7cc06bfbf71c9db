"""What whoever asked is told of a call: a tool's output, or why there is none. Never its data, never what was forbidden."""

from core.base.messages import Messages
from core.constraints.words import said
from core.tools.call import Answer


def told(messages: Messages, answer: Answer) -> str:
    """The one text a model gets of a call; a person reads the same."""
    if answer.result is not None:
        return answer.result.output
    stopped = answer.stopped
    if stopped is None or stopped.error is None:
        return ""
    return said(messages, stopped.events) if stopped.events else "\n".join(messages.error(stopped.error))
