"""One window for one clinic: rows 44, 45, 46 and 66; R9. The processes are real, drawn to memory."""

import os
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from core.base.paths import Home
from desktop.start import channel_unix, first_window
from desktop.start.channel import channel_of
from desktop.start.channel_unix import SocketEar
from desktop.start.first_window import FirstWindow, Summons, call_first
from tests.fakes.clinic import Clinic, clinic

__all__ = ["clinic"]

pytestmark = pytest.mark.loopback
"""The channel is a local socket."""

ROOT = Path(__file__).resolve().parents[3]
PATIENCE_S = 60.0


@pytest.fixture(autouse=True)
def runtime(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for sockets of this test's own, with a short path."""
    folder = tmp_path_factory.mktemp("run")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    return folder


@pytest.fixture
def parent() -> QObject:
    return QObject()


def begun(home: Home) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "desktop", "--home", str(home.folder)]
    return subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "DBUS_SESSION_BUS_ADDRESS": "disabled:"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@contextmanager
def ended(process: subprocess.Popen[str]) -> Iterator[subprocess.Popen[str]]:
    with process:
        try:
            yield process
        finally:
            process.kill()


def wait_for(what: object, until: float = PATIENCE_S) -> None:
    assert callable(what)
    deadline = time.monotonic() + until
    while not what():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


def listening(home: Home) -> bool:
    return Path(channel_of(home)).exists() and call_first(home)


def everything(home: Home) -> dict[str, tuple[bytes, int]]:
    """Content and time of change of all but the locks, which have no content."""
    return {
        path.name: (path.read_bytes(), path.stat().st_mtime_ns)
        for path in home.folder.iterdir()
        if path.suffix != ".lock"
    }


def test_S44_the_first_has_it_and_another_has_not(home: Home) -> None:
    one, other = FirstWindow(home), FirstWindow(home)
    assert one.take()
    assert not other.take()
    one.let_go()
    assert other.take()
    other.let_go()


def test_a_folder_made_for_the_lock_alone_goes_with_it(home: Home) -> None:
    window = FirstWindow(home)
    assert window.take()
    assert home.folder.stat().st_mode & 0o777 == 0o700
    window.let_go()
    assert not home.folder.exists()


def test_a_folder_that_was_moved_away_is_let_go_all_the_same(home: Home) -> None:
    window, other = FirstWindow(home), FirstWindow(home)
    assert window.take()
    home.folder.rename(home.folder.with_name("moved"))
    window.let_go()
    assert other.take()
    other.let_go()


def test_a_folder_with_a_clinic_stays(clinic: Clinic) -> None:
    window = FirstWindow(clinic.home)
    assert window.take()
    window.let_go()
    assert clinic.home.store.exists()


