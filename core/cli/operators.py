"""`mingdao operators …`: who may open the clinic, and in which roles; `mingdao whoami`. Secrets come from files, a terminal or a pipe."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from core.base.rights import Role, TwoPersonRule
from core.cli.front import Front
from core.cli.output import say, table, write_json
from core.cli.plain import moment
from core.cli.second import with_second
from core.services.keys.keys import Credential, Road
from core.services.operators import Operator

app = typer.Typer(no_args_is_help=True, help="操作者：谁能打开诊所、以什么身份")

COLUMNS = ("name", "roles", "active_from", "ended_at", "created_by")

Name = Annotated[str, typer.Option("--name", help="操作者姓名")]
Roles = Annotated[
    list[Role], typer.Option("--role", help="身份；可写几次：physician、reception、admin、auditor")
]
SecondFile = Annotated[
    Path | None, typer.Option("--second-passphrase-file", help="要求两人时：另一人的口令文件；终端上会询问")
]
LastPhysician = Annotated[bool, typer.Option("--last-physician", help="确认此后诊所没有医师")]


class Turned(StrEnum):
    """Which way a rule is turned."""

    ON = "on"
    OFF = "off"


@app.command("list")
def list_operators(ctx: typer.Context) -> None:
    """列出全部操作者，包括已离开的。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        every = clinic.operators.every()
    if front.json:
        write_json({"operators": [_plain(one) for one in every]})
        return
    table(
        [front.messages.text(f"operators.columns.{column}") for column in COLUMNS],
        [
            (one.name, _roles(front, one.roles), f"{one.active_from:%Y-%m-%d}", _ended(one), one.created_by)
            for one in every
        ],
    )


@app.command()
def add(
    ctx: typer.Context,
    name: Name,
    role: Roles,
    new_passphrase_file: Annotated[
        Path | None, typer.Option("--new-passphrase-file", help="新操作者的口令文件；不给时询问或读标准输入")
    ] = None,
) -> None:
    """添加一位操作者，各用自己的口令。"""
    front: Front = ctx.obj
    with front.clinic_and_credential() as (clinic, opened):
        by = _asked_again(front, opened)
        added = front.with_new_passphrase(
            "cli.new_passphrase",
            new_passphrase_file,
            lambda new: clinic.operators.add(by, name, role, new),
        )
        _done(front, "operators.added", added)


@app.command("roles")
def change_roles(ctx: typer.Context, name: Name, role: Roles, last_physician: LastPhysician = False) -> None:
    """改一位操作者的身份；写出的就是全部身份。"""
    front: Front = ctx.obj
    with front.clinic_and_credential() as (clinic, opened):
        by = _asked_again(front, opened)
        changed = clinic.operators.change_roles(by, name, role, last_physician=last_physician)
        _done(front, "operators.changed", changed)


@app.command()
def end(ctx: typer.Context, name: Name, last_physician: LastPhysician = False) -> None:
    """操作者离开：其口令从此打不开诊所；做过的记录保留其姓名。"""
    front: Front = ctx.obj
    with front.clinic_and_credential() as (clinic, opened):
        by = _asked_again(front, opened)
        _done(front, "operators.ended", clinic.operators.end(by, name, last_physician=last_physician))


@app.command()
def rules(ctx: typer.Context) -> None:
    """哪些事要两个人才能做，哪些现在可以开。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        on, possible = clinic.rules.on(), clinic.rules.possible()
    if front.json:
        write_json(
            {"rules": {rule: {"on": rule in on, "possible": rule in possible} for rule in TwoPersonRule}}
        )
        return
    words = front.messages

    def said(is_so: bool) -> str:
        return words.text("operators.rules.yes" if is_so else "operators.rules.no")

    table(
        [words.text(f"operators.rules.{column}") for column in ("rule", "title", "on", "possible")],
        [
            (rule, words.text(f"rules.{rule}.title"), said(rule in on), said(rule in possible))
            for rule in TwoPersonRule
        ],
        whole={0},
    )


@app.command()
def rule(
    ctx: typer.Context,
    which: Annotated[TwoPersonRule, typer.Argument(help="哪一项要求（mingdao operators rules）")],
    state: Annotated[Turned, typer.Argument(help="on 开，off 关；关也要另一人同意")],
    second_file: SecondFile = None,
) -> None:
    """开或关一项“要两个人”的要求。"""
    front: Front = ctx.obj
    with front.clinic_and_credential() as (clinic, opened):
        if state is Turned.ON:
            clinic.rules.turn_on(which)
        else:
            by = _asked_again(front, opened)
            with_second(front, second_file, lambda second: clinic.rules.turn_off(which, by, second))
    if front.json:
        write_json({"rule": which, "on": state is Turned.ON})
    else:
        title = front.messages.text(f"rules.{which}.title")
        say(front.messages.text(f"operators.rule_{state}", rule=title))


def whoami(ctx: typer.Context) -> None:
    """现在是谁、以什么身份、还能切换成什么身份。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        actor, held = clinic.actor, clinic.roles
    if front.json:
        write_json({"operator": actor.operator, "role": actor.role, "roles": list(held)})
        return
    words = front.messages
    role = words.text(f"roles.{actor.role}")
    say(words.text("operators.whoami", operator=actor.operator, role=role, roles=_roles(front, held)))


def _asked_again(front: Front, opened: Credential) -> Credential:
    """What opened the clinic, unless it was the keyring, which asks nobody: then the passphrase is asked for."""
    return front.credential_asked() if opened.road is Road.KEYRING else opened


def _done(front: Front, key: str, one: Operator) -> None:
    if front.json:
        write_json({"operator": _plain(one)})
    else:
        say(front.messages.text(key, operator=one.name, roles=_roles(front, one.roles)))


def _roles(front: Front, roles: tuple[Role, ...]) -> str:
    return front.messages.text("list.between").join(front.messages.text(f"roles.{role}") for role in roles)


def _ended(one: Operator) -> str:
    return f"{one.ended_at:%Y-%m-%d}" if one.ended_at else ""


def _plain(one: Operator) -> dict[str, object]:
    return {
        "name": one.name,
        "roles": list(one.roles),
        "active_from": moment(one.active_from),
        "ended_at": moment(one.ended_at) if one.ended_at else None,
        "created_by": one.created_by,
    }
