"""How far a worker is shut in. It is measured in the worker itself, before any code of the pack runs."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Level(IntEnum):
    """From weak to strong, so that they compare."""

    INTERPRETER = 1
    """Python refuses. It stops what a pack would do in good faith, and no one who knows the interpreter's inside."""
    CALLS = 2
    """The kernel refuses the network, other processes and new programs. Files are refused by Python alone."""
    KERNEL = 3
    """The kernel refuses all of it, files included."""


class Guard(StrEnum):
    """One thing that holds a worker."""

    LANDLOCK = "landlock"
    """The kernel: no file outside what may be read, none written outside the worker's own folder."""
    SECCOMP = "seccomp"
    """The kernel: no network, no new program or process, nothing done to another process."""
    LIMITS = "limits"
    """The system: memory, processor time, open files, size of a file."""
    PRIVILEGES = "privileges"
    """No rights of an administrator, and none to be had from a program that has them."""
    AUDIT_HOOK = "audit_hook"
    """Python: the same as the two of the kernel, as far as it is told."""


@dataclass(frozen=True, slots=True)
class Confinement:
    """What holds one worker. `what` is in the order it was put in place; `landlock` the kernel's version of it, 0 for none."""

    level: Level
    what: tuple[Guard, ...]
    landlock: int = 0

    def plain(self) -> dict[str, object]:
        return {"level": self.level.name, "what": list(self.what), "landlock": self.landlock}


def read_confinement(said: object) -> Confinement:
    """What a worker reported. Raises ValueError for anything else."""
    match said:
        case {"level": str(level), "what": [*what], "landlock": int(landlock)} if level in Level.__members__:
            return Confinement(Level[level], tuple(Guard(str(guard)) for guard in what), landlock)
        case _:
            raise ValueError("no report of a confinement")