def test_where_no_lock_can_be_had_the_window_goes_on(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    (home.folder.parent / "file").write_bytes(b"")
    assert FirstWindow(Home(home.folder.parent / "file")).take()


def test_S41_nothing_is_written_on_a_network(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    from core.base import places

    mounts = home.folder.parent / "mountinfo"
    mounts.write_text(f"2 1 0:2 / {home.folder.parent.resolve()} rw - nfs4 nas:/x rw\n")
    monkeypatch.setattr(places, "MOUNTS", mounts)
    assert FirstWindow(home).take()
    assert not home.folder.exists()


def test_S44_a_call_is_heard_however_often(qtbot: QtBot, home: Home, parent: QObject) -> None:
    summons = Summons(home, parent)
    for _ in range(3):
        with qtbot.waitSignal(summons.called):
            assert call_first(home)
    place = Path(channel_of(home))
    assert stat.S_ISSOCK(place.stat().st_mode)
    assert place.stat().st_mode & 0o777 == 0o600
    summons.close()
    assert not place.exists()
    summons.close()


def test_what_a_crash_left_of_the_channel_is_replaced(qtbot: QtBot, home: Home, parent: QObject) -> None:
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(channel_of(home))
    assert not call_first(home)
    summons = Summons(home, parent)
    with qtbot.waitSignal(summons.called):
        assert call_first(home)
    summons.close()


def test_without_a_place_for_the_channel_the_window_goes_on(
    home: Home, parent: QObject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ("x" * 200)).mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / ("x" * 200)))
    summons = Summons(home, parent)
    assert not call_first(home)
    summons.close()


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may be another account"
)
def test_S44_another_account_is_neither_heard_nor_believed() -> None:
    """Where the place itself would let it in."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        place = f"{folder}/channel"
        ear = SocketEar(place)
        Path(place).chmod(0o777)
        heard: list[bool] = []
        waiting = threading.Thread(target=lambda: heard.append(ear.wait()))
        waiting.start()
        speak = f"import socket\nsocket.socket(socket.AF_UNIX).connect({place!r})"
        as_nobody(speak).communicate(timeout=PATIENCE_S)
        ear.stop()
        waiting.join()
        ear.close()
        assert heard == [False]
        listen = f"import socket, time\ns = socket.socket(socket.AF_UNIX)\ns.bind({place!r})\ns.listen()\nprint(flush=True)\ntime.sleep(60)"
        with ended(as_nobody(listen)) as other:
            assert other.stdout is not None
            other.stdout.readline()
            assert not channel_unix.call(place)


def as_nobody(program: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        ["/usr/bin/python3", "-c", program], stdout=subprocess.PIPE, text=True, user=65534, cwd="/"
    )


def test_a_call_that_nobody_hears_gives_up_within_a_second(home: Home) -> None:
    began = time.monotonic()
    assert not call_first(home)
    assert time.monotonic() - began < 1.2


def test_the_channel_is_the_folders_whatever_path_leads_there(home: Home) -> None:
    home.folder.mkdir()
    (home.folder.parent / "link").symlink_to(home.folder)
    assert channel_of(Home(home.folder.parent / "link")) == channel_of(home)
    assert channel_of(Home(home.folder.parent / "other")) != channel_of(home)


def test_a_clinic_of_another_folder_has_a_window_of_its_own(home: Home, tmp_path: Path) -> None:
    one, other = FirstWindow(home), FirstWindow(Home(tmp_path / "other"))
    assert one.take()
    assert other.take()
    one.let_go()
    other.let_go()


@pytest.mark.slow
def test_S44_S46_a_second_start_raises_the_first_and_writes_nothing(clinic: Clinic) -> None:
    with ended(begun(clinic.home)) as first:
        wait_for(lambda: listening(clinic.home))
        before = everything(clinic.home)
        began = time.monotonic()
        with ended(begun(clinic.home)) as second:
            out, err = second.communicate(timeout=PATIENCE_S)
        assert (second.returncode, out, err) == (0, "", "")
        assert time.monotonic() - began < 10, "most of it is starting Python and Qt"
        assert first.poll() is None
        assert everything(clinic.home) == before


@pytest.mark.slow
def test_S44_of_twenty_starts_at_once_one_has_the_window(clinic: Clinic) -> None:
    with ExitStack() as closing:
        starts = [closing.enter_context(ended(begun(clinic.home))) for _ in range(20)]
        wait_for(lambda: sum(one.poll() is None for one in starts) == 1, 2 * PATIENCE_S)
        wait_for(lambda: listening(clinic.home))
        assert sorted(str(one.poll()) for one in starts) == sorted(["0"] * 19 + ["None"])


@pytest.mark.slow
def test_S45_S66_after_a_kill_the_next_start_has_it_at_once(clinic: Clinic) -> None:
    for _ in range(2):
        with ended(begun(clinic.home)) as process:
            wait_for(lambda: listening(clinic.home))
            process.send_signal(signal.SIGKILL)
            process.wait()
        assert clinic.home.window_lock.exists()
        os.utime(clinic.home.window_lock, (0, 0))
    window = FirstWindow(clinic.home)
    assert window.take()
    window.let_go()


@pytest.mark.skipif(sys.platform == "win32", reason="no fork")
def test_S45_after_each_of_a_hundred_kills_the_next_has_it_at_once(clinic: Clinic) -> None:
    """The two locks of an open window, without the window: starting that a hundred times would take minutes."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.fakes.killed_holder", str(clinic.home.folder), "100"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "100\n", "")


def test_S66_the_time_of_the_file_decides_nothing(home: Home) -> None:
    window = FirstWindow(home)
    assert window.take()
    for moment in (0, 2**33):
        os.utime(home.window_lock, (moment, moment))
        assert not FirstWindow(home).take()
    window.let_go()
    assert first_window.CALL_S < 1
