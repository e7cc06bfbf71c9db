"""`mingdao verify-install`: whether a program's folder is what was built, and who signed it. `mingdao licences`: on which terms it comes."""

from pathlib import Path
from typing import Annotated

import typer

from core.base.errors import UserError
from core.base.space import trouble_of
from core.cli.front import Front
from core.cli.output import say, table, write_json
from core.cli.place import place
from core.cli.progress import Meter
from core.installation.inspection import Inspection, inspect, own_key
from core.installation.licences import licences_of
from core.installation.signature import PublicKey
from core.installation.versions import program_folder


def verify_install(
    ctx: typer.Context,
    folder: Annotated[
        Path | None,
        typer.Argument(parser=place, help="要核对的程序目录；不写则核对正在运行的程序"),
    ] = None,
) -> None:
    """核对程序文件：与打包时一一比较，缺少、被改动、多出的都列出来，并说明签名；不碰诊所数据。"""
    front: Front = ctx.obj
    meter = Meter(front.messages)
    asked = _asked(folder)
    try:
        found = inspect(
            asked, _believed(asked), lambda done, total: meter.show("installation.stage", done, total)
        )
    finally:
        meter.done()
    if found.refusal is not None:
        raise found.refusal
    words = front.messages
    if front.json:
        write_json(_plain(found))
        return
    count = len(found.contents.files)
    say(words.text("installation.whole", folder=found.folder, version=found.contents.version, count=count))
    fingerprint = found.key.fingerprint if found.key else ""
    say(words.text(f"installation.signature.{found.verdict}", fingerprint=fingerprint))


def licences(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help="这一部分的许可全文；不写则列出全部")] = "",
) -> None:
    """程序由哪些部分组成、各按什么许可；写明名字时给出许可全文。"""
    front: Front = ctx.obj
    try:
        head, parts = licences_of(_asked(None))
    except OSError as error:
        raise trouble_of(error) from error
    chosen = [part for part in parts if part.name.casefold() == name.casefold()]
    if name and not chosen:
        raise UserError("licence_unknown", name=name)
    shown = chosen or parts
    if front.json:
        rows = [{"name": part.name, "version": part.version, "terms": part.terms} for part in shown]
        texts = [{"text": part.text} if name else {} for part in shown]
        write_json({"licences": [row | text for row, text in zip(rows, texts, strict=True)]})
    elif name:
        say("\n\n".join(part.text for part in shown))
    else:
        say(head)
        words = front.messages
        headings = [words.text(f"installation.columns.{column}") for column in ("name", "version", "terms")]
        table(headings, [(part.name, part.version, part.terms) for part in shown], whole={0})


def _asked(folder: Path | None) -> Path:
    """The folder that was named, or this program's. Raises `UserError` not_installed."""
    found = folder or program_folder()
    if found is None:
        raise UserError("not_installed")
    return found


def _believed(folder: Path) -> PublicKey | None:
    """The key of this program; of one that has none, nobody's word counts but that folder's own."""
    here = program_folder()
    return (own_key(here) if here else None) or own_key(folder)


def _plain(found: Inspection) -> dict[str, object]:
    contents = found.contents
    return {
        "folder": str(found.folder),
        "version": contents.version,
        "platform": contents.platform,
        "architecture": contents.architecture,
        "floor": contents.floor,
        "files": len(contents.files),
        "signature": found.verdict,
        "key": found.key.fingerprint if found.key else None,
    }
