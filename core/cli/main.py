"""`mingdao`: the commands, and the one place where a failure becomes words.

Exit codes: 0 done; 1 refused or failed, with what happened and what to do next; 2 the command line itself cannot be read. With
`--json` stdout carries one document whatever happens, and the codes are the same.
"""

import io
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import Annotated

import typer
from typer._click.core import Command  # typer has no public names for these
from typer._click.exceptions import NoArgsIsHelpError, UsageError
from typer.core import TyperGroup

from core.base.errors import ClinicError, UserError
from core.base.fault import causes_of
from core.base.log import logged, note
from core.base.paths import Home
from core.base.process import leave_no_core
from core.base.reader import while_read
from core.base.rights import Reason, Role
from core.base.space import trouble_of
from core.cli import (
    audit,
    backup,
    compare,
    cost,
    forms,
    intake,
    key,
    keys,
    model,
    net,
    operators,
    packs,
    patient,
    plain,
    policy,
    price,
    quarantine,
    settings,
    tools,
    update,
    visits,
)
from core.cli.demo import demo
from core.cli.front import Front, hoisted
from core.cli.help_page import lay_out
from core.cli.init import init
from core.cli.output import say, write_json
from core.cli.rescue import rescue
from core.cli.usage import usage_words
from core.cli.verify_install import licences, verify_install
from core.forms.exact_json import has_lone_surrogate
from core.installation.start_check import start_check
from core.services.patients.patients import Candidate
from core.store.keys import NoVault

PROGRAM = "mingdao"

UNREADABLE = 2
"""The exit code for a line that is no command."""

ABOUT_ITSELF = {"verify-install", "licences", "update"}
"""Commands for a program that is not whole, too. Those of `update` that open a clinic look at the program's files themselves."""

app = typer.Typer(
    name=PROGRAM, no_args_is_help=True, add_completion=False, help="明道诊所：不带窗口的主要功能"
)
app.command()(init)
app.add_typer(keys.app, name="keys")
app.add_typer(patient.app, name="patient")
app.add_typer(intake.app, name="intake")
app.add_typer(visits.app, name="visits")
app.add_typer(compare.app, name="compare")
app.add_typer(forms.app, name="forms")
app.add_typer(audit.app, name="audit")
app.add_typer(backup.app, name="backup")
app.command()(rescue)
app.add_typer(operators.app, name="operators")
app.add_typer(settings.app, name="settings")
app.add_typer(packs.app, name="pack")
app.add_typer(packs.constraints, name="constraint")
app.add_typer(tools.app, name="tool")
app.add_typer(quarantine.app, name="quarantine")
app.add_typer(model.app, name="model")
app.add_typer(key.app, name="key")
app.add_typer(policy.app, name="policy")
app.add_typer(net.app, name="net")
app.command()(operators.whoami)
app.add_typer(cost.app, name="cost")
app.add_typer(price.app, name="price")
app.add_typer(update.app, name="update")
app.command()(demo)
app.command()(verify_install)
app.command()(licences)


def _version(ctx: typer.Context, *, wanted: bool) -> None:
    if wanted:
        from core.services.program import Program

        check = start_check()
        if check is not None:
            check.stop()
        program, front = Program.here(), ctx.obj
        home = ctx.params.get("home") or ctx.params.get("portable")
        if home is not None:
            front.home = Home.at(home)
        with suppress(ClinicError, OSError):
            front.speak()
        if front.json:
            write_json(program.plain())
        else:
            say(program.line(front.messages, PROGRAM))
        raise typer.Exit


@app.callback()
def options(
    ctx: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help="只输出一个 JSON 文档；可写在任何位置")] = False,
    passphrase_file: Annotated[
        Path | None,
        typer.Option("--passphrase-file", help="口令文件；也可用环境变量 MINGDAO_PASSPHRASE_FILE"),
    ] = None,
    recovery_file: Annotated[
        Path | None, typer.Option("--recovery-file", help="恢复码文件：用恢复码打开诊所")
    ] = None,
    home: Annotated[
        Path | None, typer.Option("--home", is_eager=True, help="数据目录；也可用环境变量 MINGDAO_HOME")
    ] = None,
    portable: Annotated[
        Path | None,
        typer.Option(
            "--portable", is_eager=True, help="数据目录，不用系统密钥环：诊所都在这个目录里，适合移动硬盘"
        ),
    ] = None,
    role: Annotated[
        Role | None, typer.Option("--as", help="只以这个身份操作；不写时以所持、有此权限的身份")
    ] = None,
    open_reason: Annotated[
        Reason | None, typer.Option("--open-reason", help="查阅他人患者病历的事由；打开病历的命令用")
    ] = None,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="版本、平台，是安装的还是从源代码运行，签名与每个文件如何",
            callback=_version,
            is_eager=True,
        ),
    ] = False,
) -> None:
    """Options of the whole program."""
    front: Front = ctx.obj
    front.role, front.open_reason = role, open_reason
    if home is not None and portable is not None:
        raise UserError("options_conflict", one="--home", other="--portable")
    if portable is not None:
        home, front.vault = portable, NoVault()
    front.settle(as_json=as_json, passphrase_file=passphrase_file, recovery_file=recovery_file, home=home)
    check = start_check()
    if check is None:
        return
    if ctx.invoked_subcommand in ABOUT_ITSELF:
        check.stop()
    elif check.wait() and check.refusal:
        raise check.refusal


