"""`mingdao backup …`: make backups, see whether they are any good, and put a clinic back from one, also where there is none."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from core.base.errors import Damaged
from core.base.space import MIB
from core.cli import plain
from core.cli.front import Front
from core.cli.output import say, table, write_json
from core.cli.place import place
from core.cli.progress import Meter
from core.cli.second import with_second, with_today
from core.kernel import Kernel, backups_in, restore_clinic, verify_backup
from core.services.backup.before import ENOUGH, FromBefore
from core.services.backup.checking import Progress, Told
from core.services.backup.facts import BackupState, Listed
from core.services.keys.keys import Credential
from core.services.keys.presence import is_set_up
from core.services.visits.records import minute

T = TypeVar("T")

app = typer.Typer(no_args_is_help=True, help="备份：制作、查看、核验、演练、恢复")

COLUMNS = ("file", "created", "size", "records", "visits", "head", "verified", "opens")

BEFORE = ("folder", "day", "size", "may")

BackupFile = Annotated[Path, typer.Argument(help="备份文件（.mdbk）")]
Folder = Annotated[Path | None, typer.Option("--folder", help="备份所在的目录；默认为设置中的备份目录")]


@app.command()
def make(
    ctx: typer.Context,
    to: Annotated[
        Path | None,
        typer.Option(
            "--to",
            parser=place,
            metavar="PATH",
            help="备份到这个目录（如 U 盘），写完整的路径；默认为设置中的备份目录",
        ),
    ] = None,
) -> None:
    """制作一份备份，并立即试恢复核验；核验通过才算数。"""
    front: Front = ctx.obj
    with front.clinic() as clinic, _metered(front) as told:
        made = clinic.backups.make(to, told)
    if front.json:
        write_json(
            {
                "file": str(made.file),
                "size": made.size,
                "seconds": _seconds(made.took_s),
                "head": made.head,
                "rows": made.rows,
                "verified": True,
                "off_disk": made.off_disk,
                "trail_whole": made.trail_whole,
            }
        )
        return
    words = front.messages
    facts = {"file": made.file, "size": _mib(made.size), "seconds": _seconds(made.took_s)}
    say(words.text("backup.made", **_counts(made.rows), **facts))
    if not made.off_disk:
        say(words.text("backup.same_disk"))
    if not made.trail_whole:
        say(words.text("backup.trail_broken"))


@app.command(name="list")
def list_backups(ctx: typer.Context, folder: Folder = None) -> None:
    """列出备份：何时做的、多大、何时核验过、谁能打开。"""
    front: Front = ctx.obj
    before: tuple[FromBefore, ...] = ()
    if folder is None:
        with front.clinic() as clinic:
            where, found, is_told = clinic.backups.look().folder, clinic.backups.listed(), True
            before = clinic.backups.from_before()
    else:
        told = _in_clinic(front, lambda clinic, _: clinic.backups.listed(folder))
        where, found, is_told = folder, told or [], told is not None
        if told is None:
            found = backups_in(front.home, folder)
    if front.json:
        listed = {"folder": str(where), "backups": [_listed(front, one) for one in found]}
        write_json({**listed, "before": [_before(one) for one in before]} if folder is None else listed)
        return
    words = front.messages
    if found:
        table(
            [words.text(f"backup.columns.{column}") for column in COLUMNS],
            [_row(front, one, is_told=is_told) for one in found],
            whole={COLUMNS.index("file")},
        )
    else:
        say(words.text("backup.none", folder=str(where)))
    if found and not is_told:
        say(words.text("backup.listed_outside"))
    if before:
        say(words.text("backup.before.heading"))
        table(
            [words.text(f"backup.before.columns.{column}") for column in BEFORE],
            [(one.folder.name, one.day, f"{_mib(one.size)} MiB", _may_go(front, one)) for one in before],
            whole={BEFORE.index("folder")},
        )


@app.command()
def status(ctx: typer.Context) -> None:
    """最近一次核验过的备份，以及需要留意的事。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        state = clinic.backups.look()
    if front.json:
        write_json(_state(state))
        return
    for line in state_lines(front, state):
        say(line)


