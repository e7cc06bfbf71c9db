"""`mingdao visits`: the saved record, as it is printed."""

from typing import Annotated

import typer

from core.base.messages import Messages
from core.cli import plain
from core.cli.front import Front
from core.cli.output import say, write_json
from core.forms.layout import Line, LineKind
from core.services.records import Record, visit_label


def visits(
    ctx: typer.Context,
    record_no: Annotated[str, typer.Option("--record-no", help="病历号")] = "",
    visit: Annotated[int | None, typer.Option("--visit", help="只看这一次（就诊序号）")] = None,
) -> None:
    """打印一位患者的就诊记录。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        records = clinic.records.of_patient(record_no, visit)
        if front.json:
            write_json({"visits": [plain.record(record, front.messages) for record in records]})
            return
        if not records:
            say(front.messages.text("visit.none"))
        elif clinic.settings.clinic_name:
            say(clinic.settings.clinic_name)
        for record in records:
            say(record_text(record, front.messages))


def record_text(record: Record, words: Messages) -> str:
    """The record of one visit as text: who, when, which form, then its lines in the form's order."""
    subject = record.subject
    head = words.text(
        "visit.heading",
        label=visit_label(record.place, words),
        visit=record.number,
        visited_at=record.visited_at.strftime("%Y-%m-%d %H:%M"),
        form=record.form.title,
    )
    who = words.text(
        "visit.subject",
        record_no=record.record_no,
        name=subject.get("name") or "",
        sex=subject.get("sex") or "",
        birth=subject.get("birth") or words.text("patient.none"),
        by=record.saved_by,
    )
    return "\n".join((head, who, *(_line(line, words) for line in record.lines)))


def _line(line: Line, words: Messages) -> str:
    indent = "  " * line.level
    label = f"{line.label} {line.row}" if line.row else line.label
    if line.kind is LineKind.HEADING:
        return f"{indent}【{label}】"
    if line.kind is LineKind.NOTE:
        return f"{indent}{label}"
    if line.kind in {LineKind.YES, LineKind.NO}:
        return f"{indent}{label}：{words.text(f'visit.{line.kind}')}"
    text = line.text.replace("\n", f"\n{indent}  ")
    if line.carried:
        text = words.text("visit.carried", text=text, day=line.carried)
    return f"{indent}{label}：{text}"
