"""The kernel's own fence round files (Linux 5.13 and later): what is not named may neither be read nor written.

What it does not see is refused by `seccomp.py`, or told in docs/decisions.md: names and sizes of files can be asked for anywhere.
"""

import ctypes
import os
import struct
from collections.abc import Iterable
from pathlib import Path

CREATE, ADD, RESTRICT = 444, 445, 446
"""The calls; the same numbers on every processor."""
ASK_VERSION = 1
PATH_BENEATH = 1

WRITE_FILE, READ_FILE, READ_DIR = 1 << 1, 1 << 2, 1 << 3
REMOVE_DIR, REMOVE_FILE, MAKE_DIR, MAKE_REG = 1 << 4, 1 << 5, 1 << 7, 1 << 8
REFER, TRUNCATE, IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
BIND_TCP, CONNECT_TCP = 1 << 0, 1 << 1
ABSTRACT_SOCKETS, SIGNALS = 1 << 0, 1 << 1

FILES, NET, OTHERS = 0, 1, 2
"""What rights are about: files, TCP, reaching other processes."""
SINCE = (
    (1, FILES, (1 << 13) - 1),
    (2, FILES, REFER),
    (3, FILES, TRUNCATE),
    (4, NET, BIND_TCP | CONNECT_TCP),
    (5, FILES, IOCTL_DEV),
    (6, OTHERS, ABSTRACT_SOCKETS | SIGNALS),
)
"""Which version brought which rights."""
READ = READ_FILE | READ_DIR
WRITE = READ | WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | TRUNCATE
"""Files and folders; no link of either kind, no pipe, no socket, no device, and nothing that could be carried out."""
OF_FILES = READ_FILE | WRITE_FILE | TRUNCATE


def version() -> int:
    """Which version of Landlock the kernel has; 0 for none."""
    if not hasattr(os, "O_PATH"):
        return 0
    return max(0, int(_libc().syscall(CREATE, None, ctypes.c_size_t(0), ASK_VERSION)))


def handled(known: int) -> tuple[int, int, int]:
    """What a version can refuse, by what it is about."""
    rights = [0, 0, 0]
    for since, about, bits in SINCE:
        rights[about] |= bits if known >= since else 0
    return rights[FILES], rights[NET], rights[OTHERS]


def fence(read: Iterable[Path], write: Iterable[Path]) -> int:
    """Shut this thread and all it starts in, for ever: `read` and what lies below may be read, `write` used freely.

    A place that is not there is left out. Returns the version; 0 where there is none and nothing was done. `no_new_privs` must
    stand already. Raises OSError when the kernel has it and it could not be put up.
    """
    known = version()
    if not known:
        return 0
    of_files, of_net, of_others = handled(known)
    # An older kernel takes a longer structure as long as what it does not know is zero.
    attributes = struct.pack("=QQQ", of_files, of_net, of_others)
    rules = _call(CREATE, attributes, ctypes.c_size_t(len(attributes)), 0)
    try:
        for places, rights in ((read, READ), (write, WRITE)):
            for place in places:
                _allow(rules, place, rights & of_files)
        _call(RESTRICT, rules, 0)
    finally:
        os.close(rules)
    return known


def _allow(rules: int, place: Path, rights: int) -> None:
    try:
        at = os.open(place, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        rule = struct.pack("=Qi", rights if place.is_dir() else rights & OF_FILES, at)
        _call(ADD, rules, PATH_BENEATH, rule, 0)
    finally:
        os.close(at)


def _call(number: int, *arguments: object) -> int:
    done = int(_libc().syscall(number, *arguments))
    if done < 0:
        raise OSError(ctypes.get_errno(), "landlock")
    return done


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)
