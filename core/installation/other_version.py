"""The command line of another version that lies beside, asked to do what only it can: open a store of its own time."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from core.base.errors import UserError

OF_OUR_START = ("_PYI_", "_MEIPASS")
"""How names in the environment begin by which a frozen program knows its own parts. Another one has other parts."""

LIBRARIES = "LD_LIBRARY_PATH"

OPTIONS = ("-X", "utf8", "-B")
"""Of the interpreter on Windows, as `installer/windows/launcher.c` has them: bytecode beside a pack's modules would be files too many."""


def run_other(folder: Path, arguments: Sequence[str]) -> int:
    """Run `mingdao …` of a version's folder on this terminal. Returns its exit code. Raises `UserError` version_not_here."""
    command = command_in(folder)
    if command is None:
        raise UserError("version_not_here", version=folder.name, folder=folder.parent)
    return subprocess.run([*command, *arguments], env=fresh(os.environ), check=False).returncode  # noqa: S603 - verified


def command_in(folder: Path) -> list[str] | None:
    """How the command line in a program's folder is started; None when there is none."""
    if (folder / "mingdao").is_file():
        return [str(folder / "mingdao")]
    interpreter, program = folder / "python.exe", folder / "mingdao.py"
    return [str(interpreter), *OPTIONS, str(program)] if interpreter.is_file() and program.is_file() else None


def fresh(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment as it was before this program was started."""
    before = {name: value for name, value in environ.items() if not name.startswith(OF_OUR_START)}
    found = before.pop(f"{LIBRARIES}_ORIG", None)
    if found is not None:
        before[LIBRARIES] = found
    elif any(name.startswith(OF_OUR_START) for name in environ):
        before.pop(LIBRARIES, None)
    return before
