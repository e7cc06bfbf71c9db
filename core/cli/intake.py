"""`mingdao intake …`: save a visit, keep a draft."""

from pathlib import Path
from typing import Annotated

import typer

from core.base.errors import UserError
from core.cli import plain
from core.cli.front import Front, read_text
from core.cli.output import say, table, write_json
from core.forms.answers import parse_answers_json
from core.kernel import Kernel
from core.services.red_lines.wording import noticed_words
from core.services.visits.amendments import KeptAmendment
from core.services.visits.intake import KeptDraft
from core.services.visits.records import minute, visit_label

app = typer.Typer(no_args_is_help=True, help="问诊：保存就诊、草稿、词汇提示")
draft = typer.Typer(no_args_is_help=True, help="草稿：不完整也保存，从不算作就诊")
app.add_typer(draft, name="draft")

RecordNo = Annotated[str, typer.Option("--record-no", help="已确认的病历号")]
Form = Annotated[str, typer.Option("--form", help="表单名，如 shiwen、menzhen（mingdao forms list）")]
OfVisit = Annotated[int | None, typer.Option("--visit", help="更正这次就诊（序号）时留下的草稿")]
Answers = Annotated[Path, typer.Option("--answers", help="答案文件（JSON）")]


@app.command()
def save(
    ctx: typer.Context,
    form: Form,
    answers: Answers,
    record_no: RecordNo = "",
    visited_at: Annotated[
        str, typer.Option("--visited-at", help="就诊时间（ISO 8601）；不写时区即诊所时区，不可晚于现在")
    ] = "",
) -> None:
    """保存一次就诊。缺项时不保存，所填内容留作草稿。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        front.open_record(clinic, record_no)
        saved = clinic.intake.save(record_no, form, read_text(answers), visited_at)
        label = visit_label(saved.place, front.messages)
        if front.json:
            write_json(
                {
                    "record_no": saved.record_no,
                    "visit": saved.number,
                    "label": label,
                    "visited_at": plain.moment(saved.visited_at),
                    "notices": [{"pack": event.pack, "id": event.id} for event in saved.touched],
                }
            )
        else:
            say(
                front.messages.text(
                    "intake.saved",
                    record_no=saved.record_no,
                    label=label,
                    visited_at=saved.visited_at.strftime("%Y-%m-%d %H:%M"),
                )
            )
            noticed = noticed_words(saved.touched, front.messages)
            if noticed:
                say(noticed, to_error=True)


@draft.command("save")
def draft_save(ctx: typer.Context, form: Form, answers: Answers, record_no: RecordNo = "") -> None:
    """把所填内容存为草稿，替换同一表单的上一份。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        front.open_record(clinic, record_no)
        kept = clinic.intake.save_draft(record_no, form, read_text(answers))
        if front.json:
            write_json({"draft": _draft(kept)})
        else:
            say(front.messages.text("draft.saved", form=kept.form, saved_at=kept.saved_at.strftime("%H:%M")))


@draft.command("show")
def draft_show(
    ctx: typer.Context,
    record_no: RecordNo = "",
    form: Annotated[str, typer.Option("--form", help="只看这份表单")] = "",
    visit: OfVisit = None,
) -> None:
    """查看草稿，内容与所填一字不差。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        front.open_record(clinic, record_no)
        if visit is not None:
            found = _amendment(clinic, record_no, visit)
            if front.json:
                write_json({"drafts": [_amendment_draft(record_no, found)]})
            else:
                _say_amendment(front, found)
            return
        name = clinic.forms.named(form).slug if form else ""
        kept = [one for one in clinic.intake.drafts(record_no) if not name or one.form == name]
        amending = () if form else clinic.amendments.drafts(record_no)
        if front.json:
            listed = [*map(_draft, kept), *(_amendment_draft(record_no, one) for one in amending)]
            write_json({"drafts": listed})
            return
        if not kept and not amending:
            say(front.messages.text("draft.none"))
        for one in kept:
            say(front.messages.text("draft.heading", form=one.form, saved_at=minute(one.saved_at)))
            say(one.content)
        for amendment in amending:
            _say_amendment(front, amendment)


@draft.command("discard")
def draft_discard(
    ctx: typer.Context,
    form: Annotated[str, typer.Option("--form", help="丢弃这份表单的草稿")] = "",
    record_no: RecordNo = "",
    visit: OfVisit = None,
) -> None:
    """丢弃一份草稿。"""
    front: Front = ctx.obj
    if bool(form) == (visit is not None):
        raise UserError("draft_unnamed")
    with front.clinic() as clinic:
        front.open_record(clinic, record_no)
        if visit is not None:
            _amendment(clinic, record_no, visit)
            clinic.amendments.discard_draft(record_no, visit)
            if front.json:
                write_json({"discarded": {"record_no": record_no, "visit": visit}})
            else:
                say(front.messages.text("draft.amendment_discarded", record_no=record_no, visit=visit))
            return
        clinic.intake.discard_draft(record_no, form)
        if front.json:
            write_json({"discarded": {"record_no": record_no, "form": form}})
        else:
            say(front.messages.text("draft.discarded", form=form))


@app.command()
def suggest(ctx: typer.Context, typed: Annotated[str, typer.Argument(help="汉字、拼音或首字母")]) -> None:
    """按词汇表提示症状用词；只提示，从不代改。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        offered = clinic.intake.suggest(typed)
        if front.json:
            write_json(
                {
                    "suggestions": [
                        {"term": one.term, "axis": one.axis, "alias": one.alias, "caution": one.caution}
                        for one in offered
                    ]
                }
            )
        elif not offered:
            say(front.messages.text("intake.no_suggestion"))
        else:
            headings = [
                front.messages.text(f"intake.columns.{name}") for name in ("term", "alias", "caution")
            ]
            table(headings, [(one.term, one.alias, one.caution) for one in offered])


def _amendment(clinic: Kernel, record_no: str, visit: int) -> KeptAmendment:
    kept = clinic.amendments.draft(record_no, visit)
    if kept is None:
        raise UserError("no_amendment_draft", record_no=record_no, visit=visit)
    return kept


def _say_amendment(front: Front, kept: KeptAmendment) -> None:
    heading = {"visit": kept.visit, "version": kept.version, "saved_at": minute(kept.saved_at)}
    say(front.messages.text("draft.amendment_heading", **heading))
    say(kept.content)


def _amendment_draft(record_no: str, kept: KeptAmendment) -> dict[str, object]:
    return {
        "record_no": record_no,
        "visit": kept.visit,
        "version": kept.version,
        "saved_at": plain.moment(kept.saved_at),
        "saved_by": kept.saved_by,
        "content": kept.content,
        **parse_answers_json(kept.content),
    }


def _draft(kept: KeptDraft) -> dict[str, object]:
    return {
        "record_no": kept.record_no,
        "form": kept.form,
        "saved_at": plain.moment(kept.saved_at),
        "saved_by": kept.saved_by,
        "content": kept.content,
        **parse_answers_json(kept.content),
    }
