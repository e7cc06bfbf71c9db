"""`mingdao visits`: the saved record as it is printed; amend it, void it, sign it, and see what became of it."""

from pathlib import Path
from typing import Annotated

import typer

from core.base.messages import Messages
from core.cli import plain
from core.cli.front import Front, read_text
from core.cli.output import say, write_json
from core.cli.second import with_second
from core.forms.layout import Line, LineKind
from core.services.red_lines.wording import noticed_words
from core.services.visits.amendments import AmendReason, VoidReason
from core.services.visits.records import (
    Record,
    Told,
    Versions,
    amended_words,
    line_words,
    minute,
    visit_label,
    void_words,
)
from core.services.visits.signing import Signed

app = typer.Typer(invoke_without_command=True, help="就诊记录：查看、更正、作废、签名、各版")

RecordNo = Annotated[str, typer.Option("--record-no", help="病历号")]
Visit = Annotated[int, typer.Option("--visit", help="就诊序号")]
Of = Annotated[int, typer.Option("--version", help="从哪一版改起；已有更新的版本时不保存")]
Note = Annotated[str, typer.Option("--note", help="说明；选 other 时必填")]
Second = Annotated[
    Path | None,
    typer.Option("--approver-passphrase-file", help="需要另一人同意时：同意者的口令文件；终端上会询问"),
]


@app.callback()
def show(
    ctx: typer.Context,
    record_no: RecordNo = "",
    visit: Annotated[int | None, typer.Option("--visit", help="只看这一次（就诊序号）")] = None,
) -> None:
    """查看一位患者的就诊记录。"""
    if ctx.invoked_subcommand is not None:
        return
    front: Front = ctx.obj
    with front.clinic() as clinic:
        front.open_record(clinic, record_no)
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


@app.command()
def amend(
    ctx: typer.Context,
    visit: Visit,
    answers: Annotated[Path, typer.Option("--answers", help="答案文件（JSON）：更正后的全部内容")],
    version: Of,
    reason: Annotated[str, typer.Option("--reason", help="、".join(AmendReason))],
    record_no: RecordNo = "",
    note: Note = "",
    second: Second = None,
) -> None:
    """更正一次就诊：保存为新的一版，原文保留。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        front.open_record(clinic, record_no)
        content = read_text(answers)
        done = with_second(
            front,
            second,
            lambda by: clinic.amendments.amend(
                record_no, visit, content, version=version, reason=reason, note=note, second=by
            ),
        )
        if front.json:
            write_json(
                {
                    "record_no": done.record_no,
                    "visit": done.visit,
                    "version": done.version,
                    "at": plain.moment(done.at),
                    "by": done.by,
                    "changes": done.changes,
                    "was_signed": done.was_signed,
                    "notices": [{"pack": event.pack, "id": event.id} for event in done.touched],
                }
            )
            return
        say(
            front.messages.text(
                "amend.done",
                record_no=done.record_no,
                visit=done.visit,
                version=done.version,
                changes=done.changes,
            )
        )
        if done.was_signed:
            say(front.messages.text("amend.sign_again"))
        if noticed := noticed_words(done.touched, front.messages):
            say(noticed, to_error=True)


@app.command()
def void(
    ctx: typer.Context,
    visit: Visit,
    reason: Annotated[str, typer.Option("--reason", help="、".join(VoidReason))],
    record_no: RecordNo = "",
    note: Note = "",
    second: Second = None,
) -> None:
    """作废一次就诊：记录保留可查，不再计入对比、趋势和次数。不能撤销，只能重新录入。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        front.open_record(clinic, record_no)
        done = with_second(
            front,
            second,
            lambda by: clinic.amendments.void(record_no, visit, reason=reason, note=note, second=by),
        )
        if front.json:
            write_json(
                {
                    "record_no": done.record_no,
                    "visit": done.visit,
                    "void": {
                        "at": plain.moment(done.at),
                        "by": done.by,
                        "reason": reason,
                        "note": note or None,
                    },
                }
            )
        else:
            say(front.messages.text("void.done", record_no=done.record_no, visit=done.visit))


@app.command()
def sign(
    ctx: typer.Context,
    visit: Visit,
    record_no: RecordNo = "",
    version: Annotated[
        int | None, typer.Option("--version", help="看过的那一版；已有更新的版本时不签")
    ] = None,
) -> None:
    """给一次就诊的最新一版签名定稿。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        front.open_record(clinic, record_no)
        signed = clinic.intake.sign(record_no, visit, version)
        if front.json:
            write_json(
                {
                    "record_no": signed.record_no,
                    "visit": signed.visit,
                    "version": signed.version,
                    "at": plain.moment(signed.at),
                    "by": signed.by,
                }
            )
        else:
            at = f"{signed.at:%H:%M}"
            say(front.messages.text("intake.signed", record_no=signed.record_no, by=signed.by, at=at))


@app.command()
def versions(ctx: typer.Context, visit: Visit, record_no: RecordNo = "") -> None:
    """列出一次就诊的各版：何时、何人、为何、改了什么。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        front.open_record(clinic, record_no)
        found = clinic.records.versions(record_no, visit)
        if front.json:
            every = [plain.version(found, one.number) for one in found.versions]
            write_json(
                {"record_no": record_no, "visit": visit, "void": plain.void(found.record), "versions": every}
            )
        else:
            say(versions_text(found, front.messages))


def versions_text(found: Versions, words: Messages) -> str:
    """Each version with what it changed, then the void if there is one."""
    said = []
    for one in found.versions:
        if one.number == 1:
            head = words.text("visit.saved", at=minute(one.at), by=one.by)
        else:
            head = amended_words(one.number, one, words)
        said += [
            f"{head}；{_signature(one.signed, words)}",
            *(_change(told, words) for told in found.changes(one.number)),
        ]
    if found.record.void:
        said.append(void_words(found.record.void, words))
    return "\n".join(said)


def record_text(record: Record, words: Messages) -> str:
    """The record of one visit as text: who, when, which form, what became of it, then its lines in the form's order."""
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
    became = [
        *([void_words(record.void, words)] if record.void else []),
        *([words.text("visit.entered_late", at=minute(record.saved_at))] if record.is_late else []),
        *([amended_words(record.version, record.amended, words)] if record.amended else []),
        *([_signature(record.signed, words)] if record.signed else []),
    ]
    return "\n".join((head, who, *became, *(_line(line, words) for line in record.lines)))


def _signature(signed: Signed | None, words: Messages) -> str:
    if signed is None:
        return words.text("visit.unsigned")
    said = words.text("visit.signed", at=minute(signed.at), by=signed.by)
    return said if signed.holds else f"{said}；{words.text('visit.signature_broken')}"


def _change(told: Told, words: Messages) -> str:
    before, after = (line_words(line, words) if line else "" for line in (told.before, told.now))
    none = words.text("amend.nothing")
    said = words.text(
        "amend.changed", label=" › ".join(told.path), before=before or none, after=after or none
    )
    return f"  {said}".replace("\n", "\n    ")


def _line(line: Line, words: Messages) -> str:
    indent = "  " * line.level
    label = f"{line.label} {line.row}" if line.row else line.label
    if line.kind is LineKind.HEADING:
        return f"{indent}【{label}】"
    if line.kind is LineKind.NOTE:
        return f"{indent}{label}"
    return f"{indent}{label}：{line_words(line, words)}".replace("\n", f"\n{indent}  ")
