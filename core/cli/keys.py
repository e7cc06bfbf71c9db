"""`mingdao keys`: who can open the clinic, and the recovery code. Secrets come from files, a terminal or a pipe, never the line."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from math import ceil
from pathlib import Path
from typing import Annotated

import typer

from core.base.errors import Damaged, KeyTrouble, UserError
from core.base.recovery_code import RecoveryCode
from core.cli.front import Front
from core.cli.output import say, table, write_json
from core.cli.place import place
from core.cli.recovery import hand_over, refuse_unfit, typed_back
from core.cli.second import with_second
from core.kernel import Kernel
from core.services.keys.keys import Credential, KeysAtHand, KeyState, Road, key_state, keys_at_hand
from core.services.keys.presence import is_set_up
from core.services.keys.previous import put_previous_back
from core.services.rotation import Step

app = typer.Typer(no_args_is_help=True, help="密钥：谁能打开诊所、恢复码、口令")

NewPassphrase = Annotated[
    Path | None, typer.Option("--new-passphrase-file", help="新口令文件；不给时询问或读标准输入")
]
RecoveryOut = Annotated[
    Path | None,
    typer.Option(
        "--recovery-out", parser=place, metavar="PATH", help="把恢复码写入这个新文件，不在屏幕上显示"
    ),
]


class Use(StrEnum):
    """What `mingdao keys keyring` is told to do."""

    ON = "on"
    OFF = "off"
    ONLY = "only"


_UNREADABLE = {KeyState.NOT_SET_UP, KeyState.KEYS_ABSENT, KeyState.KEYS_DAMAGED, KeyState.OLDER}

_AMISS = {
    KeyState.NOT_SET_UP: "not_set_up",
    KeyState.KEYS_ABSENT: "envelope_missing",
    KeyState.KEYS_DAMAGED: "envelope_damaged",
    KeyState.KEYS_ALTERED: "wrap_altered",
    KeyState.OLDER: "envelope_older",
    KeyState.STORE_ABSENT: "store_missing",
    KeyState.STORE_DAMAGED: "store_damaged",
}
"""States in which there is something to do, and the code whose hint says what."""

_UNFIT = {*_AMISS, KeyState.NEWER} - {KeyState.NOT_SET_UP}
"""States in which something is missing, damaged, altered or of another program's time."""


@app.command()
def status(ctx: typer.Context) -> None:
    """不打开诊所，说明密钥与病历库的状态；缺失、损坏或版本更新时退出码为 1。"""
    front: Front = ctx.obj
    state = key_state(front.home, front.vault)
    at_hand = None
    if state not in _UNREADABLE and not (state is KeyState.NEWER and _newer_keys(front)):
        at_hand = keys_at_hand(front.home)
    said = front.messages.text(f"keys.state.{state}")
    folder = front.home.folder
    hint = front.said(Damaged(_AMISS[state], file=folder, folder=folder))[1] if state in _AMISS else ""
    if front.json:
        amiss = {"message": said, "hint": hint} if state in _UNFIT else {}
        write_json({"state": state, **amiss, **(_plain(at_hand) if at_hand else {})})
    else:
        say("\n".join(filter(None, (said, hint))))
        if at_hand:
            _show(front, at_hand)
    if state in _UNFIT:
        raise typer.Exit(1)


