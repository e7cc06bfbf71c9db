"""`mingdao compare …`: two visits side by side, in four states, and the physician's override."""

from typing import Annotated

import typer

from core.base.messages import Messages
from core.cli import plain
from core.cli.front import Front
from core.cli.output import say, table, write_json
from core.forms.symptoms import GRADES
from core.packhost.api import Row, Side
from core.services.visits.compare import PAIR, Compared

app = typer.Typer(help="复诊对比：消失、减轻、无变化、加重，只陈述事实")

COLUMNS = ("symptom", "previous", "current", "state", "marker", "rule")

RecordNo = Annotated[str, typer.Option("--record-no", help="病历号")]
From = Annotated[int | None, typer.Option("--from", help="与哪一次比（就诊序号）；默认前一次")]


@app.callback(invoke_without_command=True)
def compare(
    ctx: typer.Context,
    record_no: RecordNo = "",
    base: From = None,
    to: Annotated[int | None, typer.Option("--to", help="哪一次（就诊序号）；默认最近一次")] = None,
) -> None:
    """对比同一患者的两次就诊。"""
    if ctx.invoked_subcommand is not None:
        return
    front: Front = ctx.obj
    with front.clinic() as clinic:
        front.open_record(clinic, record_no)
        _show(front, clinic.compare.visits(record_no, base, to))


@app.command()
def override(
    ctx: typer.Context,
    to: Annotated[int, typer.Option("--to", help="哪一次（就诊序号）")],
    symptom: Annotated[str, typer.Option("--symptom", help="症状")],
    reason: Annotated[str, typer.Option("--reason", help="理由")],
    record_no: RecordNo = "",
    state: Annotated[str, typer.Option("--state", help="消失、减轻、无变化、加重")] = "",
    marker: Annotated[
        str, typer.Option("--marker", help="新出现、再次出现、首次记录、需核对、不能比较、本次未记")
    ] = "",
    base: From = None,
) -> None:
    """医师改判一行，须写理由；计算结果原样留存。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        front.open_record(clinic, record_no)
        chosen = clinic.compare.override(
            record_no, to, symptom, state=state, marker=marker, reason=reason, base=base
        )
        _show(front, chosen)


def _show(front: Front, compared: Compared) -> None:
    if front.json:
        write_json(plain.compared(compared))
    else:
        show_comparison(compared, front.messages)


def show_comparison(compared: Compared, words: Messages) -> None:
    """The comparison as a table; a marker leaves the state column empty."""
    if compared.visits < PAIR:
        say(words.text("compare.too_few", visits=compared.visits))
        return
    say(words.text("compare.heading", rule=compared.rule_version))
    if compared.differs:
        say(words.text("compare.differs"))
    for symptom, chosen in compared.astray.items():
        verdict = chosen.state or chosen.marker
        say(
            words.text("compare.astray", symptom=symptom, verdict=verdict, reason=chosen.reason, by=chosen.by)
        )
    if not compared.rows:
        say(words.text("compare.no_rows"))
        return
    headings = {
        name: words.text(f"compare.columns.{name}", visit=visit, day=day)
        for name, visit, day in (
            ("previous", compared.base, compared.base_day),
            ("current", compared.to, compared.to_day),
        )
    }
    table(
        [headings.get(name) or words.text(f"compare.columns.{name}") for name in COLUMNS],
        [_cells(row, compared, words) for row in compared.rows],
    )
    say(words.text("compare.footing"))


def _cells(row: Row, compared: Compared, words: Messages) -> list[str]:
    state, marker = row.state, row.marker
    basis = words.text(f"rules.{row.rule}") if row.rule else words.text("compare.side_by_side")
    chosen = compared.chosen.get(row.key) if row.rule else None
    if chosen is not None:
        key = "compare.overridden_before" if chosen.outdated else "compare.overridden"
        basis = words.text(key, computed=state or marker, reason=chosen.reason, by=chosen.by)
        state, marker = chosen.state, chosen.marker
    return [
        row.symptom,
        _side(row.previous, compared.base, words),
        _side(row.current, compared.to, words),
        state or "",
        marker or "",
        basis,
    ]


def _side(side: Side | None, headed: int | None, words: Messages) -> str:
    """What a visit recorded, in one cell: 有 重 3 次/夜 “…”. The visit is named where it is not the column's."""
    if side is None:
        return words.text("compare.nothing")
    parts = [side.status.value] if side.status else []
    if side.grade is not None:
        parts.append(GRADES[side.grade])
    if side.count is not None:
        parts.append(side.count.text)
    if side.words:
        parts.append(f"“{side.words}”")
    if side.visit != headed:
        parts.append(words.text("compare.at", visit=side.visit, day=side.day))
    return " ".join(parts)
