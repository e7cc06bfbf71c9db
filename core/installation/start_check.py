"""Whether the program that is starting is the one that was built: looked at in a thread while the rest of it is loaded.

Nothing of a clinic should be opened before it is known. On a common disk that is sooner than the first window.
"""

import atexit
import threading
from functools import cache
from pathlib import Path

from core.base.errors import ClinicError
from core.base.space import trouble_of
from core.installation.contents import Contents, Stopped, Told, compare
from core.installation.inspection import inspect, own_key
from core.installation.versions import program_folder


def refusal_of(folder: Path, told: Told | None = None) -> ClinicError | None:
    """Why a program must not be used, every file of its folder looked at; None when it is whole. Raises what `told` raises."""
    try:
        return _refusal_of(folder, told)
    except ClinicError as error:
        return error
    except OSError as error:
        return trouble_of(error)


def _refusal_of(folder: Path, told: Told | None) -> ClinicError | None:
    try:
        return inspect(folder, own_key(folder), told).refusal
    except ImportError:
        # What looks at signatures is itself a file of the program: the list alone says which of it is gone or another.
        difference = compare(folder, Contents.read(folder), told)
        if not difference:
            raise
        return difference.refusal(folder)


class StartCheck:
    """One look at a program folder, under way from the beginning."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stopping = threading.Event()
        self._refusal: ClinicError | None = None
        self._fault: Exception | None = None
        self._thread = threading.Thread(target=self._look, name="start-check", daemon=True)
        self._thread.start()

    def wait(self, seconds: float | None = None) -> bool:
        """Whether it is known now, at the latest after so long."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def stop(self) -> None:
        """The program ends: nobody asks any more."""
        self._stopping.set()
        self._thread.join()

    @property
    def refusal(self) -> ClinicError | None:
        """Why the program must not go on; None when it is whole. To be asked when `wait` said that it is known.

        Raises what kept it from being known: that is no reason to go on.
        """
        if self._fault:
            raise self._fault
        return self._refusal

    def _look(self) -> None:
        try:
            self._refusal = refusal_of(self._folder, self._told)
        except Stopped:
            return
        except Exception as fault:  # noqa: BLE001 - it is told to whoever asks
            self._fault = fault

    def _told(self, _done: int, _total: int) -> None:
        if self._stopping.is_set():
            raise Stopped


@cache
def start_check() -> StartCheck | None:
    """The look at this program, begun when it is asked for first; None when it runs from a source tree."""
    folder = program_folder()
    if folder is None:
        return None
    begun = StartCheck(folder)
    atexit.register(begun.stop)
    return begun
