"""Shuts the worker in, from inside and for ever, before any code of the pack is there. The order is that of `confine`.

Nothing here can be taken back by what runs afterwards. What a system does not have is left out, and the report says so.
"""

import ctypes
import struct
import sys
from contextlib import suppress
from pathlib import Path
from threading import active_count

from core.base.process import leave_no_core
from core.base.unreadable import be_unreadable
from core.packhost.worker import audit_hook, landlock, seccomp
from core.packhost.worker.confinement import Confinement, Guard, Level
from core.packhost.worker.limits import Limits
from core.packhost.worker.view import View

PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 24, 38
CAPABILITY_VERSION = 0x20080522
CAPABILITIES = 64


def confine(view: View, limits: Limits) -> Confinement:
    """Shut this process in and say how far that went. It has one thread and has read what it needs."""
    if active_count() != 1:
        raise RuntimeError("what the kernel puts up holds the thread that asks for it, and those it starts")
    guards = []
    if limit(limits):
        guards.append(Guard.LIMITS)
    leave_no_core()
    be_unreadable()
    if give_up_privileges():
        guards.append(Guard.PRIVILEGES)
    version = landlock.fence(view.readable, view.writable) if Guard.PRIVILEGES in guards else 0
    if version:
        guards.append(Guard.LANDLOCK)
    if Guard.PRIVILEGES in guards and seccomp.filter_calls():
        guards.append(Guard.SECCOMP)
    level = level_of(guards)
    if level < Level.KERNEL:
        _leave_no_processes(guards)
        audit_hook.listen(view)
        guards.append(Guard.AUDIT_HOOK)
    return Confinement(level, tuple(guards), version)


def level_of(guards: list[Guard]) -> Level:
    """What the guards amount to."""
    if Guard.SECCOMP not in guards:
        return Level.INTERPRETER
    return Level.KERNEL if Guard.LANDLOCK in guards else Level.CALLS


def limit(limits: Limits) -> bool:
    """Bound what this process takes of the machine. False where the system has no such limits."""
    if sys.platform == "win32":
        return False
    import resource

    for what, most in (
        (resource.RLIMIT_AS, limits.memory),
        (resource.RLIMIT_CPU, limits.cpu),
        (resource.RLIMIT_NOFILE, limits.open_files),
        (resource.RLIMIT_FSIZE, limits.file),
    ):
        # macOS refuses a limit of address space; a smaller one that stands already is as good.
        with suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))
    with suppress(OSError):  # when memory is short the worker goes first
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    return True


def give_up_privileges() -> bool:
    """No rights of an administrator, and no program that is started gives any. False where that is not known (Linux only)."""
    if not sys.platform.startswith("linux"):
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    for capability in range(CAPABILITIES):
        libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    header = struct.pack("=Ii", CAPABILITY_VERSION, 0)
    emptied = libc.capset(header, bytes(24))
    return bool(emptied == 0 and libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)


def _leave_no_processes(guards: list[Guard]) -> None:
    """Where no filter refuses new processes the account's limit does. It counts threads too, on Linux."""
    if sys.platform != "win32" and Guard.SECCOMP not in guards:
        import resource

        resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
