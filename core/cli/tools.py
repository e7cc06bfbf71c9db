"""`mingdao tool …`: which tools there are, and one call down the road.

What a tool answers goes to stdout. Its data, which no model sees, only with `--data`. A constraint that wants a person's yes is asked about
at a terminal and nowhere else, whatever stands on the line.
"""

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer

from core.base.errors import ClinicError
from core.cli.front import Front, read_text
from core.cli.output import say, table, write_json
from core.constraints.event import Event
from core.constraints.words import asked
from core.services.tools.tools import Answer, Call, Caller, Decision, People, Tool
from core.tools.words import told

app = typer.Typer(no_args_is_help=True, help="工具：列出、调用一次")

SOURCE = "cli"
YES = frozenset({"y", "yes"})


@app.command("list")
def list_tools(ctx: typer.Context) -> None:
    """列出领域包的工具；会装载各包的代码。"""
    front: Front = ctx.obj
    with front.clinic() as clinic:
        every, notices, words = clinic.tools.every(), clinic.tools.notices, front.messages
        if front.json:
            said = [
                {"code": one.code, "message": words.text(one.phrase.key, **one.phrase.params)}
                for one in notices
            ]
            write_json({"tools": [_tool(one) for one in every], "notices": said})
            return
        if not every:
            say(words.text("tools.none"))
        else:
            columns = [words.text(f"tools.columns.{name}") for name in ("name", "title", "kind")]
            kinds = {True: words.text("tools.reads"), False: words.text("tools.writes")}
            table(columns, [(one.name, one.title, kinds[one.read_only]) for one in every], whole={0})
        for one in notices:
            say(words.text(one.phrase.key, **one.phrase.params), to_error=True)


@app.command()
def call(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help="工具的全名（mingdao tool list）")],
    args: Annotated[Path | None, typer.Option("--args", help="参数文件（JSON 对象）；不写即没有参数")] = None,
    record_no: Annotated[str, typer.Option("--record-no", help="只为这位患者：参数写明别人即拒绝")] = "",
    yes: Annotated[bool, typer.Option("--yes", help="同意运行；领域约束要求确认的仍须在终端里回答")] = False,
    data: Annotated[bool, typer.Option("--data", help="同时输出结构化数据（从不交给模型）")] = False,
) -> None:
    """调用一次工具，与窗口、助手同一条路。没有做成即以 1 退出。"""
    front: Front = ctx.obj
    given = read_text(args) if args is not None else "{}"
    with front.clinic() as clinic:
        front.open_record(clinic, record_no)
        caller = Caller(SOURCE, patient=clinic.patients.show(record_no).record_no if record_no else "")
        answer = asyncio.run(clinic.tools.call(name, given, caller, _people(front, yes=yes)))
    if answer.stopped is not None:
        raise _stopped(answer, front)
    assert answer.result is not None  # noqa: S101 - else it was stopped
    if front.json:
        document: dict[str, object] = {"tool": name, "ok": answer.ok, "output": answer.result.output}
        write_json(document | ({"data": answer.result.data} if data else {}))
    else:
        if not answer.ok:
            say(front.messages.text("tools.failed", tool=name), to_error=True)
        say(answer.result.output)
        if data:
            write_json({"data": answer.result.data})
    if not answer.ok:
        raise typer.Exit(1)


def _people(front: Front, *, yes: bool) -> People:
    """Who can be asked: a person at a terminal, and whoever wrote the line."""
    at_terminal = sys.stdin.isatty() and not front.json

    async def may(one: Call, _decision: Decision) -> bool:
        return yes or (at_terminal and _said_yes(front.messages.text("tools.ask", tool=one.tool.name)))

    async def confirm(events: tuple[Event, ...]) -> bool:
        return _said_yes(front.messages.text("tools.confirm", question=asked(front.messages, events)))

    return People(permission=may, confirmation=confirm if at_terminal else None)


def _said_yes(question: str) -> bool:
    return str(typer.prompt(question, default="", show_default=False, err=True)).strip().lower() in YES


def _stopped(answer: Answer, front: Front) -> ClinicError:
    """The refusal, with what constraints said of it."""
    stopped = answer.stopped
    assert stopped is not None and stopped.error is not None  # noqa: S101, PT018 - every step that ends a call has its error
    if not stopped.events:
        return stopped.error
    if not front.json:
        say(told(front.messages, answer), to_error=True)
    constraints = [{**event.as_plain(), "missing": list(event.missing)} for event in stopped.events]
    return type(stopped.error)(
        stopped.error.code,
        details={**stopped.error.details, "constraints": constraints},
        **stopped.error.params,
    )


def _tool(one: Tool) -> dict[str, object]:
    return {
        "name": one.name,
        "title": one.title,
        "description": one.description,
        "pack": one.pack,
        "readOnly": one.read_only,
        "parameters": one.parameters,
    }
