"""`mingdao quarantine …`: the texts that were put aside."""

from typing import Annotated

import typer

from core.cli import plain
from core.cli.front import Front
from core.cli.output import say, table, write_json
from core.services.red_lines.quarantine import PutAside
from core.services.visits.records import minute

app = typer.Typer(no_args_is_help=True, help="另存的文字：因用词未予显示、未予存入的原文")


@app.command("list")
def list_quarantine(ctx: typer.Context) -> None:
    """列出另存的文字，不含原文。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        every = clinic.quarantine.every()
        if front.json:
            write_json({"quarantine": [_put_aside(one) for one in every]})
        elif not every:
            say(front.messages.text("quarantine.none"))
        else:
            names = ("number", "at", "by", "tool", "record_no", "constraints")
            table(
                [front.messages.text(f"quarantine.columns.{name}") for name in names],
                [
                    (one.number, minute(one.at), one.by, one.tool, one.record_no, "、".join(one.constraints))
                    for one in every
                ],
            )


@app.command("show")
def show_quarantine(
    ctx: typer.Context, number: Annotated[int, typer.Argument(help="编号（mingdao quarantine list）")]
) -> None:
    """查看一段另存的原文；会记入审计账本。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        listed = next((one for one in clinic.quarantine.every() if one.number == number), None)
        if listed is not None and listed.record_no:
            front.open_record(clinic, listed.record_no)
        found = clinic.quarantine.show(number)
        if front.json:
            write_json({"quarantine": _put_aside(found)})
            return
        heading = {"number": number, "at": minute(found.at), "by": found.by}
        say(front.messages.text("quarantine.heading", **heading, constraints="、".join(found.constraints)))
        say(found.text or "")


def _put_aside(one: PutAside) -> dict[str, object]:
    return {
        "number": one.number,
        "at": plain.moment(one.at),
        "by": one.by,
        "source": one.source,
        "tool": one.tool or None,
        "record_no": one.record_no,
        "constraints": list(one.constraints),
        **({"text": one.text} if one.text is not None else {}),
    }
