"""`mingdao settings …`: the options of the clinic, and how one is set."""

from typing import Annotated

import typer
from typer._click.exceptions import NoSuchOption  # typer has no public name for it

from core.cli.front import Front
from core.cli.output import say, table, write_json
from core.services.preferences import Preferences, Seen, value_of
from core.settings.model import Settings

app = typer.Typer(no_args_is_help=True, help="设置：诊所的各项设置，包括语言")

COLUMNS = ("key", "title", "value", "help")


@app.command(name="list")
def list_settings(ctx: typer.Context) -> None:
    """列出各项设置、现在的值和可用的值。"""
    front: Front = ctx.obj
    seen = Preferences(front.home).read()
    if front.json:
        write_json({"settings": seen.settings.model_dump(), "file": str(front.home.settings)})
        return
    words = front.messages
    table(
        [words.text(f"preferences.columns.{column}") for column in COLUMNS],
        [
            (
                name,
                words.text(f"settings.{name}.title"),
                _said(seen, name),
                words.text(f"settings.{name}.help"),
            )
            for name in Settings.model_fields
        ],
        whole={COLUMNS.index("key")},
    )


@app.command(name="set", context_settings={"ignore_unknown_options": True})
def set_one(
    ctx: typer.Context,
    key: Annotated[str, typer.Argument(help="哪一项，如 language（mingdao settings list）")],
    value: Annotated[str, typer.Argument(help="新的值")],
) -> None:
    """改一项设置；除语言外需要管理员身份。"""
    if value.startswith("-") and not value[1:2].isdigit():
        raise NoSuchOption(value, ctx=ctx)
    front: Front = ctx.obj
    wanted = value_of(key, value)
    with front.clinic() as clinic:
        done = clinic.preferences.change(clinic.preferences.read(), {key: wanted})
    if front.json:
        write_json({"settings": {key: done.settings.model_dump()[key]}})
    else:
        words = front.messages
        value = _said(done, key) or words.text("preferences.unset")
        say(words.text("preferences.changed", title=words.text(f"settings.{key}.title"), value=value))


def _said(seen: Seen, name: str) -> str:
    value = seen.settings.model_dump()[name]
    return "; ".join(value) if isinstance(value, tuple) else "" if value is None else str(value)
