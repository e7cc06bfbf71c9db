"""The command line of the window's program. It loads no Qt: what is wrong with the line is said before anything starts."""

from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from core.base.errors import UserError

HOME = "MINGDAO_HOME"


class Task(Enum):
    """What the program is started for."""

    WINDOW = ""
    HELP = "--help"
    VERSION = "--version"
    SELF_TEST = "--self-test"
    TOUR = "--tour"


@dataclass(frozen=True, slots=True)
class CommandLine:
    """What was asked for. `folder` is where a tour leaves its pictures."""

    task: Task = Task.WINDOW
    home: Path | None = None
    portable: Path | None = None
    folder: Path | None = None
    json: bool = False

    def settle(self, environ: MutableMapping[str, str]) -> None:
        """Before anything reads the environment: choose the home. A portable clinic leaves nothing elsewhere.

        Qt keeps the folders of its file dialog in the configuration, fontconfig its index in the cache.
        """
        if self.home:
            environ[HOME] = str(self.home)
        if self.portable:
            folder = self.portable.absolute()
            environ[HOME] = str(folder)
            environ["XDG_CACHE_HOME"] = str(folder / "cache")
            environ["XDG_CONFIG_HOME"] = str(folder / "config")


TASKS = {task.value: task for task in Task if task.value} | {"-h": Task.HELP}
FOLDERS: dict[str, Callable[[CommandLine, Path], CommandLine]] = {
    "--home": lambda line, folder: replace(line, home=folder),
    "--portable": lambda line, folder: replace(line, portable=folder),
    "--tour": lambda line, folder: replace(line, folder=folder),
}
SESSION = "-session"
"""A session manager starts again what ran before, and adds this and a name. There is nothing to restore by it."""


def read_command_line(arguments: Sequence[str]) -> CommandLine:
    """Read the arguments after the program's name. Raises `UserError` unknown_option, option_without_value, options_conflict."""
    line = CommandLine()
    waiting = list(arguments)
    while waiting:
        name, equals, value = waiting.pop(0).partition("=")
        if name == SESSION and not equals:
            del waiting[:1]
            continue
        if name not in TASKS and name not in FOLDERS and name != "--json":
            raise UserError("unknown_option", option=name)
        if equals and name not in FOLDERS:
            raise UserError("unknown_option", option=f"{name}=")
        if name in FOLDERS:
            if not equals:
                value = waiting.pop(0) if waiting and not waiting[0].startswith("-") else ""
            if not value.strip():
                raise UserError("option_without_value", option=name)
            line = FOLDERS[name](line, Path(value))
        if name in TASKS:
            if line.task not in {Task.WINDOW, TASKS[name]}:
                raise UserError("options_conflict", one=line.task.value, other=name)
            line = replace(line, task=TASKS[name])
        if name == "--json":
            line = replace(line, json=True)
    return _consistent(line)


def _consistent(line: CommandLine) -> CommandLine:
    if line.home and line.portable:
        raise UserError("options_conflict", one="--home", other="--portable")
    if line.json and line.task is not Task.SELF_TEST:
        raise UserError("options_conflict", one="--json", other=line.task.value or "mingdao-clinic")
    if line.task in {Task.SELF_TEST, Task.TOUR} and (line.home or line.portable):
        # Both work in a throw-away home, and never on a clinic that somebody named.
        raise UserError(
            "options_conflict", one="--home" if line.home else "--portable", other=line.task.value
        )
    return line
