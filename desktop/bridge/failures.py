"""Which failures the world did. Everything that finds no place here is a fault of this program."""

from core.base.errors import ClinicError
from core.base.space import trouble_of


def what_the_world_did(error: BaseException) -> ClinicError | None:
    """The failure as something a person can act on; None when this program is at fault.

    An error of the operating system counts when it carries the system's own number: a timeout of our own making does not.
    """
    if isinstance(error, ClinicError):
        return error
    if isinstance(error, OSError) and error.errno is not None:
        return trouble_of(error)
    return None
