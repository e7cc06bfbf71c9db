"""What is written elsewhere and what reaches out is heard, by Python's word and by the system's."""

import os
import shutil
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from desktop.self_test.finding import Faulty
from desktop.self_test.watch import Watch, open_sockets


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[Watch]:
    """A watch over a folder `in`, with a folder `out` beside it."""
    for name in ("in", "out"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "old").touch()
        (tmp_path / name / "tree" / "below").mkdir(parents=True)
    watch = Watch(tmp_path / "in")
    watch.begin()
    yield watch
    watch.end()


def acts(folder: Path) -> dict[str, Callable[[], object]]:
    return {
        "write": lambda: (folder / "file").write_text("", encoding="utf-8"),
        "append": lambda: (folder / "old").open("ab").close(),
        "low": lambda: os.close(os.open(folder / "low", os.O_CREAT | os.O_WRONLY)),
        "folder": (folder / "folder").mkdir,
        "remove": (folder / "old").unlink,
        "rename": lambda: (folder / "old").rename(folder / "new"),
        "link": lambda: (folder / "link").symlink_to(folder),
        "tree": lambda: shutil.rmtree(folder / "tree"),
    }


@pytest.mark.parametrize("act", ["write", "append", "low", "folder", "remove", "rename", "link", "tree"])
def test_writing_elsewhere_is_heard(watch: Watch, tmp_path: Path, act: str) -> None:
    acts(tmp_path / "in")[act]()
    (tmp_path / "out" / "old").read_bytes()
    with Path(os.devnull).open("w", encoding="utf-8"):
        assert watch.written_elsewhere()
    acts(tmp_path / "out")[act]()
    with pytest.raises(Faulty, match=str(tmp_path / "out")):
        watch.written_elsewhere()


def test_moving_out_is_heard(watch: Watch, tmp_path: Path) -> None:
    (tmp_path / "in" / "old").rename(tmp_path / "out" / "new")
    with pytest.raises(Faulty, match="out/new"):
        watch.written_elsewhere()


def test_what_a_library_tells_in_its_own_words_is_heard(watch: Watch, tmp_path: Path) -> None:
    """filelock does on Windows, with no folder for the file it removes."""
    sys.audit("os.remove", str(tmp_path / "out" / "file"), None)
    with pytest.raises(Faulty, match="file"):
        watch.written_elsewhere()


def test_nothing_is_heard_after_the_end(watch: Watch, tmp_path: Path) -> None:
    watch.end()
    (tmp_path / "out" / "file").touch()
    assert watch.written_elsewhere()


@pytest.mark.loopback
def test_a_socket_of_the_network_is_heard_and_one_of_the_machine_is_not(watch: Watch) -> None:
    socket.socket(socket.AF_UNIX).close()
    assert watch.reached_out()
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).close()
    with pytest.raises(Faulty, match=r"socket\.__new__"):
        watch.reached_out()


@pytest.mark.loopback
def test_a_pair_that_python_makes_over_the_loopback_is_not(watch: Watch) -> None:
    """As it does on Windows, where an event loop has no other pair."""
    room: dict[str, Any] = {"__name__": "socket", "socket": socket.socket}
    exec("def socketpair():\n    socket(2, 1).close()\ndef other():\n    socket(2, 1).close()\n", room)
    room["socketpair"]()
    assert watch.reached_out()
    room["other"]()
    with pytest.raises(Faulty):
        watch.reached_out()


@pytest.mark.loopback
def test_asking_for_a_name_is_heard(watch: Watch) -> None:
    with suppress(OSError):
        socket.getaddrinfo("localhost", 1)
    with pytest.raises(Faulty, match="localhost"):
        watch.reached_out()


@pytest.mark.loopback
def test_a_socket_that_python_did_not_tell_of_is_found_open() -> None:
    assert list(open_sockets(Path("/proc/self"))) == []
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        (found,) = open_sockets(Path("/proc/self"))
        assert found.startswith("tcp ")


def test_where_the_system_does_not_tell_nothing_is_found(tmp_path: Path) -> None:
    assert list(open_sockets(tmp_path)) == []
