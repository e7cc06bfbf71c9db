"""The setup program for Windows, started without questions: it lays its version beside the others and has it started."""

import subprocess
from pathlib import Path

from core.base.errors import ClinicError, UserError

TIMEOUT_S = 900


def run_setup(file: Path, prefix: Path) -> None:
    """Run it to its end. `file` was verified by whoever calls. Raises `UserError` update_setup_elsewhere; `ClinicError` update_setup_failed."""
    if not (prefix / "current.txt").is_file():
        raise UserError("update_setup_elsewhere", file=file)
    # Its own rule: the folder comes last and without quotes, whatever is in it. So this is a line and no list.
    line = f'"{file}" /S /D={prefix}'
    try:
        done = subprocess.run(line, check=False, timeout=TIMEOUT_S)  # noqa: S603 - verified
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ClinicError("update_setup_failed", file=file, reason=type(error).__name__) from error
    if done.returncode:
        raise ClinicError("update_setup_failed", file=file, reason=done.returncode)
