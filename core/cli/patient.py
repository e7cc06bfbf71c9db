"""`mingdao patient …`: register, find, show, edit."""

from collections.abc import Sequence
from typing import Annotated

import typer

from core.base.birth import age_text
from core.base.messages import Messages
from core.base.rights import Right
from core.cli import plain
from core.cli.front import Front
from core.cli.output import say, table, write_json
from core.cli.visits import record_text
from core.kernel import Kernel
from core.services.patients.patients import Asked, Candidate, Found, Given, Patient, Registered
from core.services.visits.records import Context, visit_label

app = typer.Typer(no_args_is_help=True, help="患者：登记、查找、查看、修改")

RecordNo = Annotated[str, typer.Option("--record-no", help="病历号，如 P001")]
Name = Annotated[str | None, typer.Option("--name", help="姓名")]
Sex = Annotated[str | None, typer.Option("--sex", help="男 或 女")]
Birth = Annotated[
    str | None, typer.Option("--birth", help="出生：1985-03-02、1985年3月、1985，或年龄 35岁、8个月")
]
Phone = Annotated[str | None, typer.Option("--phone", help="电话")]
Card = Annotated[str | None, typer.Option("--id-card", help="身份证号")]


@app.command()
def add(
    ctx: typer.Context,
    name: Name = None,
    sex: Sex = None,
    birth: Birth = None,
    phone: Phone = None,
    id_card: Card = None,
    override_reason: Annotated[str, typer.Option("--override-reason", help="确为另一人时，写明理由")] = "",
) -> None:
    """登记患者，给出下一个病历号。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        given = Given(name or "", sex or "", birth, phone, id_card)
        _show_registered(front, clinic.patients.register(given, override_reason), "patient.added")


@app.command()
def find(
    ctx: typer.Context,
    query: Annotated[str, typer.Argument(help="姓名、拼音、首字母、病历号或电话尾号")] = "",
    record_no: RecordNo = "",
    name: Name = None,
    birth: Birth = None,
    sex: Sex = None,
    phone: Phone = None,
) -> None:
    """查找：是谁？多人符合时列出候选，从不代选。"""
    front: Front = ctx.obj
    asked = Asked(query, record_no, name or "", birth or "", sex or "", phone or "")
    with front.clinic() as clinic:
        found = clinic.patients.find(asked)
        if found.patient is not None and clinic.could(Right.CLINICAL_READ):
            front.open_record(clinic, found.patient.record_no)
        if front.json:
            write_json(_found(found, clinic, front.messages))
            return
        say(front.messages.text(f"reason.{found.reason}"))
        if found.candidates:
            table_of_candidates(front, found.candidates)
        say(front.messages.text(f"next.{found.outcome}"))
        if found.patient is not None:
            _say_visit_to_come(front, clinic, found.patient)


@app.command()
def show(ctx: typer.Context, record_no: RecordNo = "") -> None:
    """查看一位患者的登记。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        patient = clinic.patients.show(record_no)
        if front.json:
            write_json({"patient": plain.patient(patient)})
        else:
            _table_of_patient(front, patient)


@app.command()
def edit(
    ctx: typer.Context,
    record_no: RecordNo = "",
    name: Name = None,
    sex: Sex = None,
    birth: Birth = None,
    phone: Phone = None,
    id_card: Card = None,
) -> None:
    """修改登记；可选项给空值即清除。已存病历不变，原登记留存。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        changed = clinic.patients.edit(record_no, Given(name, sex, birth, phone, id_card))
        _show_registered(front, changed, "patient.edited")


def _show_registered(front: Front, done: Registered, key: str) -> None:
    words = front.messages
    warnings = [{"code": code, "message": words.text(f"warnings.{code}")} for code in done.warnings]
    if front.json:
        write_json(
            {
                "patient": plain.patient(done.patient),
                "warnings": warnings,
                "alike": [plain.candidate(one, words) for one in done.alike],
            }
        )
        return
    say(words.text(key, record_no=done.patient.record_no))
    _table_of_patient(front, done.patient)
    for warning in warnings:
        say(warning["message"])
    if done.alike:
        say(words.text("patient.alike"))
        table_of_candidates(front, done.alike)


def _found(found: Found, clinic: Kernel, words: Messages) -> dict[str, object]:
    document: dict[str, object] = {
        "outcome": found.outcome.value,
        "reason": words.text(f"reason.{found.reason}"),
        "reason_code": str(found.reason),
        "patient": plain.patient(found.patient) if found.patient else None,
        "candidates": [plain.candidate(one, words) for one in found.candidates],
    }
    if found.patient is not None:
        withheld = _withheld(clinic, found.patient)
        context = Context(found.patient.visits + 1, None)
        if withheld:
            document["withheld"] = withheld
        else:
            context = clinic.records.context(found.patient.record_no)
        document["next_visit"] = {
            "visit": context.next_place,
            "label": visit_label(context.next_place, words),
        }
        last = context.last
        document["last_record"] = (
            {**plain.record(last, words), "text": record_text(last, words)} if last else None
        )
    return document


def _say_visit_to_come(front: Front, clinic: Kernel, patient: Patient) -> None:
    words = front.messages
    withheld = _withheld(clinic, patient)
    if withheld:
        say(words.text(f"patient.withheld.{withheld}"))
        return
    context = clinic.records.context(patient.record_no)
    say(words.text("patient.visit_to_come", label=visit_label(context.next_place, words)))
    if context.last is not None:
        say(words.text("patient.last_record"))
        say(record_text(context.last, words))


def _withheld(clinic: Kernel, patient: Patient) -> str:
    """Why somebody who was found is shown without the last record: the role may not read it, or a reason is asked first."""
    if not clinic.could(Right.CLINICAL_READ):
        return "not_allowed"
    return "reason_needed" if clinic.records.needs_reason(patient.record_no) else ""


def _table_of_patient(front: Front, patient: Patient) -> None:
    words = front.messages
    fields = {**plain.patient(patient), "birth": _birth(front, patient)}
    del fields["birth_estimated"]
    table(
        [words.text("patient.field"), words.text("patient.value")],
        [
            (words.text(f"patient.fields.{key}"), words.text("patient.none") if value is None else value)
            for key, value in fields.items()
        ],
    )


def table_of_candidates(front: Front, candidates: Sequence[Candidate], *, to_error: bool = False) -> None:
    """The picker of the command line: enough to tell people of one name apart."""
    words = front.messages
    columns = ("record_no", "name", "sex", "birth", "phone_tail", "last_visit", "chief_complaint", "why")
    rows = [{**plain.candidate(one, words), "birth": _birth(front, one.patient)} for one in candidates]
    table(
        [words.text(f"patient.fields.{column}") for column in columns],
        [[row[column] or words.text("patient.none") for column in columns] for row in rows],
        to_error=to_error,
    )


def _birth(front: Front, patient: Patient) -> str | None:
    """The birth with the age it makes; an estimated one says so."""
    birth = patient.details.birth
    if birth is None:
        return None
    key = "patient.birth_estimated" if birth.estimated else "patient.birth"
    return front.messages.text(key, birth=birth.text, age=age_text(birth, front.today))