@app.command()
def verify(ctx: typer.Context, file: BackupFile) -> None:
    """试恢复到临时文件并核验；给出口令或恢复码时逐页、逐表、逐行审计记录核对。"""
    front: Front = ctx.obj
    with _metered(front) as told:
        done = _in_clinic(front, lambda clinic, by: clinic.backups.verify(file, by, told))
    if done is None:
        by = _secret(front)
        with _metered(front) as told:
            done = verify_backup(front.home, file, by, told=told)
    if front.json:
        write_json(
            {
                "file": str(done.file),
                "outcome": done.outcome,
                "seconds": _seconds(done.took_s),
                "head": done.head,
                "rows": done.rows,
                "trail_whole": done.trail_whole,
            }
        )
        return
    words = front.messages
    say(words.text(f"backup.{done.outcome}", file=str(file), head=done.head, **_counts(done.rows)))
    if not done.trail_whole:
        say(words.text("backup.trail_broken"))


@app.command()
def drill(ctx: typer.Context, file: BackupFile) -> None:
    """恢复演练：恢复到临时目录、打开、清点病历，结果记入审计。"""
    front: Front = ctx.obj
    with front.clinic_and_credential() as (clinic, credential):
        by = credential if credential != Credential() else _secret(front)
        with _metered(front) as told:
            done = clinic.backups.drill(file, by, told)
    if front.json:
        write_json(
            {
                "file": str(done.file),
                "seconds": _seconds(done.took_s),
                "records": done.records,
                "head": done.head,
            }
        )
        return
    say(
        front.messages.text(
            "backup.drilled", file=str(file), records=done.records, seconds=_seconds(done.took_s)
        )
    )


@app.command()
def restore(
    ctx: typer.Context,
    file: BackupFile,
    second_passphrase_file: Annotated[
        Path | None,
        typer.Option("--second-passphrase-file", help="要求两人时：另一位管理员的口令文件；终端上会询问"),
    ] = None,
    today_file: Annotated[
        Path | None,
        typer.Option(
            "--today-file",
            help="打得开备份、打不开现在的诊所时：现在的恢复码或某位管理员口令的文件；终端上会询问",
        ),
    ] = None,
) -> None:
    """从备份恢复整个诊所。用恢复码（--recovery-file）或当时某位管理员的口令（--passphrase-file）；都不给时询问。原有文件另存，不会被覆盖。"""
    front: Front = ctx.obj
    by = _secret(front)
    with _metered(front) as told:
        done = with_today(
            front,
            today_file,
            lambda today: with_second(
                front,
                second_passphrase_file,
                lambda second: restore_clinic(front.home, file, by, today=today, second=second, told=told),
            ),
        )
    if front.json:
        write_json(
            {
                "file": str(done.file),
                "created": plain.moment(done.created),
                "rows": done.rows,
                "head": done.head,
                "lost": done.lost,
                "keys": done.keys,
                "kept_in": str(done.kept_in) if done.kept_in else None,
                "seconds": _seconds(done.took_s),
            }
        )
        return
    words = front.messages
    say(words.text("backup.restored", created=minute(done.created), head=done.head, **_counts(done.rows)))
    if done.kept_in:
        say(words.text("backup.kept_in", folder=str(done.kept_in)))
    if done.lost:
        say(words.text("backup.lost", lost=done.lost))
    say(words.text(f"backup.keys_{done.keys}"))
    say(words.text("backup.frozen"))


@app.command("confirm-thinning")
def confirm_thinning(ctx: typer.Context) -> None:
    """恢复之后：确认恢复的内容无误，允许重新清理旧备份。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        was_frozen = clinic.backups.look().frozen
        if was_frozen:
            clinic.backups.confirm_thinning()
        state = clinic.backups.look()
    if front.json:
        write_json(_state(state))
    else:
        say(front.messages.text("backup.thinning_on" if was_frozen else "backup.not_frozen"))


@app.command()
def tidy(ctx: typer.Context) -> None:
    """清理恢复或升级之前留下的整个诊所；其后有三份核验过的备份、恢复已确认无误的才清理。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        gone = clinic.backups.tidy()
    words = front.messages
    if front.json:
        write_json({"removed": gone})
    elif gone:
        say(words.text("backup.before.tidied", names=words.text("list.between").join(gone)))
    else:
        say(words.text("backup.before.nothing"))


