"""A filter in the kernel that refuses a worker the calls it has no use for (Linux: seccomp, classic BPF, built here).

Refused with EPERM: the network, other processes, new programs and processes, mounts, memory the limits do not see. With
ENOSYS, so that the C library takes the older way: `clone3`, whose arguments a filter cannot read, and every call that is newer than
the table. A call made by the rules of another processor ends the process.
"""

import ctypes
import os
import struct
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from errno import ENOSYS, EPERM
from typing import TypeAlias

from core.packhost.worker.syscalls import NEWEST, NUMBERS, REFUSED

Step: TypeAlias = tuple[int, int, int, int]
"""One instruction: code, how far to jump when true, when false, operand."""

LOAD, AND, EQUAL, ABOVE, RETURN = 0x20, 0x54, 0x15, 0x25, 0x06
NUMBER, MACHINE, ARGUMENTS = 0, 4, 16
"""Where in `struct seccomp_data` they lie."""

ALLOW, ERRNO, KILL = 0x7FFF0000, 0x00050000, 0x80000000
MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""What the kernel calls the processors whose calls are known."""

PR_SET_SECCOMP, MODE_FILTER = 22, 2
ALL = 0xFFFFFFFF
CLONE_THREAD = 0x00010000
CLONE_NEW = 0x7E020000
AF_UNIX, SOCK_STREAM, SOCK_KINDS = 1, 1, 0xF
TELL_ANOTHER = (8, 10, 15, 1026)
"""`fcntl`: F_SETOWN, F_SETSIG, F_SETOWN_EX, F_NOTIFY. The first three make the kernel send signals to whom one names."""
TYPE_FOR_ANOTHER = (0x5412, 0x541C, 0x8901, 0x8902)
"""`ioctl`: TIOCSTI, TIOCLINUX, FIOSETOWN, SIOCSPGRP."""


@dataclass(frozen=True, slots=True)
class Must:
    """An argument's bits under a mask have to be these. `half` is 1 for the upper 32 of its 64 bits."""

    argument: int
    value: int
    mask: int = ALL
    half: int = 0


@dataclass(frozen=True, slots=True)
class MustNot:
    """An argument may be none of these."""

    argument: int
    values: tuple[int, ...]


def _none(argument: int) -> tuple[Must, Must]:
    """The argument is a pointer and has to be NULL."""
    return Must(argument, 0), Must(argument, 0, half=1)


def conditions(pid: int) -> dict[str, tuple[Must | MustNot, ...]]:
    """Calls that are allowed with some arguments only, in the process of this number."""
    return {
        "socketpair": (Must(0, AF_UNIX), Must(1, SOCK_STREAM, SOCK_KINDS)),
        "sendto": _none(4),
        "clone": (Must(0, CLONE_THREAD, CLONE_THREAD), Must(0, 0, CLONE_NEW)),
        "kill": (Must(0, pid),),
        "tgkill": (Must(0, pid),),
        "prlimit64": _none(2),
        "fcntl": (MustNot(1, TELL_ANOTHER),),
        "ioctl": (MustNot(1, TYPE_FOR_ANOTHER),),
    }


def program(machine: str, pid: int) -> list[Step]:
    """The filter for a processor and a process. Raises KeyError for a processor that is not known."""
    numbers = NUMBERS[machine]
    refused = [numbers[name] for group in REFUSED.values() for name in group.split() if name in numbers]
    steps: list[Step] = [
        (LOAD, 0, 0, MACHINE),
        (EQUAL, 1, 0, MACHINES[machine]),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER),
        (ABOVE, 0, 1, NEWEST),
        (RETURN, 0, 0, ERRNO | ENOSYS),
        *_on(numbers["clone3"], [(RETURN, 0, 0, ERRNO | ENOSYS)]),
    ]
    for name, needed in conditions(pid).items():
        steps += _on(numbers[name], [*_checks(needed), (RETURN, 0, 0, ALLOW)])
    for number in refused:
        steps += _on(number, [(RETURN, 0, 0, ERRNO | EPERM)])
    return [*steps, (RETURN, 0, 0, ALLOW)]


def _on(number: int, block: list[Step]) -> list[Step]:
    """What is done when the call is this one. The block ends in an answer, because it loads over the number."""
    return [(EQUAL, 0, len(block), number), *block]


def _checks(needed: Iterable[Must | MustNot]) -> Iterator[Step]:
    for one in needed:
        match one:
            case Must(argument, value, mask, half):
                yield (LOAD, 0, 0, ARGUMENTS + 8 * argument + 4 * half)
                yield (AND, 0, 0, mask)
                yield (EQUAL, 1, 0, value)
                yield (RETURN, 0, 0, ERRNO | EPERM)
            case MustNot(argument, values):
                yield (LOAD, 0, 0, ARGUMENTS + 8 * argument)
                for value in values:
                    yield (EQUAL, 0, 1, value)
                    yield (RETURN, 0, 0, ERRNO | EPERM)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_void_p))


def filter_calls() -> bool:
    """Put the filter on this thread and all it starts, for ever. False where the kernel or the processor has none.

    `no_new_privs` must stand already.
    """
    machine = os.uname().machine
    if machine not in MACHINES or sys.maxsize < ALL:  # a 32-bit Python makes the calls of another processor
        return False
    steps = program(machine, os.getpid())
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *step) for step in steps))
    filter_ = _Program(len(steps), ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    return bool(libc.prctl(PR_SET_SECCOMP, MODE_FILTER, ctypes.byref(filter_), 0, 0) == 0)
