"""All tools there are, by full name. A name is given once; who comes second is told and left out."""

from collections.abc import Iterator

from core.base.errors import UserError
from core.tools.arguments import refuse_unfit_schema
from core.tools.tool import LONGEST, Tool

RESERVED = ("mcp__",)
"""Beginnings of names that are not given to tools of ours."""


class Registry:
    """The tools of an open clinic."""

    def __init__(self) -> None:
        self._tools: dict[str, Tool] = {}

    def add(self, tool: Tool) -> None:
        """Raises `UserError` tool_exists, tool_name_reserved, tool_name_long, tool_schema."""
        if tool.name.startswith(RESERVED):
            raise UserError("tool_name_reserved", tool=tool.name)
        if len(tool.name) > LONGEST:
            raise UserError("tool_name_long", tool=tool.name, longest=LONGEST)
        if tool.name in self._tools:
            raise UserError("tool_exists", tool=tool.name)
        refuse_unfit_schema(tool)
        self._tools[tool.name] = tool

    def get(self, name: str) -> Tool | None:
        return self._tools.get(name)

    def __iter__(self) -> Iterator[Tool]:
        """By name."""
        return iter(sorted(self._tools.values(), key=lambda tool: tool.name))

    def __len__(self) -> int:
        return len(self._tools)