def state_lines(front: Front, state: BackupState) -> Iterator[str]:
    """How it stands with backups, for a person."""
    words = front.messages
    if state.verified:
        yield words.text("backup.last", at=minute(state.verified))
    else:
        yield words.text("backup.never")
    if state.failure:
        yield words.text("backup.failed", code=state.failure)
    if state.is_overdue:
        yield words.text("backup.overdue")
    if state.is_none_off_disk:
        yield words.text("backup.none_off_disk")
    if state.frozen:
        yield words.text("backup.frozen")


@contextmanager
def _metered(front: Front) -> Iterator[Told]:
    meter = Meter(front.messages)

    def told(progress: Progress) -> None:
        meter.show(f"backup.stages.{progress.stage}", progress.done, progress.total)

    try:
        yield told
    finally:
        meter.done()


def _in_clinic(front: Front, work: Callable[[Kernel, Credential | None], T]) -> T | None:
    """What the clinic itself says, which keeps a row of it; None where there is none, or none that opens. `work` hears what was named
    to open it by.
    """
    if not is_set_up(front.home):
        return None
    try:
        with front.clinic_and_credential() as (clinic, credential):
            return work(clinic, None if credential == Credential() else credential)
    except Damaged as trouble:
        if not trouble.code.startswith(("store_", "envelope_")) or trouble.code == "store_newer":
            raise
        return None


def _secret(front: Front) -> Credential:
    """What opens a backup: the code or the passphrase of a file on the line, else whichever of them is typed."""
    by = front.credential()
    return by if by != Credential() else front.credential_asked("backup.ask")


def _seconds(took: float) -> Decimal:
    return Decimal(f"{took:.1f}")


def _mib(size: int) -> str:
    return f"{size / MIB:.1f}"


def _counts(rows: Mapping[str, int]) -> dict[str, int]:
    return {"records": rows.get("patients", 0), "visits": rows.get("visits", 0)}


def _row(front: Front, one: Listed, *, is_told: bool) -> list[object]:
    """`is_told`: by the clinic, whose trail knows what was verified."""
    words = front.messages
    if one.trouble is not None:
        return [one.file.name, words.error(one.trouble)[0], *[""] * (len(COLUMNS) - 2)]
    opens = [words.text("backup.by_code")] if one.by_code else []
    counts = _counts(one.rows or {})
    return [
        one.file.name if one.is_ours else words.text("backup.foreign", file=one.file.name),
        minute(one.created) if one.created else "",
        f"{_mib(one.size)} MiB",
        counts["records"],
        counts["visits"],
        one.head,
        minute(one.verified) if one.verified else words.text("backup.not_verified") if is_told else "",
        words.text("list.between").join([*opens, *one.operators]),
    ]


def _listed(front: Front, one: Listed) -> dict[str, object]:
    if one.trouble is not None:
        return {"file": str(one.file), **plain.error(one.trouble, front.messages)}
    return {
        "file": str(one.file),
        "size": one.size,
        "created": plain.moment(one.created) if one.created else None,
        "head": one.head,
        "rows": one.rows,
        "verified": plain.moment(one.verified) if one.verified else None,
        "opened_by": {"recovery": one.by_code, "operators": list(one.operators)},
        "of_this_clinic": one.is_ours,
    }


def _may_go(front: Front, one: FromBefore) -> str:
    if one.may_go:
        return front.messages.text("backup.before.may_go")
    if one.is_held:
        return front.messages.text("backup.before.held")
    return front.messages.text("backup.before.needs", later=one.later, enough=ENOUGH)


def _before(one: FromBefore) -> dict[str, object]:
    return {
        "folder": str(one.folder),
        "day": one.day.isoformat(),
        "size": one.size,
        "verified_since": one.later,
        "may_go": one.may_go,
    }


def _state(state: BackupState) -> dict[str, object]:
    return {
        "folder": str(state.folder),
        "daily": state.daily,
        "verified": plain.moment(state.verified) if state.verified else None,
        "off_disk": plain.moment(state.off_disk) if state.off_disk else None,
        "overdue": state.is_overdue,
        "none_off_disk": state.is_none_off_disk,
        "failure": state.failure or None,
        "frozen": state.frozen,
        "needs_attention": state.needs_attention,
    }
