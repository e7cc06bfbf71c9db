"""The smallest pack that shows each part: a tool that greets, counts how often in its storage, and takes its word from a variable."""

from collections.abc import Mapping

from core.packhost.api import Context, Pack, Result, Tool

PARAMETERS: Mapping[str, object] = {
    "type": "object",
    "properties": {"name": {"type": "string", "maxLength": 40, "description": "向谁问好"}},
    "additionalProperties": False,
}


def greet(arguments: Mapping[str, object], context: Context) -> Result:
    """`output` goes to the model, `data` never does. The count is kept once the result has passed every constraint."""
    before = context.storage.get("greeted")
    count = (before if isinstance(before, int) else 0) + 1
    context.storage.put("greeted", count)
    word = context.env.get("EXAMPLE_HELLO_WORD") or "你好"
    return Result(f"{word}，{arguments['name']}。", data={"greeted": count})


def create_pack(_context: Context) -> Pack:
    return Pack(tools=(Tool("greet", "问好", "按名字问好，并记下第几次。", PARAMETERS, greet),))
