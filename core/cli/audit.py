"""`mingdao audit …`: who did what to whose record; whether the trail is whole; a copy of it for those who ask."""

from datetime import tzinfo
from pathlib import Path
from typing import Annotated

import typer

from core.base.clock import from_stored
from core.base.messages import Messages
from core.cli import plain
from core.cli.front import Front
from core.cli.output import say, table, write_json
from core.cli.place import place
from core.ledger.findings import Kind
from core.services.trail.audit import LISTED, Agreement, Asked, AuditRow
from core.services.trail.words import (
    action_words,
    outcome_words,
    paper_words,
    reason_words,
    role_words,
    source_words,
)
from core.services.visits.records import minute

app = typer.Typer(no_args_is_help=True, help="审计记录：查看、核验、导出")

COLUMNS = ("seq", "at", "operator", "role", "source", "action", "record_no", "visit", "reason", "outcome")

RecordNo = Annotated[str, typer.Option("--record-no", help="只看这位患者（病历号）")]


@app.command(name="list")
def list_rows(
    ctx: typer.Context,
    record_no: RecordNo = "",
    since: Annotated[str, typer.Option("--since", help="从何时起，如 2026-11-01 或 2026-11-01T09:30")] = "",
    until: Annotated[str, typer.Option("--until", help="到何时止；只写日期时含当天")] = "",
    operator: Annotated[str, typer.Option("--operator", help="只看这位操作者")] = "",
    action: Annotated[str, typer.Option("--action", help="只看这种操作，如 record.read")] = "",
    reason: Annotated[
        str, typer.Option("--reason", help="只看以此事由查阅他人患者病历的；any 为任何事由")
    ] = "",
    refused: Annotated[bool, typer.Option("--refused", help="只看被拒的")] = False,
    reasoned: Annotated[bool, typer.Option("--with-reason", help="只看写明了事由的")] = False,
    limit: Annotated[int, typer.Option("--limit", help="最多多少行，最近的在前")] = LISTED,
) -> None:
    """查看审计记录：谁、何时、对谁的病历做了什么。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        rows = clinic.audit.rows(
            record_no,
            since=since,
            until=until,
            operator=operator,
            action=action,
            reason=reason,
            refused=refused,
            reasoned=reasoned,
            limit=limit,
        )
        zone = clinic.clock.zone
    words = front.messages
    if front.json:
        write_json({"audit": [plain.audit_row(row, zone, words) for row in rows]})
    elif not rows:
        say(words.text("audit.none"))
    else:
        table(
            [words.text(f"audit.columns.{column}") for column in COLUMNS],
            [[_cell(column, row, zone, words) for column in COLUMNS] for row in rows],
            whole={COLUMNS.index("at")},
        )


def _cell(column: str, row: AuditRow, zone: tzinfo, words: Messages) -> object:
    match column:
        case "at":
            return minute(from_stored(row.at, zone))
        case "action":
            return action_words(row.action, words)
        case "role":
            return role_words(row.role, words)
        case "source":
            return source_words(row.source, words)
        case "reason":
            return reason_words(row, words)
        case "outcome":
            return outcome_words(row.outcome, words)
        case _:
            return getattr(row, column)


@app.command()
def verify(ctx: typer.Context) -> None:
    """核验整条审计记录；有尚未记入的改动、缺失时退出码为 1，并指出位置；以往记入的照样列出。"""
    front: Front = ctx.obj
    words = front.messages
    with front.clinic() as clinic:
        done = clinic.audit.verify()
        store = clinic.health.examine()
        zone = clinic.clock.zone
    verdict = done.verdict
    whole = done.whole and store.is_sound
    if front.json:
        write_json(
            {
                "whole": whole,
                "rows": verdict.rows,
                "rows_a_second": done.rows_a_second,
                "head": plain.audit_head(verdict.head),
                "store": plain.examined(store),
                "findings": [plain.finding(one, zone, words) for one in done.findings],
                "breaks": [plain.finding(one, zone, words) for one in verdict.breaks],
            }
        )
    else:
        noted = any(one.kind is not Kind.RESTORED for one in verdict.breaks)
        key = "not_whole" if not done.whole else "whole_since" if noted else "whole"
        say(words.text(f"audit.{key}", rows=verdict.rows, head=verdict.head.seq, rate=done.rows_a_second))
        for line in plain.examined_text(store, words):
            say(line)
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
    out: Annotated[
        Path,
        typer.Option("--out", parser=place, metavar="PATH", help="写到这个文件；已有的文件不会被覆盖"),
    ],
    record_no: RecordNo = "",
    since: Annotated[str, typer.Option("--since", help="从何时起，如 2026-11-01")] = "",
    until: Annotated[str, typer.Option("--until", help="到何时止；只写日期时含当天")] = "",
    operator: Annotated[str, typer.Option("--operator", help="只要这位操作者的")] = "",
    action: Annotated[str, typer.Option("--action", help="只要这种操作，如 record.read")] = "",
) -> None:
    """导出审计记录为 JSON 行，附链头与核验方法；导出本身也记一行。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        done = clinic.audit.export(out, Asked(record_no, since, until, operator, action))
    if front.json:
        write_json(
            {
                "file": str(done.file),
                "rows": done.rows,
                "head": plain.audit_head(done.head),
                "line": done.paper_line,
            }
        )
        return
    say(front.messages.text("audit.exported", file=done.file, rows=done.rows, seq=done.head.seq))
    say(front.messages.text("audit.head", line=done.paper_line))


@app.command()
def head(
    ctx: typer.Context,
    check: Annotated[
        str, typer.Option("--check", help="核对以前抄在纸上的一行，如 '#1284 A1B2-C3D4-E5F6-0718'")
    ] = "",
) -> None:
    """链头，短到可以抄在纸上；--check 用纸上的一行核对审计记录，不符时退出码为 1。"""
    front: Front = ctx.obj
    words = front.messages
    with front.clinic() as clinic:
        if not check:
            line = clinic.audit.paper_line()
            if front.json:
                write_json({"line": line})
            else:
                say(line)
            return
        done = clinic.audit.against_paper(check)
    said = paper_words(done, words)
    if front.json:
        write_json({"agreement": done.agreement.value, "seq": done.seq, "message": said})
    else:
        say(said)
    if done.agreement is not Agreement.HOLDS:
        raise typer.Exit(1)
