"""`mingdao init`: set up a clinic in an empty data folder."""

from typing import Annotated

import typer

from core.cli.front import Front
from core.cli.output import say, write_json
from core.kernel import set_up

SHORT = 10
"""Characters. A shorter passphrase works and is pointed out."""


def init(
    ctx: typer.Context,
    operator: Annotated[str, typer.Option("--operator", help="操作者姓名；默认为系统登录名")] = "",
) -> None:
    """新建诊所：生成加密的病历库，以口令（及系统密钥环）保管密钥。"""
    front: Front = ctx.obj
    passphrase = front.new_passphrase()
    done = set_up(front.home, passphrase, front.vault, operator)
    words = front.messages
    notes = [words.text(f"init.keyring.{done.keyring}")]
    if len(passphrase) < SHORT:
        notes.append(words.text("init.short_passphrase", length=SHORT))
    if front.json:
        write_json(
            {
                "home": str(front.home.folder),
                "operator": done.operator,
                "keyring": done.keyring,
                "notes": notes,
            }
        )
        return
    say(words.text("init.done", folder=front.home.folder, operator=done.operator))
    for note in notes:
        say(note)
    say(words.text("init.next"))
