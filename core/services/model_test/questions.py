"""All that a test says to a model. About nobody, the same in every clinic."""

from secrets import token_hex

from core.llm.model import Model, Wire
from core.llm.request import Conversation, Request

TOKENS = 1024
"""For an answer: a model that thinks aloud first needs them."""

TOOL = "report_number"
_TOOL = {
    "type": "function",
    "function": {
        "name": TOOL,
        "description": "报告一个数",
        "parameters": {
            "type": "object",
            "properties": {"number": {"type": "integer"}},
            "required": ["number"],
        },
    },
}


def plain(model: Model) -> Request:
    """Long enough to come in pieces."""
    return _request(model, "请从 1 数到 20，用空格隔开，不要写别的。")


def as_json(model: Model) -> Request:
    return _request(model, '请只回答这个 JSON 对象：{"ok": true}', json=True)


def with_tool(model: Model) -> Request:
    return _request(model, f"请调用工具 {TOOL}，报告数 7。", has_tool=True)


def _request(model: Model, text: str, *, json: bool = False, has_tool: bool = False) -> Request:
    return Request(
        text,
        max_tokens=TOKENS,
        effort="off" if model.takes_thinking else None,
        json=json,
        conversation=Conversation(token_hex(16)) if model.wire is Wire.DIFY else None,
        tools=(_TOOL,) if has_tool else (),
    )
