"""`mingdao-clinic`, and `python -m desktop`."""

import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from core.base.errors import UserError
from core.base.reader import while_read
from desktop.app import show_tour, start
from desktop.start.command_line import Task, read_command_line
from desktop.start.words import words_here

MISUSED = 2
"""The exit code for a command line that cannot be read."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Start the program; the result is the exit code."""
    _have_output()
    return while_read(partial(_carried_out, sys.argv[1:] if arguments is None else arguments))


def _carried_out(arguments: Sequence[str]) -> int:
    try:
        line = read_command_line(arguments)
    except UserError as error:
        sys.stderr.write("\n".join(words_here().error(error)) + "\n")
        return MISUSED
    line.settle(os.environ)
    match line.task:
        case Task.HELP:
            sys.stdout.write(words_here().text("options.help") + "\n")
            return 0
        case Task.VERSION:
            from core.services.program import Program

            sys.stdout.write(Program.here().line(words_here()) + "\n")
            return 0
        case Task.SELF_TEST:
            from desktop.self_test.run import self_test

            return self_test(as_json=line.json)
        case Task.TOUR:
            return show_tour((line.folder or Path()).absolute())
        case Task.WINDOW:
            return start(keyring=line.portable is None)


def _have_output() -> None:
    """On Windows a program without a console has nowhere to write to; what is said there goes nowhere, and is no fault."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - for as long as the program runs


if __name__ == "__main__":
    sys.exit(main())
