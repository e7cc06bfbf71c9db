"""Chinese typed into the program that was built, through real input methods, on a screen in memory: ibus, and fcitx5 by its ibus side.

`make installer-test` runs it. What was typed is read back from the encrypted store by the command line. Pictures of it are kept.
"""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from installer import freeze, parts
from tests.desktop.shell.test_lock_on_x11 import a_screen
from tests.fakes.clinic import Done

PICTURES = parts.ROOT / "build" / "installer-test" / "pictures"
PASSPHRASE = "correct horse battery"
PATIENCE_S = 60.0
STILL_S = 0.4
"""So long nothing on the screen changes before the next key. A caret blinks more slowly."""
OPENED_S = 2.0
"""So long nothing changes on a page without a caret."""

LOOK = "xwd -silent -root"
MEMORY = "/usr/libexec/ibus-memconf"
FCITX_PROFILE = """\
[Groups/0]
Name=Default
Default Layout=us
DefaultIM=pinyin

[Groups/0/Items/0]
Name=pinyin

[GroupOrder]
0=Default
"""


@dataclass(frozen=True, slots=True)
class Method:
    """An input method as a person has it: what the session sets, what runs, what asks whether it answers, and what has it write pinyin.

    Both commands are repeated until they say so.
    """

    name: str
    programs: tuple[str, ...]
    variable: str
    daemon: tuple[str, ...]
    answers: tuple[str, str]
    choose: tuple[str, str]
    prepare: Callable[[Path], None] = lambda _: None


def _profile_of_fcitx(home: Path) -> None:
    folder = home / ".config" / "fcitx5"
    folder.mkdir(parents=True)
    (folder / "profile").write_text(FCITX_PROFILE, encoding="utf-8")


METHODS = (
    Method(
        "ibus",
        ("ibus-daemon", "ibus", "/usr/libexec/ibus-engine-libpinyin", MEMORY),
        "ibus",
        ("ibus-daemon", "--panel=disable", "--emoji-extension=disable", f"--config={MEMORY}"),
        ("ibus engine libpinyin; ibus engine", "libpinyin"),
        ("ibus engine libpinyin; ibus engine", "libpinyin"),
    ),
    Method(
        "fcitx5",
        ("fcitx5", "fcitx5-remote", "/usr/share/fcitx5/inputmethod/pinyin.conf"),
        "fcitx",
        ("fcitx5", "--keep", "--disable", "notificationitem,cloudpinyin,notifications"),
        ("fcitx5-remote -q", "Default"),
        ("fcitx5-remote -o; fcitx5-remote -s pinyin; fcitx5-remote -n", "pinyin"),
        _profile_of_fcitx,
    ),
)
TOOLS = ("Xvfb", "dbus-daemon", "xdotool", "xwd")


def missing(programs: Sequence[str]) -> list[str]:
    return [name for name in programs if not (shutil.which(name) or Path(name).is_file())]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the keyboard of a session."""

    session: dict[str, str]

    def press(self, *keys: str) -> None:
        """One key after the other, as fast as people do; then wait until the screen has settled."""
        self._run("xdotool", "key", "--delay", "60", *keys)
        self.wait_until_still()

    def write(self, words: str) -> None:
        """Latin letters."""
        self._run("xdotool", "type", "--delay", "30", words)
        self.wait_until_still()

    def wait_until_still(self, seconds: float = STILL_S) -> None:
        until = time.monotonic() + PATIENCE_S
        before, since = b"", time.monotonic()
        while time.monotonic() - since < seconds:
            assert time.monotonic() < until, "the screen does not come to rest"
            time.sleep(0.1)
            seen = self.look()
            if seen != before:
                before, since = seen, time.monotonic()

    def find_window(self, process: subprocess.Popen[bytes]) -> None:
        """Wait for a program's window, and give it the keyboard, as a window manager would."""
        command = ["xdotool", "search", "--onlyvisible", "--pid", str(process.pid)]
        wait_for(lambda: self._ask(*command) != "" or process.poll() is not None)
        assert process.poll() is None, "it ended"
        self.wait_until_still()
        self._run("xdotool", "windowfocus", "--sync", self._ask(*command).split()[0])

    def keep_picture(self, name: str) -> None:
        PICTURES.mkdir(parents=True, exist_ok=True)
        (PICTURES / f"{name}.xwd").write_bytes(self.look())

    def look(self) -> bytes:
        return subprocess.run(LOOK.split(), env=self.session, capture_output=True, check=True).stdout

    def _run(self, *command: str) -> None:
        subprocess.run(command, env=self.session, check=True, timeout=PATIENCE_S)

    def _ask(self, *command: str) -> str:
        done = subprocess.run(command, env=self.session, capture_output=True, text=True, check=False)
        return done.stdout.strip()


