"""Dify: applications that keep a conversation. Source: spec/domain.md E2.

Its instructions, temperature and length are set in the application; `system` goes before the question. A conversation is the caller's, bound
to one patient and visit: this adapter continues the one it is given or, given none, begins one, and never changes from one to another. Where
the server no longer knows it (model_conversation_gone), whoever asked decides whether to begin anew: the history is lost to the answer.
"""

import asyncio
import json
import re
from contextlib import aclosing, suppress
from dataclasses import replace
from decimal import Decimal

from core.base.errors import ClinicError
from core.llm.failure import ModelFailed
from core.llm.limits import most_bytes_for
from core.llm.model import Model
from core.llm.request import Charge, Conversation, Finish, Reply, Request
from core.llm.wire.carrying import Carrying, Watch, heard
from core.llm.wire.frames import Frame, Frames
from core.llm.wire.gathered import Gathered
from core.llm.wire.line import Line
from core.llm.wire.refusals import told_error
from core.llm.wire.usage_of import usage_of
from core.llm.wire.use import checked
from core.net.streamed import streamed

PATH = "/chat-messages"
NOT_FOUND = "model_not_found"

_ID = re.compile(r"[A-Za-z0-9-]{1,64}", re.ASCII)
_CURRENCY = re.compile(r"[A-Z]{3}", re.ASCII)
_AMOUNT = re.compile(r"[0-9]{1,12}(\.[0-9]{1,12})?", re.ASCII)
_UNHEARD = frozenset({"ping", "tts_message", "tts_message_end", ""})
"""Events that bring no answer nearer; any unknown one is taken for such."""
_AT_WORK = re.compile(
    r"(workflow|node|iteration|loop|parallel_branch)_[a-z]+|message_file|agent_log", re.ASCII
)


def body_of(request: Request, conversation: Conversation) -> dict[str, object]:
    """What is sent."""
    return {
        "query": f"{request.system}\n\n{request.user}" if request.system else request.user,
        "inputs": {},
        "response_mode": "blocking" if request.blocking else "streaming",
        "user": conversation.user,
        "conversation_id": conversation.id,
        "files": [],
        # A title would be one more text about a patient on that server.
        "auto_generate_name": False,
    }


