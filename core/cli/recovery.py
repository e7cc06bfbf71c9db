"""The one time a recovery code is shown: on the screen, in a new file for its owner only, or in the JSON document."""

import os
import sys
from contextlib import suppress
from pathlib import Path

import typer

from core.base.atomic import sync_folder
from core.base.errors import UserError
from core.base.paths import Home
from core.base.recovery_code import RecoveryCode, asked_groups
from core.cli.front import TRIES, Front
from core.cli.output import say
from core.store.backup.outside import refuse_among_ours


def refuse_unfit(home: Home, file: Path | None) -> None:
    """Refuse a file that is already there, or would lie beside what it opens, before anything is done.

    Raises `UserError` file_exists, out_inside.
    """
    if file is None:
        return
    if file.exists() or file.is_symlink():
        raise UserError("file_exists", file=file)
    refuse_among_ours(home, file)


def write_code(file: Path, code: RecoveryCode) -> None:
    """Write the code into a new file, 0600. Raises `UserError` file_exists; OSError."""
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as error:
        raise UserError("file_exists", file=file) from error
    with os.fdopen(handle, "w", encoding="ascii") as out:
        out.write(code.text + "\n")
        out.flush()
        os.fsync(out.fileno())
    sync_folder(file.absolute().parent)


def hand_over(front: Front, code: RecoveryCode, file: Path | None) -> dict[str, object]:
    """Show the code once; what the JSON document says of it. A code that went into a file is shown nowhere else."""
    if file is not None:
        try:
            write_code(file, code)
        except (OSError, UserError):
            # The code is in force already: shown here it is not lost with the disk that would not take it.
            file = None
    if not front.json:
        if file is None:
            say(front.messages.text("recovery.shown", code=code.text))
        else:
            say(front.messages.text("recovery.written", file=str(file)))
        say(front.messages.text("recovery.keep"))
    return {"recovery": None if file else code.text, "recovery_file": str(file) if file else None}


def typed_back(front: Front, code: RecoveryCode) -> bool:
    """At a terminal, ask for three groups at random, and for those that differ once more. Whether they are right in the end.

    Whoever types nothing, or breaks off, is asked no more: the code is in force all the same. Without a terminal nothing is asked.
    """
    if front.json or not sys.stdin.isatty():
        return False
    asked = asked_groups()
    with suppress(typer.Abort, KeyboardInterrupt):
        for _ in range(TRIES):
            typed: dict[int, str] = {}
            for number in asked:
                typed[number] = _prompt(front.messages.text("recovery.group", number=number))
                if not typed[number].strip():
                    return False
            asked = code.misread(typed)
            if not asked:
                return True
            say(front.messages.text("recovery.misread", groups="、".join(map(str, asked))), to_error=True)
    return False


def _prompt(text: str) -> str:
    return str(typer.prompt(text, default="", show_default=False, hide_input=True, err=True))