def wait_for(what: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.1)


def until_it_says(command: str, words: str, session: dict[str, str]) -> None:
    """Repeat a command until it says so."""

    def says() -> bool:
        done = subprocess.run(command, shell=True, env=session, capture_output=True, text=True, check=False)
        return done.stdout.strip() == words

    wait_for(says)


@contextmanager
def session_of(method: Method, home: Path) -> Iterator[dict[str, str]]:
    """The environment of a session with a screen, a bus and an input method, and nothing else."""
    home.mkdir()
    runtime = home.with_name("run")  # a bus has no blanks in its address
    runtime.mkdir(mode=0o700)
    method.prepare(home)
    with ExitStack() as closing:
        session = {
            "HOME": str(home),
            "PATH": os.environ["PATH"],
            "LANG": "zh_CN.UTF-8",
            "XDG_RUNTIME_DIR": str(runtime),
            "QT_IM_MODULE": method.variable,
            "DISPLAY": closing.enter_context(a_screen()),
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={runtime}/bus",
        }
        bus = ("dbus-daemon", "--session", "--nofork", f"--address={session['DBUS_SESSION_BUS_ADDRESS']}")
        closing.enter_context(running(bus, session))
        wait_for((runtime / "bus").exists)
        closing.enter_context(running(method.daemon, session))

        until_it_says(*method.answers, session)
        yield session


@contextmanager
def running(command: Sequence[str | Path], session: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        command, env=session, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            yield process
        finally:
            process.terminate()


def told(home: Path, *arguments: str) -> Done:
    """What the command line that was built says of the clinic."""
    common = ("--json", "--home", str(home / "诊所 数据"), "--passphrase-file", str(home / "口令"))
    done = subprocess.run(
        [freeze.FOLDER / "mingdao", *arguments, *common],
        env={"HOME": str(home), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return Done(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def place() -> Iterator[Path]:
    """A short one: ibus keeps its socket in the home, and Qt's bus library reaches none with a name of a hundred bytes."""
    with tempfile.TemporaryDirectory(prefix="im-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_R37_chinese_is_typed_and_no_key_of_a_composition_acts(method: Method, place: Path) -> None:
    """Somebody is registered. Enter and Esc, while a composition is open, neither register nor close."""
    if lacking := missing([*TOOLS, *method.programs]):
        pytest.skip(f"not here: {' '.join(lacking)}")
    home = place / "家 目录"
    with session_of(method, home) as session:
        (home / "口令").write_text(PASSPHRASE, encoding="utf-8")
        told(home, "init")
        program = (freeze.FOLDER / "mingdao-clinic", "--home", home / "诊所 数据")
        with running(program, session) as window:
            person = Person(session)
            person.find_window(window)
            person.write(PASSPHRASE)
            person.press("Return")
            wait_for((home / "诊所 数据" / "clinic.db-wal").exists)
            person.wait_until_still(OPENED_S)
            person.press("ctrl+n")
            for key in (
                "Tab",
                "Right",
                "shift+Tab",
            ):  # then all that a registration needs is there but the name
                person.press(key)
            until_it_says(*method.choose, session)
            person.press(*"zhongguo")
            person.keep_picture(f"typing-{method.name}")
            person.press("space")
            person.press(*"shanghai", "Escape")  # dropped
            person.press(*"li", "Return")  # taken as the letters that they are
            person.press(*"renmin", "space")
            person.keep_picture(f"typed-{method.name}")
            person.press("Return")
            person.wait_until_still()
            person.keep_picture(f"registered-{method.name}")
        (found,) = told(home, "patient", "find", "中国").json["candidates"]
        assert found["name"] == "中国li人民"
