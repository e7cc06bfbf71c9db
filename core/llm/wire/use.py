"""Whether an answer that came to its end can be used."""

from core.llm.failure import ModelFailed
from core.llm.request import Finish, Reply
from core.llm.wire.line import Line

_LONGEST = 128


def checked(reply: Reply, line: Line) -> Reply:
    """The same answer.

    Raises `ModelFailed` model_filtered, model_exhausted for what the server broke off itself; model_no_room, model_broken_off, model_only_thought, model_blank
    where no text came. What a person stopped is taken as it is.
    """
    host = line.endpoint.base.host
    if reply.finish is Finish.STOPPED:
        return reply
    if reply.finish is Finish.FILTERED:
        raise ModelFailed("model_filtered", partial=reply, host=host)
    if reply.finish is Finish.EXHAUSTED:
        raise ModelFailed("model_exhausted", partial=reply, host=host)
    if reply.text.strip() or reply.called:
        return reply
    if reply.finish is Finish.BROKEN and not reply.reasoning:
        raise ModelFailed("model_broken_off", partial=reply, host=host)
    if reply.finish is Finish.LENGTH:
        raise ModelFailed("model_no_room", partial=reply, host=host)
    raise ModelFailed("model_only_thought" if reply.reasoning else "model_blank", partial=reply, host=host)


def name_of(value: object) -> str:
    """A name as a server gives it, if it is one."""
    is_name = (
        isinstance(value, str) and 0 < len(value) <= _LONGEST and value.isascii() and value.isprintable()
    )
    return str(value) if is_name else ""
