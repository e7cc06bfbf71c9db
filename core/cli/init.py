"""`mingdao init`: set up a clinic in an empty data folder."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from core.base.errors import KeyTrouble
from core.cli.front import Front
from core.cli.output import say, write_json
from core.cli.place import place
from core.cli.recovery import hand_over, refuse_unfit, typed_back
from core.kernel import open_clinic, set_up


def init(
    ctx: typer.Context,
    operator: Annotated[str, typer.Option("--operator", help="操作者姓名；默认为系统登录名")] = "",
    recovery_out: Annotated[
        Path | None,
        typer.Option(
            "--recovery-out", parser=place, metavar="PATH", help="把恢复码写入这个新文件，不在屏幕上显示"
        ),
    ] = None,
) -> None:
    """新建诊所：生成加密的病历库，以口令、恢复码（及系统密钥环）保管密钥。"""
    front: Front = ctx.obj
    refuse_unfit(front.home, recovery_out)
    given = front.passphrase_named
    if given is None and not sys.stdin.isatty():
        raise KeyTrouble("passphrase_needed")
    done, passphrase = front.with_new_passphrase(
        "cli.first_passphrase",
        given,
        lambda passphrase: (set_up(front.home, passphrase, front.vault, operator), passphrase),
    )
    words = front.messages
    notes = [words.text(f"init.keyring.{done.keyring}")]
    if not front.json:
        say(words.text("init.done", folder=front.home.folder, operator=done.operator))
    handed = hand_over(front, done.recovery, recovery_out)
    confirmed = recovery_out is None and typed_back(front, done.recovery)
    if confirmed:
        with open_clinic(front.home, front.vault, passphrase=passphrase, source="cli") as clinic:
            clinic.keys.confirm_recovery_code(done.recovery)
    else:
        notes.append(words.text("recovery.unconfirmed"))
    if front.json:
        write_json(
            {
                "home": str(front.home.folder),
                "operator": done.operator,
                "keyring": done.keyring,
                **handed,
                "recovery_confirmed": confirmed,
                "notes": notes,
            }
        )
        return
    for note in notes:
        say(note)
    say(words.text("init.next"))
