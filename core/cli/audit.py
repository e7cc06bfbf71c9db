"""`mingdao audit …`: who did what to whose record; whether the trail is whole; a copy of it for those who ask."""

from pathlib import Path
from typing import Annotated

import typer

from core.base.clock import from_stored
from core.cli import plain
from core.cli.front import Front
from core.cli.output import say, table, write_json
from core.services.audit import LISTED

app = typer.Typer(no_args_is_help=True, help="审计记录：查看、核验、导出")

COLUMNS = ("seq", "at", "operator", "source", "action", "record_no", "visit", "outcome")

RecordNo = Annotated[str, typer.Option("--record-no", help="只看这位患者（病历号）")]


@app.command(name="list")
def list_rows(
    ctx: typer.Context,
    record_no: RecordNo = "",
    since: Annotated[str, typer.Option("--since", help="从何时起，如 2026-11-01 或 2026-11-01T09:30")] = "",
    until: Annotated[str, typer.Option("--until", help="到何时止；只写日期时含当天")] = "",
    operator: Annotated[str, typer.Option("--operator", help="只看这位操作者")] = "",
    action: Annotated[str, typer.Option("--action", help="只看这种操作，如 record.read")] = "",
    limit: Annotated[int, typer.Option("--limit", help="最多多少行，最近的在前")] = LISTED,
) -> None:
    """查看审计记录：谁、何时、对谁的病历做了什么。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        rows = clinic.audit.rows(
            record_no, since=since, until=until, operator=operator, action=action, limit=limit
        )
        zone = clinic.clock.zone
    shown = [plain.audit_row(row, zone, front.messages) for row in rows]
    words = front.messages
    if front.json:
        write_json({"audit": shown})
    elif not shown:
        say(words.text("audit.none"))
    else:
        table(
            [words.text(f"audit.columns.{column}") for column in COLUMNS],
            [[row["words" if column == "action" else column] for column in COLUMNS] for row in shown],
        )


@app.command()
def verify(ctx: typer.Context) -> None:
    """核验整条审计记录；有改动、缺失时退出码为 1，并指出位置。"""
    front: Front = ctx.obj
    words = front.messages
    with front.clinic() as clinic:
        done = clinic.audit.verify()
        opening, zone = clinic.findings, clinic.clock.zone
    verdict = done.verdict
    whole = verdict.whole and not opening
    if front.json:
        write_json(
            {
                "whole": whole,
                "rows": verdict.rows,
                "rows_a_second": done.rows_a_second,
                "head": plain.audit_head(verdict.head),
                "findings": [
                    plain.finding(one, zone, words) for one in dict.fromkeys((*opening, *verdict.found))
                ],
                "breaks": [plain.finding(one, zone, words) for one in verdict.breaks],
            }
        )
    else:
        key = "audit.whole" if whole else "audit.not_whole"
        say(words.text(key, rows=verdict.rows, head=verdict.head.seq, rate=done.rows_a_second))
        for one in verdict.found:
            say(plain.finding_text(one, zone, words))
        if verdict.breaks:
            say(words.text("audit.breaks", count=len(verdict.breaks)))
        for one in verdict.breaks:
            at = plain.moment(from_stored(one.reported, zone))
            say(words.text("audit.noted", at=at, finding=plain.finding_text(one, zone, words)))
    if not whole:
        raise typer.Exit(1)


@app.command()
def export(
    ctx: typer.Context,
    out: Annotated[Path, typer.Option("--out", help="写到这个文件；已有的文件不会被覆盖")],
    record_no: RecordNo = "",
) -> None:
    """导出审计记录为 JSON 行，附链头与核验方法；导出本身也记一行。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        done = clinic.audit.export(out, record_no)
    if front.json:
        write_json({"file": str(done.file), "rows": done.rows, "head": plain.audit_head(done.head)})
        return
    say(front.messages.text("audit.exported", file=done.file, rows=done.rows, seq=done.head.seq))
    say(front.messages.text("audit.head", mac=done.head.mac.hex()))
