"""How `--help` is laid out: all that typer itself says in Chinese like our sentences, and no cell cut off, however narrow the terminal."""

from collections.abc import Iterable
from typing import Any

from rich.table import Table
from rich.text import Text
from typer import rich_utils
from typer._click.core import Command, Context  # typer has no public names for these
from typer._click.formatting import HelpFormatter
from typer.core import TyperOption

HEADINGS = {
    "ARGUMENTS_PANEL_TITLE": "参数",
    "OPTIONS_PANEL_TITLE": "选项",
    "COMMANDS_PANEL_TITLE": "命令",
    "DEFAULT_STRING": "[默认：{}]",
    "REQUIRED_LONG_STRING": "[必填]",
}
"""typer's names for them."""

USAGE = "用法："
PLACES = {"[OPTIONS]": "[选项]", "COMMAND [ARGS]...": "命令 [参数]..."}
"""What stands in a line of usage for what can be written there."""


class Folding(Table):
    """A table that breaks a line of Chinese, which has no spaces, where typer's would cut it off."""

    def add_row(self, *cells: Any, **options: Any) -> None:
        super().add_row(*cells, **options)
        for column in self.columns:
            column.overflow = "fold"


class Usage(HelpFormatter):
    """The first line of a page."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        for place, own in PLACES.items():
            args = args.replace(place, own)
        super().write_usage(prog, args, USAGE if prefix is None else prefix)


def lay_out() -> None:
    """From now on, for every help page of this process."""
    Context.formatter_class = Usage
    Command.get_help_option = _help_option  # type: ignore[assignment]
    rich_utils.OptionHighlighter.highlights[-1] = f"(?P<usage>{USAGE})"
    for name, own in {**HEADINGS, "Table": Folding, "Columns": _in_one}.items():
        setattr(rich_utils, name, own)


_GIVEN_HELP_OPTION = Command.get_help_option


def _help_option(command: Command, ctx: Context) -> TyperOption | None:
    """The option that every command has, which nobody here declares."""
    option = _GIVEN_HELP_OPTION(command, ctx)
    if option is not None:
        option.help = "显示这一页"
    return option


def _in_one(parts: Iterable[Text]) -> Text:
    """The help of an option with its default, which typer's columns would cut off each by itself."""
    return Text(" ").join(parts)
