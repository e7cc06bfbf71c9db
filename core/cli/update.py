"""`mingdao update …`: what a file that was brought would change, installing it, and going back. Nothing is fetched."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from core.cli.front import Front
from core.cli.output import say, table, write_json
from core.cli.progress import Meter
from core.installation.other_version import run_other
from core.services.keys.presence import is_set_up
from core.services.updates import Offer, Progress, Told, Updated, Updates

app = typer.Typer(no_args_is_help=True, help="更新程序：只用手边的文件，不联网；可换回上一个版本")

COLUMNS = ("version", "store", "state")

File = Annotated[
    Path, typer.Argument(help="安装文件（.run、setup.exe），旁边要有 SHA256SUMS；或一个程序目录")
]


@app.command()
def check(ctx: typer.Context, file: File) -> None:
    """核对一个安装文件，说明是什么版本、由谁签名、病历库的格式会不会变；什么也不改。"""
    front: Front = ctx.obj
    with _metered(front) as told:
        offer = Updates().check(file, told)
    program = Updates().look()
    changes = bool(offer.store) and offer.store != program.store
    words = front.messages
    if front.json:
        write_json(
            {
                "file": str(offer.file),
                "kind": offer.kind,
                "version": offer.version,
                "installed": program.version,
                "platform": offer.platform,
                "architecture": offer.architecture,
                "floor": offer.floor or None,
                "signature": offer.verdict,
                "store": {"offered": offer.store or None, "here": program.store, "changes": changes},
            }
        )
        return
    say(
        words.text(
            "update.offer", kind=words.text(f"update.kind.{offer.kind}"), **_versions(offer, program.version)
        )
    )
    say(words.text(f"update.verdict.{offer.verdict}"))
    say(_store_words(front, offer.store, program.store))
    say(words.text("update.next", file=offer.file))


@app.command()
def install(
    ctx: typer.Context,
    file: File,
    unsigned: Annotated[
        bool, typer.Option("--unsigned", help="本程序没有签名，文件也没有：来历由自己负责，仍然安装")
    ] = False,
) -> None:
    """核对、备份、在旁边装好，再切换；从下一次启动起用新版本。中途停下，仍是原来的程序。"""
    front: Front = ctx.obj
    with _updates(front) as updates, _metered(front) as told:
        done = updates.install(file, told, unsigned=unsigned)
    _tell(front, done, "update.installed")
    if front.json:
        return
    if done.backup:
        say(front.messages.text("update.backup", file=done.backup))
    program = Updates().look()
    store = next((one.store for one in program.beside() if one.version == done.version), "")
    if store != program.store:
        say(_store_words(front, store, program.store))


@app.command()
def back(
    ctx: typer.Context,
    version: Annotated[str | None, typer.Argument(help="换回哪个版本；不写则为上一个")] = None,
) -> None:
    """换回上一个版本，从下一次启动起。那个版本打不开现在的病历库时拒绝，并说出两边的版本。"""
    front: Front = ctx.obj
    program = Updates().look()
    place = program.installation
    target = version or (place.previous if place else None)
    found = next((one for one in program.beside() if one.version == target), None)
    # To open the clinic here would bring its tables up to date, and leave nothing to go back to; and a program that is not whole must not
    # open it at all. The other one sees whether it opens it.
    if place and found and is_set_up(front.home) and (found.store < program.store or program.refusal()):
        Updates().whole(found.version)
        raise typer.Exit(run_other(place.folder(found.version), _same_line(front, found.version)))
    with _updates(front) as updates:
        done = updates.back(version)
    _tell(front, done, "update.went_back")


@app.command("list")
def list_versions(ctx: typer.Context) -> None:
    """列出并排的版本：哪个会启动，哪个可换回。"""
    front: Front = ctx.obj
    program, words = Updates().look(), front.messages
    place = program.installation
    beside, remains = program.beside(), program.remains()
    if front.json:
        write_json(
            {
                "running": program.version,
                "prefix": str(place.prefix) if place else None,
                "signature": program.verdict if program.folder else None,
                "versions": [
                    {
                        "version": one.version,
                        "store": one.store or None,
                        "current": one.is_current,
                        "previous": one.is_previous,
                        "running": one.is_running,
                    }
                    for one in beside
                ],
                "unfinished": list(remains.unfinished),
                "left": [{"folder": str(folder), "size": size} for folder, size in remains.left],
            }
        )
        return
    say(program.line(words))
    if place is None:
        say(words.text("update.alone"))
        return
    table(
        [words.text(f"update.columns.{column}") for column in COLUMNS],
        [
            (
                one.version,
                _number(one.store),
                words.text("list.between").join(
                    words.text(f"update.state.{name}")
                    for name, is_so in (
                        ("current", one.is_current),
                        ("running", one.is_running),
                        ("previous", one.is_previous),
                        ("unfinished", one.version in remains.unfinished),
                    )
                    if is_so
                ),
            )
            for one in beside
        ],
        whole={0},
    )
    for line in remains.lines(words):
        say(line)


@contextmanager
def _updates(front: Front) -> Iterator[Updates]:
    """Of the open clinic; where there is none, of the program alone. A program that is not whole opens none: raises why."""
    if not is_set_up(front.home):
        yield Updates()
        return
    refusal = Updates().look().refusal()
    if refusal:
        raise refusal
    with front.clinic() as clinic:
        yield clinic.updates


@contextmanager
def _metered(front: Front) -> Iterator[Told]:
    meter = Meter(front.messages)

    def told(progress: Progress) -> None:
        meter.show(f"update.stages.{progress.stage}", progress.done, progress.total)

    try:
        yield told
    finally:
        meter.done()


def _tell(front: Front, done: Updated, key: str) -> None:
    if front.json:
        write_json(
            {
                "version": done.version,
                "before": done.before,
                "backup": str(done.backup) if done.backup else None,
                "removed": list(done.removed),
                "left": [str(folder) for folder in done.left],
            }
        )
    else:
        say(front.messages.text(key, version=done.version, before=done.before))
        if done.left:
            say(front.messages.text("update.left", folders=done.left))


def _store_words(front: Front, new: str, old: str) -> str:
    if not new:
        return front.messages.text("update.store_unknown")
    key = "update.store_same" if new == old else "update.store_changes"
    return front.messages.text(key, new=_number(new), old=_number(old))


def _number(store: str) -> str:
    """The form of the store as the window and every refusal tell it."""
    return store.lstrip("0")


def _versions(offer: Offer, here: str) -> dict[str, str]:
    return {
        "version": offer.version,
        "here": here,
        "platform": " ".join(
            filter(None, (offer.platform, offer.architecture, offer.floor and f"glibc {offer.floor}"))
        ),
    }


def _same_line(front: Front, version: str) -> list[str]:
    """This command again, for the program that is to carry it out."""
    where = "--portable" if front.is_portable else "--home"
    line = ["update", "back", version, where, str(front.home.folder)]
    if front.json:
        line.append("--json")
    for option, value in (
        ("--passphrase-file", front.passphrase_file),
        ("--recovery-file", front.recovery_file),
        ("--as", front.role),
        ("--open-reason", front.open_reason),
    ):
        if value is not None:
            line += [option, str(value)]
    return line
