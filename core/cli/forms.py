"""`mingdao forms …`: which forms there are, what one asks, and whether a file is a usable form."""

from pathlib import Path
from typing import Annotated

import typer

from core.cli import plain
from core.cli.front import Front, read_text
from core.cli.output import say, table, write_json
from core.forms.questionnaire import Item, Questionnaire
from core.kernel import forms_of
from core.services.forms import Forms

app = typer.Typer(no_args_is_help=True, help="表单：列出、查看、校验")


@app.command("list")
def list_forms(ctx: typer.Context) -> None:
    """列出可用的表单。"""
    front: Front = ctx.obj
    forms = _forms(front).every()
    if front.json:
        write_json({"forms": [plain.form(one) for one in forms]})
    else:
        headings = [front.messages.text(f"forms.columns.{name}") for name in ("name", "title", "version")]
        table(headings, [(one.slug, one.title, one.version) for one in forms])


@app.command()
def show(ctx: typer.Context, name: Annotated[str, typer.Argument(help="表单名，如 menzhen")]) -> None:
    """查看一份表单的各项。"""
    _show(ctx.obj, _forms(ctx.obj).named(name))


@app.command()
def validate(
    ctx: typer.Context, file: Annotated[Path, typer.Argument(help="FHIR Questionnaire（JSON）")]
) -> None:
    """校验一份表单文件，一次列出全部问题。"""
    front: Front = ctx.obj
    form = _forms(front).validate(read_text(file))
    if front.json:
        write_json({"valid": True, "form": plain.form(form)})
    else:
        say(front.messages.text("forms.valid", title=form.title, version=form.version))


def _forms(front: Front) -> Forms:
    return forms_of(front.home, Path.cwd())


def _show(front: Front, form: Questionnaire) -> None:
    if front.json:
        write_json({"form": plain.form(form), "items": [_item(item) for item in form.walk()]})
        return
    say(f"{form.title} {form.version}")
    names = ("link_id", "label", "type", "required", "help")
    rows = [
        (
            "  " * len(item.path) + item.link_id,
            item.label,
            item.type.value,
            front.messages.text("forms.required") if item.required else "",
            item.help or "、".join(option.display for option in item.options),
        )
        for item in form.walk()
    ]
    table([front.messages.text(f"forms.columns.{name}") for name in names], rows)


def _item(item: Item) -> dict[str, object]:
    return {
        "linkId": item.link_id,
        "text": item.text,
        "type": item.type.value,
        "required": item.required,
        "repeats": item.repeats,
        "options": [option.code for option in item.options],
        "role": item.role.value if item.role else None,
        "unit": item.unit,
        "help": item.help,
        "path": list(item.path),
    }
