"""A group of commands in which a word that is none of them is refused like anything else: with 1, and saying which there are."""

from typing import Any

from typer._click.exceptions import UsageError  # typer has no public names for them
from typer.core import TyperGroup

from core.base.errors import UserError


class StrictGroup(TyperGroup):
    """`cls` of a `typer.Typer`."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """`click.Group`."""
        try:
            return super().resolve_command(ctx, args)
        except UsageError as error:
            known = tuple(self.list_commands(ctx))
            raise UserError("unknown_subcommand", known=known, command=ctx.command_path) from error
