"""A further secret that is asked for only where it is wanted: the second person's, where the clinic wants two; somebody's of today, over a
clinic that what opens the backup does not open. From a file, or asked for at a terminal.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from core.base.errors import ClinicError
from core.cli.front import Front, read_secret
from core.services.keys.keys import Credential
from core.services.keys.typed import credential_of

SECOND_NEEDED = frozenset({"second_needed", "backup_second_needed"})
TODAY_NEEDED = frozenset({"backup_not_of_today"})

T = TypeVar("T")


def with_second(front: Front, file: Path | None, act: Callable[[Credential | None], T]) -> T:
    """Do what a clinic may want two people for: by the passphrase of a second. Raises as `_joined` does."""
    given = Credential(read_secret(file)) if file else None
    return _joined(given, SECOND_NEEDED, lambda: Credential(front.asked("cli.second_passphrase")), act)


def with_today(front: Front, file: Path | None, act: Callable[[Credential | None], T]) -> T:
    """Do what may want somebody of today: by the recovery code or a passphrase, whichever it is. Raises as `_joined` does."""
    given = credential_of(read_secret(file)) if file else None
    return _joined(given, TODAY_NEEDED, lambda: front.credential_asked("backup.ask_today"), act)


def _joined(
    given: Credential | None,
    wanting: frozenset[str],
    ask: Callable[[], Credential],
    act: Callable[[Credential | None], T],
) -> T:
    """Act, and once more with what is asked for. Nobody is asked before it was refused for want of it, nor where there is no terminal.

    Raises what `act` raises; and as `read_secret` and `Front.asked` do.
    """
    try:
        return act(given)
    except ClinicError as refused:
        if given or refused.code not in wanting or not sys.stdin.isatty():
            raise
    return act(ask())
