"""Tools a question brings, and the calls an answer makes of them. Without tools a call is no answer."""

import asyncio

import pytest

from core.llm.failure import ModelFailed
from core.llm.model import Boundary, Model, Wire
from core.llm.request import Finish, Reply, Request
from core.llm.wire.ask import ask
from core.llm.wire.line import Line
from tests.fakes.model_answers import json_answer, tool_call
from tests.fakes.model_server import ModelServer, Script, model_server

pytestmark = pytest.mark.loopback

TOOL: dict[str, object] = {
    "type": "function",
    "function": {"name": "report_number", "parameters": {"type": "object"}},
}


def asked(server: ModelServer, *tools: dict[str, object]) -> Reply:
    model = Model("m", "p", f"{server.url}/v1", Wire.OPENAI, Boundary.ON_DEVICE)
    return asyncio.run(ask(model, Request("7", tools=tools), Line.to(model)))


def answered(script: Script, *tools: dict[str, object]) -> Reply:
    with model_server(script) as server:
        return asked(server, *tools)


def test_a_call_is_an_answer_and_is_whole() -> None:
    with model_server(tool_call()) as server:
        reply = asked(server, TOOL)
        (one,) = server.asked
    assert one.json["tools"] == [TOOL]
    assert (reply.called, reply.text, reply.finish) == (("report_number",), "", Finish.STOP)
    assert not reply.truncated


def test_a_call_nobody_offered_is_a_blank_answer() -> None:
    with pytest.raises(ModelFailed, match="model_blank"):
        answered(tool_call())


def test_a_name_that_is_none_is_no_call() -> None:
    with pytest.raises(ModelFailed, match="model_blank"):
        answered(tool_call("数\n"), TOOL)


def test_a_question_without_tools_says_nothing_of_them() -> None:
    with model_server(json_answer()) as server:
        assert asked(server).called == ()
        assert "tools" not in server.asked[0].json
