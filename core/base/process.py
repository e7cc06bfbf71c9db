"""What this process may leave behind when the operating system ends it."""

import sys


def leave_no_core() -> None:
    """No image of the memory is written in a crash: it would hold the open records and the key. A system that pipes them to a
    program of its own decides for itself; those in use keep to this limit. Windows keeps its reports small and has no such call.
    """
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
