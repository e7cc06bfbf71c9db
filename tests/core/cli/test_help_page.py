"""`--help` at the width of a plain terminal: every option's name and every word of its help is there."""

import re

import pytest
import typer

from core.cli.main import app
from tests.fakes.clinic import Clinic


def commands(group: object, *path: str) -> list[tuple[str, ...]]:
    """Every command there is, and the groups."""
    below = getattr(group, "commands", {})
    return [path, *(one for name, each in below.items() for one in commands(each, *path, name))]


ENGLISH = re.compile(r"Usage|Show|Options|Arguments|Commands|default|required|OPTIONS|COMMAND|ARGS")
"""Words of typer's own."""

EVERY = commands(typer.main.get_command(app))


@pytest.mark.parametrize("path", EVERY, ids=" ".join)
def test_nothing_is_cut_off(clinic: Clinic, monkeypatch: pytest.MonkeyPatch, path: tuple[str, ...]) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    page = clinic.run(*path, "--help").out
    assert "…" not in page
    assert " ".join(page.split()).startswith(f"用法：mingdao {' '.join(path)}".strip())
    assert not ENGLISH.search(page)
    said = re.sub(r"[\s│]", "", page)
    command = typer.main.get_command(app)
    for name in path:
        command = command.commands[name]  # type: ignore[attr-defined]
    for option in command.params:
        assert option.opts[0].strip() in page or option.opts[0].upper() in page
    assert re.sub(r"\s", "", (command.help or "").partition("\n\n")[0]) in said