@app.command("open-check")
def open_check(ctx: typer.Context) -> None:
    """用给出的口令、恢复码或系统密钥环试着打开一次。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        operator, road = clinic.actor.operator, clinic.opened_by
    if front.json:
        write_json({"opened_by": road, "operator": operator})
    else:
        say(
            front.messages.text("keys.opens", road=front.messages.text(f"keys.way.{road}"), operator=operator)
        )


@app.command("confirm-recovery")
def confirm_recovery(ctx: typer.Context) -> None:
    """输入整个恢复码，证明已经抄下。"""
    front: Front = ctx.obj
    named, front.recovery_file = front.recovery(), None
    with front.clinic() as clinic:
        clinic.keys.confirm_recovery_code(named or RecoveryCode.parse(front.asked("cli.recovery")))
    _done(front, "recovery.confirmed", recovery_confirmed=True)


@app.command("new-recovery")
def new_recovery(ctx: typer.Context, recovery_out: RecoveryOut = None) -> None:
    """换一个新的恢复码；旧的从此打不开诊所。"""
    front: Front = ctx.obj
    refuse_unfit(front.home, recovery_out)
    with _with_credential(front) as (clinic, credential):
        code = clinic.keys.new_recovery_code(credential)
        handed = hand_over(front, code, recovery_out)
        confirmed = recovery_out is None and typed_back(front, code)
        if confirmed:
            clinic.keys.confirm_recovery_code(code)
    said = "recovery.confirmed" if confirmed else "recovery.renewed"
    _done(front, said, **handed, recovery_confirmed=confirmed)


@app.command()
def passphrase(
    ctx: typer.Context,
    new_passphrase_file: NewPassphrase = None,
    operator: Annotated[str, typer.Option("--operator", help="谁的口令；用恢复码改口令时需要")] = "",
) -> None:
    """改口令。添加操作者用 mingdao operators add。"""
    front: Front = ctx.obj
    with front.clinic_and_credential() as (clinic, credential):
        had = clinic.keys.at_hand().operators
        name = front.with_new_passphrase(
            "cli.new_passphrase",
            new_passphrase_file,
            lambda new: clinic.keys.change_passphrase(credential, new, operator),
        )
    _done(front, "keys.passphrase_changed" if name in had else "keys.passphrase_set", operator=name)


@app.command()
def keyring(
    ctx: typer.Context,
    use: Annotated[
        Use, typer.Argument(help="on 启用；off 停用；only 去掉口令，只由它打开", show_default=False)
    ],
) -> None:
    """系统密钥环是否打开诊所；需要口令或恢复码。"""
    front: Front = ctx.obj
    with _with_credential(front) as (clinic, credential):
        try:
            {
                Use.ON: clinic.keys.keyring_on,
                Use.OFF: clinic.keys.keyring_off,
                Use.ONLY: clinic.keys.keyring_only,
            }[use](credential)
        except KeyTrouble as trouble:
            if trouble.code == "keyring_unavailable":
                raise KeyTrouble("no_keyring") from trouble
            raise
    _done(front, f"keys.keyring_{use}", keyring=use)


@app.command("use-previous")
def use_previous(ctx: typer.Context) -> None:
    """keys.json 不见了或已损坏时，用上一份密钥文件；损坏的那份会留着。"""
    front: Front = ctx.obj
    if not is_set_up(front.home):
        raise UserError("not_set_up", folder=front.home.folder)
    put_previous_back(front.home)
    _done(front, "keys.previous_used", previous_used=True)


@app.command()
def rotate(
    ctx: typer.Context,
    second_passphrase_file: Annotated[
        Path | None,
        typer.Option("--second-passphrase-file", help="要求两人时：另一位管理员的口令文件；终端上会询问"),
    ] = None,
) -> None:
    """更换数据密钥：以新密钥重写病历库；口令、恢复码与密钥环照旧。"""
    front: Front = ctx.obj
    shown: list[Step] = []

    def told(step: Step, done: int, of: int) -> None:
        if step not in shown and not front.json:
            shown.append(step)
            say(front.messages.text(f"keys.step.{step}"), to_error=True)

    with _with_credential(front) as (clinic, credential):
        with_second(
            front,
            second_passphrase_file,
            lambda second: clinic.rotation.rotate(credential, told, second),
        )
    _done(front, "keys.rotated", rotated=True)


@contextmanager
def _with_credential(front: Front) -> Iterator[tuple[Kernel, Credential]]:
    """The open clinic, and a passphrase or the recovery code: where the keyring opened it, a terminal is asked for the passphrase."""
    with front.clinic_and_credential() as (clinic, credential):
        asks = credential.road is Road.KEYRING and clinic.keys.at_hand().operators and sys.stdin.isatty()
        yield clinic, front.credential_asked() if asks else credential


def _newer_keys(front: Front) -> bool:
    """Whether it is the envelope that is newer, not the store."""
    try:
        keys_at_hand(front.home)
    except Damaged:
        return True
    return False


def _done(front: Front, key: str, **facts: object) -> None:
    if front.json:
        write_json({**facts, "notes": [front.messages.text(key, **facts)]})
    else:
        say(front.messages.text(key, **facts))


def _plain(at_hand: KeysAtHand) -> dict[str, object]:
    return {
        "ways": [
            {"kind": way.kind, "operator": way.operator or None, "backend": way.backend or None}
            for way in at_hand.ways
        ],
        "keyring": at_hand.keyring,
        "recovery_confirmed": at_hand.confirmed,
        "failures": at_hand.failures,
        "wait_s": round(at_hand.wait_s),
    }


def _show(front: Front, at_hand: KeysAtHand) -> None:
    words = front.messages
    table(
        [
            words.text("keys.columns.way"),
            words.text("keys.columns.operator"),
            words.text("keys.columns.backend"),
        ],
        [[words.text(f"keys.way.{way.kind}"), way.operator, way.backend] for way in at_hand.ways],
    )
    say(words.text(f"keys.keyring.{at_hand.keyring}"))
    if not at_hand.confirmed:
        say(words.text("recovery.none" if at_hand.confirmed is None else "recovery.unconfirmed"))
    if at_hand.failures:
        minutes = ceil(at_hand.wait_s / 60)
        key = "keys.failures" if minutes else "keys.failures_no_wait"
        say(words.text(key, count=at_hand.failures, minutes=minutes))
