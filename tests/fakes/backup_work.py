"""A process that makes one backup, or restores one, and can be killed at any step of it. Run to be killed.

    python -m tests.fakes.backup_work HOME make FOLDER [N]
    python -m tests.fakes.backup_work HOME restore FILE [N]

The passphrase is the first line of stdin. With N the process kills itself (SIGKILL) before the N-th thing it would do to a file
(open, rename, remove, make or remove a folder); 1 is the first. Without N it says `done STEPS` at the end, where STEPS is how many
there were, so that a caller knows which N there are. In between it says each stage once, `stage NAME`, so that a caller
can also kill it from outside while it copies, writes, reads back, checks or restores.
What must hold after a kill: nothing under a final name but whole backups; and the clinic opens, with the records of before or after.
"""

import os
import signal
import sys
from pathlib import Path

from core.base.paths import Home
from core.kernel import open_clinic, restore_clinic
from core.services.backup.checking import Progress
from core.store.unlocking import Credential
from tests.fakes.vault import InMemoryVault

COUNTED = {"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir"}


class Steps:
    """Counts what is done to files, and ends the process at a step."""

    def __init__(self, last: int) -> None:
        self.done = 0
        self._last = last
        self._is_on = False
        sys.addaudithook(self._hear)

    def begin(self) -> None:
        self._is_on = True

    def _hear(self, event: str, arguments: tuple[object, ...]) -> None:
        if not self._is_on or event not in COUNTED:
            return
        if event == "open" and str(arguments[0]).endswith((".py", ".pyc", ".so", ".toml", ".json.gz")):
            return
        self.done += 1
        if self.done == self._last:
            os.kill(os.getpid(), signal.SIGKILL)


def main() -> None:
    """Do it."""
    home, what, path = Home(Path(sys.argv[1])), sys.argv[2], Path(sys.argv[3])
    steps = Steps(int(sys.argv[4]) if len(sys.argv) > 4 else 0)
    passphrase = sys.stdin.readline().removesuffix("\n")
    said: set[str] = set()

    def told(progress: Progress) -> None:
        if progress.stage not in said:
            said.add(progress.stage)
            _say(f"stage {progress.stage}")

    if what == "make":
        with open_clinic(home, InMemoryVault(), passphrase=passphrase, source="test") as clinic:
            steps.begin()
            clinic.backups.make(path, told)
    else:
        steps.begin()
        restore_clinic(home, path, Credential(passphrase), told=told)
    _say(f"done {steps.done}")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
