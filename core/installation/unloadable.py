"""A program that cannot even be loaded: whoever started it is told which of its files are gone, or are others than were built."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from core.base.errors import ClinicError
from core.base.messages import LANGUAGES, Messages
from core.installation.start_check import start_check

ICON_ERROR = 0x10
"""MB_ICONERROR."""


@contextmanager
def telling_why() -> Iterator[None]:
    """Stands round everything a program does. What comes of its files being others ends it with exit code 1; any other fault goes through."""
    try:
        yield
    except Exception:
        check = start_check()
        refusal = check.refusal if check is not None and check.wait() else None
        if refusal is None:
            raise
        _tell(refusal)
        raise SystemExit(1) from None


def _tell(refusal: ClinicError) -> None:
    """In every language there is: what knows the person's own may be what cannot be loaded."""
    words = "\n".join(line for language in LANGUAGES for line in Messages(language).error(refusal))
    if sys.platform == "win32" and sys.__stderr__ is None:  # started from the menu
        import ctypes

        ctypes.windll.user32.MessageBoxW(None, words, "MingDao Clinic", ICON_ERROR)
    else:
        sys.stderr.write(f"{words}\n")