def run(arguments: Sequence[str] | None = None) -> None:
    """The entry point. Leaves with the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A name that the terminal's encoding does not know must not end a command whose work is done.
            stream.reconfigure(errors="backslashreplace")
    leave_no_core()
    start_check()  # in a thread of its own, while the command line is read
    with logged():
        code = main(sys.argv[1:] if arguments is None else arguments)
    sys.exit(code)


def main(arguments: Sequence[str], front: Front | None = None) -> int:
    """Run one command; returns the exit code. Tests hand in a front with a vault of their own."""
    as_json = "--json" in takewhile(lambda argument: argument != "--", arguments)
    return while_read(lambda: _carried_out(arguments, front, as_json=as_json))


def _carried_out(arguments: Sequence[str], front: Front | None, *, as_json: bool) -> int:
    try:
        front = front or Front()
    except ClinicError as error:
        return _failed(error, Front(json=as_json, home=Home(Path())))
    front.json = as_json
    if any(map(has_lone_surrogate, arguments)):
        return _failed(UserError("argument_unreadable"), front)
    lay_out()
    command = typer.main.get_command(app)
    if front.json:
        _without_pages(command)
    try:
        code = command.main(hoisted(arguments), prog_name=PROGRAM, standalone_mode=False, obj=front)
    except ClinicError as error:
        return _failed(error, front)
    except UsageError as error:
        return _misused(error, front)
    except (typer.Abort, KeyboardInterrupt):
        return _failed(ClinicError("interrupted"), front)
    except BrokenPipeError:
        raise  # whoever read the output has gone, as in `mingdao … | head`
    except OSError as error:
        return _failed(trouble_of(error), front)
    except Exception as error:  # noqa: BLE001 - the edge: whatever is left is a fault of this program
        return _fault(error, front)
    return code if isinstance(code, int) else 0


def _without_pages(command: Command) -> None:
    """A group of commands that stands alone is refused like any line that is no command: its help page is no document."""
    if isinstance(command, TyperGroup):
        command.no_args_is_help = False
        for one in command.commands.values():
            _without_pages(one)


def _failed(error: ClinicError, front: Front, code: int = 1) -> int:
    if front.json:
        write_json(plain.error(error, front.messages, said=front.said(error)))
        return code
    message, hint = front.said(error)
    say(message, to_error=True)
    problems = [entry for entry in error.details.get("problems", ()) if isinstance(entry, dict)]
    for entry in problems:
        say(f"  {entry['where']}：{plain.problem(entry, front.messages)}", to_error=True)
    people = [entry for entry in error.details.get("candidates", ()) if isinstance(entry, Candidate)]
    if people:
        patient.table_of_candidates(front, people, to_error=True)
    say(hint, to_error=True)
    return code


def _misused(error: UsageError, front: Front) -> int:
    if isinstance(error, NoArgsIsHelpError) and not front.json:
        error.show()
        return UNREADABLE
    # The options of the whole program may not have been read by then.
    with suppress(ClinicError, OSError):
        front.speak()
    command = error.ctx.command_path if error.ctx else PROGRAM
    reason = usage_words(error, front.messages)
    return _failed(ClinicError("usage", reason=reason, command=command), front, UNREADABLE)


def _fault(error: Exception, front: Front) -> int:
    """Say where it happened. The text of the exception stays out: it may hold a patient's words."""
    note("\n".join(line for cause in causes_of(error) for line in ("fault", *cause.lines)))
    last = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(last.filename).name}:{last.lineno}"
    return _failed(ClinicError("internal", kind=type(error).__name__, place=place), front)
