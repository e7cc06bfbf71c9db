"""What a server answers that is tested as an admin tests a model (`core.services.model_test`): step by step, in the order it is asked."""

import json

from tests.fakes.model_server import DONE, Script, data, said

USAGE = {"prompt_tokens": 40, "completion_tokens": 20}
PLAIN = "application/json"


def told(value: object, status: int = 200) -> Script:
    """One JSON text."""
    return Script((json.dumps(value).encode(),), status=status, type=PLAIN)


def listing(*names: str) -> Script:
    return told({"data": [{"id": name} for name in names]})


def counting(model: str = "local", *, pause: float = 0.0, usage: object = USAGE) -> Script:
    frames: list[bytes | float] = [data(said("1 2 3 ")), pause, data(said("4 5", "stop", model=model))]
    if usage is not None:
        frames.append(data({"choices": [], "usage": usage}))
    return Script((*frames, DONE))


def json_answer(text: str = '{"ok": true}') -> Script:
    return Script((data(said(text, "stop", usage=USAGE)), DONE))


def tool_call(name: str = "report_number") -> Script:
    call = {"index": 0, "id": "c1", "type": "function", "function": {"name": name, "arguments": ""}}
    rest = {"index": 0, "function": {"arguments": '{"number": 7}'}}
    first = {"choices": [{"index": 0, "delta": {"tool_calls": [call]}}]}
    last = {"choices": [{"index": 0, "delta": {"tool_calls": [rest]}, "finish_reason": "tool_calls"}]}
    return Script((data(first, last, {"choices": [], "usage": USAGE}), DONE))


def window(tokens: int) -> Script:
    """Of a llama.cpp server."""
    return told({"default_generation_settings": {"n_ctx": tokens}})


def all_well(model: str = "local") -> tuple[Script, ...]:
    """Everything a test asks for, in its order."""
    return (listing(model, "another"), counting(model), json_answer(), tool_call(), window(8192))