async def ask(model: Model, request: Request, line: Line) -> Reply:
    """The answer, with the conversation it belongs to.

    Raises `UserError` model_key_shape; `Refused` and `ModelFailed` as `Carrying.reply` and `checked` do, and model_conversation_gone,
    model_conversation_other. ValueError where the request has no conversation.
    """
    asked = request.conversation
    if asked is None:
        raise ValueError("a question to such a server belongs to a conversation")
    sent = json.dumps(body_of(request, asked), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    outgoing = line.endpoint.request("POST", PATH, line.headers(), sent.encode("utf-8", "replace"))
    gathered = Gathered(line.told)
    reading = _Reading(gathered, line, model, asked)
    carrying = Carrying(line, gathered, model.name, most_bytes_for(line.limits, request.max_tokens))
    total = min(line.limits.total_s, line.limits.blocking_s) if request.blocking else None
    try:
        reply = await carrying.reply(outgoing, reading.take, total)
    except ModelFailed as failure:
        if failure.code == NOT_FOUND and asked.id:
            raise ModelFailed(
                "model_conversation_gone", partial=failure.partial, host=line.endpoint.base.host
            ) from failure
        raise
    if reply.finish is Finish.STOPPED and gathered.task:
        told = await _tell_stopped(gathered.task, asked, line)
        reply = replace(reply, bytes_out=reply.bytes_out + told)
    return checked(reply, line)


async def _tell_stopped(task: str, asked: Conversation, line: Line) -> int:
    """Tell the server that nobody waits any more: it would go on, and charge. A request as any other, booked before it leaves; how many
    bytes of it did.
    """
    body = json.dumps({"user": asked.user}).encode()
    request = line.endpoint.request("POST", f"{PATH}/{task}/stop", line.headers(), body)
    left = 0
    with suppress(ClinicError, TimeoutError):
        async with asyncio.timeout(line.limits.stop_s):
            addresses = await line.endpoint.addresses(line.resolve)
            await line.leaving(request.size)
            left = request.size
            async with streamed(request, addresses, line.endpoint.certificate):
                pass
    return left


class _Reading:
    """The events of one answer."""

    def __init__(self, gathered: Gathered, line: Line, model: Model, asked: Conversation) -> None:
        self._gathered, self._limits, self._asked = gathered, line.limits, asked
        self._host, self._model = line.endpoint.base.host, model.name

    async def take(self, frames: Frames, watch: Watch) -> None:
        """All of them, until the answer or the stream ends."""
        async with aclosing(frames.read()) as read:
            async for frame in read:
                self._gathered.is_begun = True
                was_ended = self._gathered.is_ended
                if frame.data is None or was_ended:
                    continue
                if self._took(frame, frame.data):
                    heard(watch, self._limits.idle_s)
                if self._gathered.is_ended:
                    heard(watch, self._limits.drain_s)

    def _took(self, frame: Frame, data: dict[str, object]) -> bool:
        """Whether it brought the answer nearer."""
        name = data.get("event")
        event = name if isinstance(name, str) else frame.name
        if event == "error" or (frame.is_alone and "answer" not in data):
            raise told_error(data, self._host, self._model)
        self._belongs(data)
        gathered = self._gathered
        match event:
            case "message" | "agent_message":
                told = gathered.tell(gathered.thoughts.took(_text(data.get("answer"))))
                if frame.is_alone:
                    self._ended(data)
                return told
            case "agent_thought":
                return self._thought(data)
            case "message_replace":
                return gathered.tell(gathered.thoughts.replaced(_text(data.get("answer"))))
            case "message_end":
                self._ended(data)
                return True
            case "workflow_finished":
                return self._finished(data)
            case _:
                return event not in _UNHEARD and _AT_WORK.fullmatch(event) is not None

    def _belongs(self, data: dict[str, object]) -> None:
        """Refuses an answer from a conversation that was not asked: it may be another patient's."""
        found, task = data.get("conversation_id"), data.get("task_id")
        if isinstance(found, str) and found:
            known = self._asked.id or self._gathered.conversation
            if not _ID.fullmatch(found) or (known and found != known):
                raise ModelFailed("model_conversation_other", host=self._host)
            self._gathered.conversation = found
        if isinstance(task, str) and _ID.fullmatch(task):
            self._gathered.task = task

    def _thought(self, data: dict[str, object]) -> bool:
        number, thought = data.get("id"), _text(data.get("thought"))
        key = number if isinstance(number, str) else ""
        is_new = bool(thought) and self._gathered.further_thoughts.get(key) != thought
        if is_new:
            self._gathered.further_thoughts[key] = thought
        return is_new

    def _ended(self, data: dict[str, object]) -> None:
        metadata = data.get("metadata")
        usage = metadata.get("usage") if isinstance(metadata, dict) else None
        self._gathered.usage = usage_of(usage)
        self._gathered.charge = charge_of(usage)
        self._gathered.finish = Finish.STOP

    def _finished(self, data: dict[str, object]) -> bool:
        inner = data.get("data")
        status = inner.get("status") if isinstance(inner, dict) else None
        if status != "succeeded":
            raise ModelFailed("model_error", host=self._host, status=200, model=self._model)
        return True


def charge_of(usage: object) -> Charge | None:
    """What the server says it charged, digit by digit; None where it does not say it in full."""
    if not isinstance(usage, dict):
        return None
    price, currency = usage.get("total_price"), usage.get("currency")
    digits = str(price) if isinstance(price, str | int | Decimal) and not isinstance(price, bool) else ""
    if not _AMOUNT.fullmatch(digits) or not isinstance(currency, str) or not _CURRENCY.fullmatch(currency):
        return None
    return Charge(Decimal(digits), currency)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
