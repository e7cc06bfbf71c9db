"""The second person, where the clinic wants two: by a passphrase from a file, or asked for at a terminal."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from core.base.errors import Refused
from core.cli.front import Front, read_secret
from core.services.keys.keys import Credential

NEEDED = {"second_needed", "backup_second_needed"}

T = TypeVar("T")


def with_second(front: Front, file: Path | None, act: Callable[[Credential | None], T]) -> T:
    """Do what a clinic may want two people for. Nobody is asked before it was refused for want of a second.

    Raises what `act` raises; and as `read_secret` and `Front.asked` do.
    """
    given = None if file is None else Credential(read_secret(file))
    try:
        return act(given)
    except Refused as refused:
        if given or refused.code not in NEEDED or not sys.stdin.isatty():
            raise
    return act(Credential(front.asked("cli.second_passphrase")))
