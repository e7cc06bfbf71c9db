"""One question to one model, by the adapter of its server."""

from core.llm.model import Model, Wire
from core.llm.request import Reply, Request
from core.llm.wire import dify, openai
from core.llm.wire.line import Line


async def ask(model: Model, request: Request, line: Line) -> Reply:
    """The answer. It is cut short only where `truncated` says so.

    Raises `UserError` and `Refused` for what was not sent; `ModelFailed` for an answer that cannot be used.
    """
    match model.wire:
        case Wire.OPENAI:
            return await openai.ask(model, request, line)
        case Wire.DIFY:
            return await dify.ask(model, request, line)
