"""How a program's folder is removed, in the one form that every script of ours has: by its own list, and nothing that somebody else put there."""

from pathlib import Path

RULE = Path(__file__).with_suffix(".sh")
PLACE = f"# @include {RULE.name}\n"


def with_removal(script: str) -> str:
    """A script with the rule in place of the line that asks for it."""
    return script.replace(PLACE, RULE.read_text(encoding="utf-8"))
