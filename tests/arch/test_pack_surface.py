"""What a pack can rely on does not change without a word: the surface has a mark, and the changelog names it.

When this fails, say in docs/CHANGELOG-PACK.md what changed, under a new heading where packs can tell, and put the new mark there.
"""

import dataclasses
import hashlib
import inspect
import json
import re
from enum import Enum
from pathlib import Path
from typing import Any

from core.constraints.kinds import KINDS
from core.packhost import api
from core.packhost.manifest import REFUSED, RESERVED, Manifest
from core.packhost.ranges import COMPAT

CHANGELOG = Path(__file__).resolve().parents[2] / "docs" / "CHANGELOG-PACK.md"


def members(one: Any) -> list[str]:
    """What can be named of a public class or function, with its shape."""
    if inspect.isfunction(one):
        return [f"{inspect.signature(one)}"]
    if not inspect.isclass(one):
        return [f"{one}"]
    if issubclass(one, Enum):
        return [f"{value.name}={value.value}" for value in one]
    fields = (
        [f"{field.name}: {field.type}" for field in dataclasses.fields(one)]
        if dataclasses.is_dataclass(one)
        else []
    )
    named = [(name, member) for name, member in inspect.getmembers_static(one) if not name.startswith("_")]
    asked = [
        f"{name}{inspect.signature(member.fget if isinstance(member, property) else member)}"  # type: ignore[arg-type]
        for name, member in named
        if inspect.isfunction(member) or isinstance(member, property)
    ]
    return [*fields, *asked]


def surface() -> str:
    """All of it as one text."""
    whole = {
        "api": {name: members(getattr(api, name)) for name in sorted(api.__all__)},
        "manifest": Manifest.model_json_schema(),
        "refused": sorted(REFUSED),
        "reserved": sorted(RESERVED),
        "kinds": {
            name: [kind.stage, kind.required, kind.optional, kind.actions, kind.refused]
            for name, kind in KINDS.items()
        },
        "compat": COMPAT,
    }
    return json.dumps(whole, ensure_ascii=False, sort_keys=True, default=str)


def mark_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def test_the_newest_entry_of_the_changelog_has_the_mark_of_the_surface() -> None:
    newest = re.findall(r"^Surface: `([0-9a-f]{16})`$", CHANGELOG.read_text(encoding="utf-8"), re.MULTILINE)[
        0
    ]
    assert newest == mark_of(surface()), f"the surface is {mark_of(surface())} now"


def test_the_mark_moves_with_the_surface() -> None:
    assert mark_of(surface().replace('"tools"', '"instruments"', 1)) != mark_of(surface())
    assert mark_of(surface()) == mark_of(surface())
