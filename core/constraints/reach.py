"""Which tools a constraint is about (spec/kernel.md §4.4)."""

from collections.abc import Iterable, Iterator, Mapping

from core.constraints.constraint import Constraint

PACK_PREFIX = "pack__"


def registered_name(pack: str, tool: str) -> str:
    """The name a pack's tool is registered by."""
    return f"{PACK_PREFIX}{pack}__{tool}"


def is_about(constraint: Constraint, tool: str) -> bool:
    """Whether a constraint is about a tool, by its full registered name.

    A pack's is about its own tools and a tool of exactly that name, never about another pack's tool of the same short name; one of
    the settings is about every tool of that short name. No wildcards, no trimming: reading refuses both.
    """
    named = constraint.tool
    if not named:
        return False
    if named == tool:
        return True
    if named.startswith(PACK_PREFIX):
        return False
    if constraint.pack:
        return tool == registered_name(constraint.pack, named)
    return tool.endswith(f"__{named}")


def about_nothing(constraints: Iterable[Constraint], tools: Iterable[str]) -> tuple[Constraint, ...]:
    """Those that name a tool nobody registered: they stop nothing, and a person should know."""
    registered = tuple(tools)
    return tuple(
        one
        for one in constraints
        if one.rule.has_tool and not any(is_about(one, tool) for tool in registered)
    )


def about_no_argument(
    constraints: Iterable[Constraint], parameters: Mapping[str, Mapping[str, object]]
) -> Iterator[tuple[Constraint, str, str]]:
    """Those that look at an argument which a tool they are about does not declare, with the tool and the argument.

    `parameters` are the schemas by the tools' full names. Such a rule finds nothing there: it forbids nothing, or holds for no call.
    """
    for one in constraints:
        looked_at = {one.arg, one.require_arg, one.when.arg if one.when else ""} - {""}
        for tool, schema in parameters.items():
            declared = schema.get("properties")
            names = declared if isinstance(declared, Mapping) else {}
            if is_about(one, tool):
                yield from ((one, tool, arg) for arg in sorted(looked_at) if arg not in names)
