"""How `--help` is laid out: its own headings in Chinese like its sentences, and no cell cut off, however narrow the terminal."""

from collections.abc import Iterable
from typing import Any

from rich.table import Table
from rich.text import Text
from typer import rich_utils

HEADINGS = {
    "ARGUMENTS_PANEL_TITLE": "参数",
    "OPTIONS_PANEL_TITLE": "选项",
    "COMMANDS_PANEL_TITLE": "命令",
    "DEFAULT_STRING": "[默认：{}]",
    "REQUIRED_LONG_STRING": "[必填]",
}
"""typer's names for them."""


class Folding(Table):
    """A table that breaks a line of Chinese, which has no spaces, where typer's would cut it off."""

    def add_row(self, *cells: Any, **options: Any) -> None:
        super().add_row(*cells, **options)
        for column in self.columns:
            column.overflow = "fold"


def lay_out() -> None:
    """From now on, for every help page of this process."""
    for name, own in {**HEADINGS, "Table": Folding, "Columns": _in_one}.items():
        setattr(rich_utils, name, own)


def _in_one(parts: Iterable[Text]) -> Text:
    """The help of an option with its default, which typer's columns would cut off each by itself."""
    return Text(" ").join(parts)
