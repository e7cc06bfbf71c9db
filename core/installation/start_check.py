"""Whether the program that is starting is the one that was built: looked at in a thread while the rest of it is loaded.

Nothing of a clinic should be opened before it is known. On a common disk that is sooner than the first window.
"""

import atexit
import threading
from functools import cache
from pathlib import Path

from core.base.errors import ClinicError
from core.base.space import trouble_of
from core.installation.contents import Stopped
from core.installation.inspection import inspect, own_key
from core.installation.versions import program_folder


class StartCheck:
    """One look at a program folder, under way from the beginning."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stopping = threading.Event()
        self._refusal: ClinicError | None = None
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
        """Why the program must not go on; None when it is whole. To be asked when `wait` said that it is known."""
        return self._refusal

    def _look(self) -> None:
        try:
            self._refusal = inspect(self._folder, own_key(self._folder), self._told).refusal
        except ClinicError as error:
            self._refusal = error
        except Stopped:
            return
        except OSError as error:
            self._refusal = trouble_of(error)

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
