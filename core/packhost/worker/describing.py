"""What the code of a pack returned, in plain values: as a worker says it, and as it is read of a pack that runs in the program.

Standard library alone, as a worker has it. What has no form as a plain value is None in its place: that entry is lost, and none beside it.
"""

from core.packhost.api import Pack, Tool
from core.packhost.worker.protocol import Json, NotPlain, plain

TOOL = ("name", "title", "description", "parameters", "read_only")
SECTION = ("id", "content", "order")


def describe(pack: Pack) -> dict[str, Json]:
    """Everything but the code (`core.packhost.worker.description` reads it). A comparison is not among it: that runs in the program only."""
    return {
        "tools": [{**_of(tool, TOOL), "runs": callable(getattr(tool, "run", None))} for tool in pack.tools],
        "constraints": [_plain(constraint) for constraint in pack.constraints],
        "prompt_sections": [_of(section, SECTION) for section in pack.prompt_sections],
    }


def tool_named(pack: Pack, name: str) -> Tool:
    """The tool that was described by this name. Raises StopIteration when none was."""
    return next(tool for tool in pack.tools if getattr(tool, "name", None) == name)


def _of(given: object, names: tuple[str, ...]) -> dict[str, Json]:
    return {name: _plain(getattr(given, name, None)) for name in names}


def _plain(value: object) -> Json:
    try:
        return plain(value)
    except NotPlain:
        return None
