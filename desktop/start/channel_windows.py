"""The channel of Windows: an event of the session, which nobody but its account and the system may touch, as Windows makes it by default."""

import ctypes
import sys
from ctypes import wintypes
from typing import Any

SESSION = "Local\\"
"""Where the names of one session live. A window of another session could not come to the front in this one."""
MAY_SET = 0x0002
"""EVENT_MODIFY_STATE."""
FOREVER = 0xFFFFFFFF
CALLED = 1
"""WAIT_OBJECT_0 and the place of the event among those that are waited for."""


class EventEar:
    """Listens under a name. It is gone with the process, whatever ends it."""

    def __init__(self, name: str) -> None:
        """Raises OSError: the name is another account's."""
        self._kernel = _kernel()
        self._called = self._event(once=True, name=SESSION + name)
        self._stopped = self._event(once=False, name=None)

    def wait(self) -> bool:
        """`Ear.wait`."""
        both = (wintypes.HANDLE * 2)(self._stopped, self._called)
        return bool(self._kernel.WaitForMultipleObjects(len(both), both, False, FOREVER) == CALLED)

    def stop(self) -> None:
        """`Ear.stop`."""
        self._kernel.SetEvent(self._stopped)

    def close(self) -> None:
        """`Ear.close`."""
        for event in (self._called, self._stopped):
            self._kernel.CloseHandle(event)

    def _event(self, *, once: bool, name: str | None) -> int:
        """An event that is not set; one that is heard `once` is unset by that."""
        made = self._kernel.CreateEventW(None, not once, False, name)
        if not made:
            raise OSError(f"no event {name}")
        return int(made)


def call(name: str) -> bool:
    """Call whoever listens under a name. False when nobody does, or another account."""
    kernel = _kernel()
    event = kernel.OpenEventW(MAY_SET, False, SESSION + name)
    if not event:
        return False
    try:
        return bool(kernel.SetEvent(event))
    finally:
        kernel.CloseHandle(event)


def _kernel() -> Any:
    """The functions of Windows that are used here."""
    if sys.platform == "win32":
        kernel = ctypes.WinDLL("kernel32")
        handle, number, flag = wintypes.HANDLE, wintypes.DWORD, wintypes.BOOL
        for function, takes, gives in (
            (kernel.CreateEventW, (wintypes.LPVOID, flag, flag, wintypes.LPCWSTR), handle),
            (kernel.OpenEventW, (number, flag, wintypes.LPCWSTR), handle),
            (kernel.SetEvent, (handle,), flag),
            (kernel.CloseHandle, (handle,), flag),
            (kernel.WaitForMultipleObjects, (number, ctypes.POINTER(handle), flag, number), number),
        ):
            function.argtypes, function.restype = takes, gives
        return kernel
    raise OSError("only Windows has it")
