"""The beginning of a pack: the smallest one that shows a tool, a constraint and a prompt section, and passes verification as it is."""

import json
from collections.abc import Collection
from pathlib import Path

from core.base.errors import UserError
from core.forms.problems import Problem, refuse_if_any, shown
from core.packhost.manifest import CODE, FILE, problems_of_name
from core.packhost.tiers import PROJECT

VERSION = "0.1.0"

RANGE = ">=0.6 <0.8"

_CODE = '''"""The code of the pack: what `create_pack` returns is all there is of it."""

from collections.abc import Mapping

from core.packhost.api import Context, Pack, Result, Tool

GREET = {
    "type": "object",
    "properties": {"name": {"type": "string", "minLength": 1, "maxLength": 40}},
    "required": ["name"],
    "additionalProperties": False,
}


def greet(arguments: Mapping[str, object], context: Context) -> Result:
    """`output` goes to the model; `data` never does."""
    return Result(f"Hello, {arguments['name']}.", data={"greeted": arguments["name"], "by": context.name})


def create_pack(context: Context) -> Pack:
    tool = Tool("greet", "Greet", "Greets somebody by name.", GREET, greet, read_only=True)
    return Pack(tools=(tool,))
'''

_CONSTRAINTS = [
    {"id": "greet-needs-a-name", "kind": "tool-arg-require", "tool": "greet", "requireArg": "name"}
]

_RULES = "Greet people by the name they gave. Ask for it when you do not know it; never make one up.\n"


def scaffold(name: str, outer: Path, kept: Collection[str] = ()) -> Path:
    """Write a new pack among the packs of a project folder; its folder. `kept` are names that belong to packs that ship.

    Raises `UserError` pack_invalid for a name no pack can have, pack_exists; OSError.
    """
    problems = list(problems_of_name(name))
    if name in kept:
        problems.append(Problem("name", "pack_name_protected", {"value": name}))
    refuse_if_any("pack_invalid", problems, pack=shown(name))
    folder = outer / PROJECT / name
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise UserError("pack_exists", folder=folder) from None
    (folder / "prompts").mkdir()
    manifest = {
        "apiVersion": 1,
        "name": name,
        "displayName": name,
        "version": VERSION,
        "engines": {"mingdao": RANGE},
        "permissions": {},
        "contributes": {
            "tools": True,
            "constraints": ["constraints.json"],
            "promptSections": ["prompts/rules.md"],
        },
    }
    for file, text in (
        (FILE, json.dumps(manifest, indent=2) + "\n"),
        (CODE, _CODE),
        ("constraints.json", json.dumps(_CONSTRAINTS, indent=2) + "\n"),
        ("prompts/rules.md", _RULES),
    ):
        (folder / file).write_text(text, encoding="utf-8")
    return folder
