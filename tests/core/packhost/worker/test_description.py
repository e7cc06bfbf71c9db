"""What a pack brings comes over as it was given, and what is none of it takes nothing with it."""

from pathlib import Path

from core.packhost.sections import of_code
from tests.core.packhost.worker.conftest import HEAD, Started


def test_what_the_pack_brings(tmp_path: Path, started: Started) -> None:
    (tmp_path / "pack.py").write_text(
        f"{HEAD}\ndef create_pack(context):\n"
        "    tool = Tool('t', 'T', 'does', {'type': 'object'}, lambda a, c: '', read_only=True)\n"
        "    return Pack(tools=[tool], constraints=[{'id': 'x', 'kind': 'tool-deny'}], "
        "prompt_sections=[PromptSection('s', '正文', 5)])\n",
        encoding="utf-8",
    )
    said = started(tmp_path).describe()
    assert [(tool.name, tool.read_only, tool.parameters) for tool in said.tools] == [
        ("t", True, {"type": "object"})
    ]
    assert said.constraints == ({"id": "x", "kind": "tool-deny"},)
    assert [(section.id, section.content, section.order) for section in said.prompt_sections] == [
        ("s", "正文", 5)
    ]


def test_what_is_none_of_what_a_pack_brings_takes_nothing_with_it(tmp_path: Path, started: Started) -> None:
    (tmp_path / "pack.py").write_text(
        f"{HEAD}\nONE = {{'type': 'object'}}\n\ndef run(arguments, context):\n    return 'so'\n\n"
        "def create_pack(context):\n"
        "    tools = [Tool(3, 'T', '', ONE, run), Tool('schema', 'T', '', {'type': run}, run), 'none',\n"
        "             Tool('reads', 'T', '', ONE, run, read_only='yes'), Tool('t', 'T', '', ONE, run),\n"
        "             Tool('reads', 'T', '', ONE, run)]\n"
        "    return Pack(tools=tools, constraints=[{'id': run}, {'id': 'x'}],\n"
        "                prompt_sections=[PromptSection(run, '正文'), 7])\n",
        encoding="utf-8",
    )
    worker = started(tmp_path)
    said = worker.describe()
    assert [tool.name for tool in said.tools] == ["t"]
    assert said.unfit == ("tools[0]", "schema", "tools[2]", "reads")
    assert said.constraints == (None, {"id": "x"})
    assert [one.id for one in of_code("made", said.prompt_sections)] == ["section"]
    assert worker.call("t", {}, seconds=5).output == "so"
