"""`mingdao key …`: the keys of models. One comes from a terminal, unseen, or from a pipe; it is never an argument, and never shown again."""

import sys
from typing import Annotated

import typer

from core.base.errors import KeyTrouble, UserError
from core.cli.front import Front
from core.cli.output import say, table, write_json
from core.cli.strict_group import StrictGroup
from core.services.model_keys import Imported, KeyStatus, Source

app = typer.Typer(
    no_args_is_help=True, cls=StrictGroup, help="模型密钥：状态、录入、移除、导入；只存系统密钥环"
)

COLUMNS = ("provider", "origin", "source", "mask", "note")

Provider = Annotated[str, typer.Argument(help="服务商（mingdao key status）")]


@app.command()
def status(ctx: typer.Context) -> None:
    """各服务商的密钥从哪里来、首尾几位；没有密钥环时说明怎样启用。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        every, keyring = clinic.model_keys.status(), clinic.model_keys.keyring()
        has_file = clinic.model_keys.has_file()
    if front.json:
        write_json(
            {
                "keys": [_plain(one) for one in every],
                "keyring": keyring or "ok",
                "origin_file": has_file,
            }
        )
        return
    words = front.messages
    table(
        [words.text(f"model_keys.columns.{column}") for column in COLUMNS],
        [(one.provider, one.origin, _source(front, one), one.mask, _note(front, one)) for one in every],
        whole={0},
    )
    if keyring:
        say("\n".join(words.error(KeyTrouble(keyring))))
    if has_file:
        say(words.text("model_keys.file_there"))


@app.command("set")
def set_key(
    ctx: typer.Context,
    provider: Provider,
    on_the_line: Annotated[list[str] | None, typer.Argument(hidden=True)] = None,
) -> None:
    """录入一家服务商的密钥：在终端里输入（不显示），或由标准输入读一行；什么也不输入即不改变。需要管理员身份。"""
    front: Front = ctx.obj
    if on_the_line:
        raise UserError("model_key_on_the_line", provider=provider)
    with front.clinic() as clinic:
        clinic.model_keys.status()  # whoever may not is told before they type
        kept = clinic.model_keys.enter(provider, _typed(front))
    if front.json:
        write_json({"key": _plain(kept) if kept else None})
    elif kept is None:
        say(front.messages.text("model_keys.nothing_typed"))
    else:
        say(front.messages.text("model_keys.kept", provider=provider, origin=kept.origin))
        if note := _note(front, kept):
            say(note, to_error=True)


@app.command()
def remove(ctx: typer.Context, provider: Provider) -> None:
    """从系统密钥环移除一家服务商的密钥。需要管理员身份。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        was_there = clinic.model_keys.remove(provider)
    if front.json:
        write_json({"provider": provider, "removed": was_there})
    else:
        key = "model_keys.removed" if was_there else "model_keys.none_there"
        say(front.messages.text(key, provider=provider))


@app.command("import")
def import_file(
    ctx: typer.Context,
    remove_file: Annotated[
        bool, typer.Option("--remove-file", help="全部移入密钥环后删去 credentials.json")
    ] = False,
) -> None:
    """把数据目录中 credentials.json 的密钥移入系统密钥环。需要管理员身份。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        done = clinic.model_keys.import_file(remove=remove_file)
    if front.json:
        write_json(
            {
                "taken": list(done.taken),
                "kept": list(done.kept),
                "left": list(done.left),
                "file": done.file,
                "removed": done.removed,
            }
        )
    else:
        _tell(front, done)


def _typed(front: Front) -> str:
    """One line; empty where nothing was given."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    asked = front.messages.text("model_keys.ask")
    return str(typer.prompt(asked, default="", show_default=False, hide_input=True, err=True)).strip()


def _tell(front: Front, done: Imported) -> None:
    words = front.messages
    between = words.text("list.between")
    if done.taken:
        say(words.text("model_keys.taken", providers=between.join(done.taken)))
    if done.kept:
        say(words.text("model_keys.not_replaced", providers=between.join(done.kept)))
    if done.left:
        say(words.text("model_keys.left", names=between.join(done.left)))
    if done.removed:
        say(words.text("model_keys.file_removed", file=done.file))
    elif done.is_whole:
        say(words.text("model_keys.file_stays", file=done.file))
    else:
        say(words.text("model_keys.file_needed", file=done.file))


def _source(front: Front, one: KeyStatus) -> str:
    return front.messages.text(f"model_keys.source.{one.source}", variable=one.variable)


def _note(front: Front, one: KeyStatus) -> str:
    words = front.messages
    if one.shadowed:
        return words.text("model_keys.shadowed", variable=one.variable, provider=one.provider)
    if one.trouble == "model_key_of_endpoint":
        return words.text("model_keys.trouble.other_address")
    if one.source is Source.NONE:
        return words.text("models.note.no_key" if one.trouble else "models.note.needs_no_key")
    return ""


def _plain(one: KeyStatus) -> dict[str, object]:
    return {
        "provider": one.provider,
        "endpoint": one.origin,
        "source": one.source,
        "variable": one.variable or None,
        "mask": one.mask or None,
        "shadowed": one.shadowed,
        "trouble": one.trouble or None,
    }
