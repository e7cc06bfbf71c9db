"""Servers that speak as OpenAI's do: DeepSeek, vLLM, Ollama, llama.cpp, one-api. Source: spec/kernel.md §6.1 to §6.3, spec/domain.md E1, E3."""

import json
from contextlib import aclosing

from core.base.errors import UserError
from core.llm.failure import ModelFailed
from core.llm.limits import most_bytes_for
from core.llm.model import Model
from core.llm.request import Finish, Reply, Request
from core.llm.wire.carrying import Carrying, Watch, heard
from core.llm.wire.frames import Frame, Frames
from core.llm.wire.gathered import Gathered
from core.llm.wire.line import Line
from core.llm.wire.refusals import told_error
from core.llm.wire.usage_of import usage_of
from core.llm.wire.use import checked, name_of

PATH = "/chat/completions"
OFF = "off"
CALLS = "tool_calls"
MOST_CALLS = 64
"""In one piece of an answer."""


def output_limit(model: Model, request: Request) -> int:
    """Tokens the answer may have: what is asked, under the model's ceiling."""
    return request.max_tokens if model.max_output is None else min(request.max_tokens, model.max_output)


def body_of(model: Model, request: Request) -> dict[str, object]:
    """What is sent. Raises `UserError` model_effort for an effort the model does not take."""
    body: dict[str, object] = {
        "model": model.name,
        "messages": [
            *([{"role": "system", "content": request.system}] if request.system else []),
            {"role": "user", "content": request.user},
        ],
        "stream": True,
        "max_tokens": output_limit(model, request),
    }
    if model.include_usage:
        body["stream_options"] = {"include_usage": True}
    temperature = model.temperature if request.temperature is None else request.temperature
    if temperature is not None:
        body["temperature"] = temperature
    if request.tools:
        body["tools"] = list(request.tools)
    if request.json:
        body["response_format"] = {"type": "json_object"}
    effort = model.effort if request.effort is None else request.effort
    if effort == OFF:
        if model.takes_thinking:
            body["thinking"] = {"type": "disabled"}
    elif effort is not None:
        if effort not in model.efforts:
            raise UserError("model_effort", model=model.name, known="、".join((OFF, *model.efforts)))
        body["reasoning_effort"] = effort
    return body


async def ask(model: Model, request: Request, line: Line) -> Reply:
    """Raises `UserError` model_effort, model_key_shape; `Refused` and `ModelFailed` as `Carrying.reply` and `checked` do."""
    sent = json.dumps(body_of(model, request), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    outgoing = line.endpoint.request("POST", PATH, line.headers(), sent.encode("utf-8", "replace"))
    gathered = Gathered(line.told)
    reading = _Reading(gathered, line, model, takes_calls=bool(request.tools))
    carrying = Carrying(line, gathered, model.name, most_bytes_for(line.limits, output_limit(model, request)))
    return checked(await carrying.reply(outgoing, reading.take), line)


class _Reading:
    """The frames of one answer."""

    def __init__(self, gathered: Gathered, line: Line, model: Model, *, takes_calls: bool) -> None:
        self._gathered, self._limits = gathered, line.limits
        self._host, self._model = line.endpoint.base.host, model.name
        self._takes_calls = takes_calls

    async def take(self, frames: Frames, watch: Watch) -> None:
        """All of them, until the answer or the stream ends."""
        is_announced = False
        async with aclosing(frames.read()) as read:
            async for frame in read:
                self._gathered.is_begun = True
                if frame.data is None:
                    self._gathered.finish = self._gathered.finish or Finish.STOP
                    if not is_announced:
                        heard(watch, self._limits.drain_s)
                    is_announced = True
                    continue
                was_ended = self._gathered.is_ended
                if self._took(frame, frame.data):
                    heard(watch, self._limits.idle_s)
                if self._gathered.is_ended and not was_ended:
                    heard(watch, self._limits.ended_s)

    def _took(self, frame: Frame, data: dict[str, object]) -> bool:
        """Whether it brought more of the answer."""
        if data.get("error") is not None or frame.name == "error":
            raise told_error(data.get("error") or data, self._host, self._model)
        gathered = self._gathered
        gathered.answered_by = name_of(data.get("model")) or gathered.answered_by
        if data.get("usage") is not None:
            gathered.usage = usage_of(data["usage"])
        choices = data.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        if not isinstance(choice, dict):
            if frame.is_alone:
                raise ModelFailed("model_not_api", host=self._host)
            return False
        if gathered.is_ended:
            return False
        said = choice.get("message" if frame.is_alone else "delta")
        told = self._said(said) if isinstance(said, dict) else False
        finish = choice.get("finish_reason")
        if isinstance(finish, str) and finish:
            is_call = self._takes_calls and finish == CALLS
            gathered.finish = Finish.STOP if is_call else _FINISHES.get(finish, Finish.OTHER)
        elif frame.is_alone:
            gathered.finish = Finish.STOP
        return told

    def _said(self, said: dict[str, object]) -> bool:
        thoughts = self._gathered.thoughts
        told = False
        for name in ("reasoning_content", "reasoning"):
            if isinstance(thought := said.get(name), str) and thought:
                told |= self._gathered.tell(thoughts.thought(thought))
                break
        if isinstance(content := said.get("content"), str) and content:
            self._gathered.tell(thoughts.took(content))
            told = True
        if self._takes_calls and isinstance(calls := said.get("tool_calls"), list):
            self._gathered.called += filter(None, map(_called, calls[:MOST_CALLS]))
            told = True
        return told


def _called(call: object) -> str:
    """The tool of a call, where its first piece comes; the others bring its arguments."""
    function = call.get("function") if isinstance(call, dict) else None
    return name_of(function.get("name")) if isinstance(function, dict) else ""


_FINISHES = {
    finish.value: finish for finish in (Finish.STOP, Finish.LENGTH, Finish.FILTERED, Finish.EXHAUSTED)
}
