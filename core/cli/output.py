"""Where a command's answer goes: one JSON document, or sentences and tables for a person at a terminal.

Text of patients is set as it is: no markup is read out of it, and control characters never reach the terminal.
"""

import re
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

BETWEEN = 2
"""Columns between two cells, and at both edges together."""

WIDE = "\u2e80"
"""Where the characters begin that take two columns, and after each of which a line may be broken."""

_WORDS = re.compile(rf"[^\s{WIDE}-\U0010ffff]+|[{WIDE}-\U0010ffff]+")
_LONGEST = {True: 20, False: 8}
"""An address, a sentence: what is longer than a word, or than a name in Chinese, may be broken."""


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

    Columns at the places `whole` are not broken, however narrow the others become: names that are typed again. In the others lines are
    broken between words. Where there is no room even for that, each row stands as lines of its own, without what is not there.
    """
    lines = [[one_line("" if cell is None else str(cell)) for cell in row] for row in rows]
    console = _console(to_error=to_error)
    columns = [(heading, *(line[place] for line in lines)) for place, heading in enumerate(headings)]
    wanted = [max(map(cell_len, column)) for column in columns]
    least = [
        width if place in whole else max(map(_least, column))
        for place, (width, column) in enumerate(zip(wanted, columns, strict=True))
    ]
    room = console.width - BETWEEN * len(headings)
    if sum(least) > room:
        _row_by_row(console, headings, lines)
        return
    # As wide as they want up to a limit that is the same for all.
    widths = next(
        tried
        for limit in range(room, -1, -1)
        if sum(tried := [max(one, min(width, limit)) for one, width in zip(least, wanted, strict=True)])
        <= room
    )
    grid = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for place, (heading, width) in enumerate(zip(headings, widths, strict=True)):
        grid.add_column(heading, overflow="fold", width=width, no_wrap=place in whole)
    for line in lines:
        grid.add_row(*map(Text, line))
    console.print(grid)


def _row_by_row(console: Console, headings: Sequence[str], lines: Sequence[Sequence[str]]) -> None:
    for line in lines:
        grid = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1, 0, 1))
        grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        for heading, cell in zip(headings, line, strict=True):
            if cell:
                grid.add_row(Text(heading), Text(cell))
        console.print()
        console.print(grid)


def _least(text: str) -> int:
    """Columns that a text needs so that no word of it is broken but one that is longer than any word is. Chinese has no spaces."""
    return max((min(cell_len(word), _LONGEST[word[0] < WIDE]) for word in _WORDS.findall(text)), default=0)


def _visible(text: str) -> str:
    return "\n".join(one_line(line) for line in text.split("\n"))


def _console(*, to_error: bool = False) -> Console:
    console = Console(file=sys.stderr if to_error else sys.stdout, highlight=False, emoji=False)
    if not console.is_terminal:
        console.width = max(console.width, NARROWEST)
    return console
