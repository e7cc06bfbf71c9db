"""A Windows to try the setup on: wine, in a folder that is thrown away, without network, and with two functions that wine 8 lacks.

`ProcessPrng` of bcryptprimitives.dll gives random bytes to cryptography and pydantic; `VariantToString` of propsys.dll is only named by a
module of CPython's that asks for the version of Windows. Both are put into wine's own system folder; nothing of the program is changed.
"""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

LACKING = {
    "bcryptprimitives": """
        #include <windows.h>
        #include <ntsecapi.h>
        __declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE to, SIZE_T length) { return RtlGenRandom(to, (ULONG)length); }
    """,
    "propsys": """
        #include <windows.h>
        __declspec(dllexport) HRESULT WINAPI VariantToString(const VARIANT *from, PWSTR to, UINT length) { return E_NOTIMPL; }
    """,
}
QUIET = "mscoree,mshtml,winemenubuilder.exe="
NO_NETWORK = ["unshare", "-n", "sh", "-c", 'ip link set lo up; exec "$@"', "sh"]
"""But for the loopback: an event loop wakes itself by it on Windows."""
NOISE = ("X connection to", "wine: Read access denied")


@dataclass(frozen=True, slots=True)
class Done:
    """How a program ended, and what it said."""

    code: int
    out: str
    err: str
    seconds: float


@dataclass
class Machine:
    """One Windows. `drive` is its C:. Every program has an end, `timeout` sees to it."""

    prefix: Path
    display: str
    within: list[str] = field(default_factory=list)

    @property
    def drive(self) -> Path:
        return self.prefix / "drive_c"

    @property
    def local(self) -> Path:
        """%LOCALAPPDATA% of the one account."""
        (users,) = [one for one in (self.drive / "users").iterdir() if one.name != "Public"]
        return users / "AppData" / "Local"

    @property
    def menu(self) -> Path:
        return self.local.parent / "Roaming/Microsoft/Windows/Start Menu/Programs"

    def run(
        self,
        *command: str | Path,
        seconds: int = 180,
        cwd: Path | None = None,
        said: bytes = b"",
        variables: Mapping[str, str] | None = None,
        within: list[str] | None = None,
    ) -> Done:
        """Run a program to its end."""
        began = time.monotonic()
        done = subprocess.run(
            self._command(command, seconds, within),
            cwd=cwd or self.prefix,
            env=self._environment(variables or {}),
            input=said,
            capture_output=True,
            check=False,
        )
        return Done(done.returncode, _words(done.stdout), _words(done.stderr), time.monotonic() - began)

    def kill_after(self, delay: float, *command: str | Path) -> None:
        """Begin a program, and end everything on this machine after so long, as a power cut does."""
        with self.begun(*command):
            time.sleep(delay)
            subprocess.run(["wineserver", "-k9"], env=self._environment({}), check=False)

    @contextmanager
    def begun(self, *command: str | Path) -> Iterator[subprocess.Popen[bytes]]:
        """A program that goes on until the block ends."""
        with subprocess.Popen(
            self._command(command, 180, None),
            cwd=self.prefix,
            env=self._environment({}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as program:
            try:
                yield program
            finally:
                os.killpg(program.pid, signal.SIGKILL)
                self.end()
                self.settle()

    def on_screen(self, *what: str) -> list[str]:
        """What xdotool answers, by lines."""
        done = subprocess.run(
            ["xdotool", *what], env=self._environment({}), capture_output=True, text=True, check=False
        )
        return done.stdout.split()

    def settle(self) -> None:
        """Wait until every program has ended."""
        subprocess.run(["timeout", "120", "wineserver", "-w"], env=self._environment({}), check=True)

    def end(self) -> None:
        subprocess.run(["wineserver", "-k"], env=self._environment({}), check=False)

    def _command(self, command: tuple[str | Path, ...], seconds: int, within: list[str] | None) -> list[str]:
        return [*(within or self.within), "timeout", "-k", "5", str(seconds), "wine", *map(str, command)]

    def _environment(self, variables: Mapping[str, str]) -> dict[str, str]:
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.prefix),
            "DISPLAY": self.display,
            "LC_ALL": "C.UTF-8",
            "WINEPREFIX": str(self.prefix),
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": QUIET,
            **variables,
        }


def _words(said: bytes) -> str:
    lines = said.decode("utf-8", "replace").replace("\r\n", "\n").splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(NOISE))


PROGRAM = {"WINEDLLOVERRIDES": f"{QUIET};propsys=n"}
"""What the program itself is run with; the setup needs wine's own propsys."""


def may_cut_off() -> bool:
    """Whether this account may take the network away."""
    return subprocess.run([*NO_NETWORK, "true"], capture_output=True, check=False).returncode == 0


@contextmanager
def machine(folder: Path) -> Iterator[Machine]:
    """A Windows 10 in a folder that is there, and a screen for it."""
    reading, writing = os.pipe()
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1366x768x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as told:
        display = f":{told.readline().strip()}"
    made = Machine(folder / "wine", display, NO_NETWORK if may_cut_off() else [])
    made.prefix.mkdir()
    try:
        assert made.run("wineboot", "-i").code == 0
        assert made.run("winecfg", "-v", "win10").code == 0
        _complete(made, folder)
        yield made
    finally:
        made.end()
        screen.terminate()
        screen.wait()


def _complete(made: Machine, folder: Path) -> None:
    for name, source in LACKING.items():
        code = folder / f"{name}.c"
        code.write_text(source, encoding="ascii")
        library = folder / f"{name}.dll"
        subprocess.run(
            ["x86_64-w64-mingw32-gcc", "-shared", "-s", "-o", str(library), str(code), "-ladvapi32"],
            check=True,
        )
        shutil.copy(library, made.drive / "windows" / "system32" / library.name)
