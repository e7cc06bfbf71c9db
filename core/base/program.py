"""Which program this is."""

from functools import cache
from importlib.metadata import version

NAME = "mingdao-clinic"


@cache
def program_version() -> str:
    """The version of this program, as it was built or installed."""
    return version(NAME)
