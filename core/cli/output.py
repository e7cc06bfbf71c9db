"""Where a command's answer goes: one JSON document, or sentences and tables for a person at a terminal.

Text of patients is set as it is: no markup is read out of it, and control characters never reach the terminal.
"""

import sys
from collections.abc import Collection, Iterable, Mapping, Sequence

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from core.base.text import one_line
from core.forms.exact_json import dump_json

NARROWEST = 100
"""Columns a table gets when nobody watches, as in a pipe or a file."""


def write_json(document: Mapping[str, object]) -> None:
    """The one document of a run with `--json`."""
    sys.stdout.buffer.write(dump_json(document).encode() + b"\n")
    sys.stdout.flush()


def say(text: str, *, to_error: bool = False) -> None:
    """One sentence."""
    _console(to_error=to_error).print(Text(_visible(text)), soft_wrap=True)


def table(
    headings: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    whole: Collection[int] = (),
    to_error: bool = False,
) -> None:
    """A table. A cell keeps to one paragraph whatever is in it; nothing stands for a value that is not there.

    Columns at the places `whole` are not broken, however narrow the others become: names that are typed again.
    """
    lines = [[one_line("" if cell is None else str(cell)) for cell in row] for row in rows]
    grid = Table(box=SIMPLE_HEAD, pad_edge=False)
    for place, heading in enumerate(headings):
        widest = max((cell_len(line[place]) for line in lines), default=0) if place in whole else None
        grid.add_column(heading, overflow="fold", min_width=widest, no_wrap=widest is not None)
    for line in lines:
        grid.add_row(*map(Text, line))
    _console(to_error=to_error).print(grid)


def _visible(text: str) -> str:
    return "\n".join(one_line(line) for line in text.split("\n"))


def _console(*, to_error: bool = False) -> Console:
    console = Console(file=sys.stderr if to_error else sys.stdout, highlight=False, emoji=False)
    if not console.is_terminal:
        console.width = max(console.width, NARROWEST)
    return console
