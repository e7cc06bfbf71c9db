"""What is wrong with a command line that cannot be read, in words."""

from collections.abc import Mapping
from enum import Enum

from typer._click.exceptions import (  # typer has no public names for them
    BadOptionUsage,
    BadParameter,
    MissingParameter,
    NoSuchOption,
    UsageError,
)
from typer.core import TyperArgument, TyperGroup

from core.base.messages import Codes, Messages
from core.base.rights import Reason, Role

NEEDS_A_VALUE = "requires"
"""typer's word in the one of its two complaints about an option's value that misses it."""

TOO_MUCH = "Got unexpected extra argument(s) "
"""How typer's complaint begins; what is too much follows in brackets."""

NO_COMMAND = "Missing command."
"""typer's complaint about a group of commands that stands alone."""

_WORDS_AT: Mapping[type[Enum], str] = {Role: "roles", Reason: "open_reason"}
"""Where the words of what can be chosen stand."""


def usage_words(error: UsageError, words: Messages) -> str:
    """What cannot be read, and what could stand there instead. typer's own words for what is not known here."""
    match error:
        case NoSuchOption():
            near = tuple(error.possibilities or ())
            key = "usage.no_such_option_near" if near else "usage.no_such_option"
            return words.text(key, name=error.option_name, near=near)
        case BadOptionUsage():
            key = "usage.no_value" if NEEDS_A_VALUE in error.message else "usage.needless_value"
            return words.text(key, name=error.option_name)
        case BadParameter():
            return _of_parameter(error, words)
        case _:
            return _of_group(error, words)


def _of_group(error: UsageError, words: Messages) -> str:
    group = error.ctx.command if error.ctx else None
    if error.ctx and isinstance(group, TyperGroup):
        key = "usage.no_command" if error.message == NO_COMMAND else "usage.no_such_command"
        return words.text(key, known=tuple(group.list_commands(error.ctx)))
    if error.message.startswith(TOO_MUCH):
        return words.text("usage.too_much", what=error.message.removeprefix(TOO_MUCH)[1:-1])
    return error.format_message()


def _of_parameter(error: BadParameter, words: Messages) -> str:
    asked = error.param
    if asked is None:
        return error.format_message()
    name = str(asked.name).upper() if isinstance(asked, TyperArgument) else asked.opts[0]
    described = asked.type_descriptor
    choices = [one for one in described.choices or () if isinstance(one, Enum)]
    is_missing = isinstance(error, MissingParameter)
    if choices:
        key = "usage.missing_choice" if is_missing else "usage.no_such_choice"
        at = _WORDS_AT.get(type(choices[0]))
        values = [str(one.value) for one in choices]
        return words.text(key, name=name, known=Codes(at, values) if at else tuple(values))
    if is_missing:
        return words.text("usage.missing", name=name)
    return words.text("usage.no_number" if described.annotation is int else "usage.unfit", name=name)
