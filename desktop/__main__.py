"""`mingdao-clinic`, and `python -m desktop`."""

import os
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from core.base.errors import UserError
from core.base.messages import Messages
from desktop.app import show_tour, start
from desktop.start.command_line import Task, read_command_line

MISUSED = 2
"""The exit code for a command line that cannot be read."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Start the program; the result is the exit code."""
    try:
        line = read_command_line(sys.argv[1:] if arguments is None else arguments)
    except UserError as error:
        sys.stderr.write("\n".join(Messages().error(error)) + "\n")
        return MISUSED
    match line.task:
        case Task.HELP:
            sys.stdout.write(Messages().text("options.help") + "\n")
            return 0
        case Task.VERSION:
            sys.stdout.write(f"mingdao-clinic {version('mingdao-clinic')}\n")
            return 0
        case Task.SELF_TEST:
            from desktop.self_test.run import self_test

            return self_test(as_json=line.json)
        case Task.TOUR:
            return show_tour(line.folder or Path())
        case Task.WINDOW:
            line.settle(os.environ)
            return start(keyring=line.portable is None)


if __name__ == "__main__":
    sys.exit(main())
