"""What a hostile pack tries, each a pack of its own under `escapes/`: it fails, and it succeeds where the guard that holds it is gone.

The second half is what makes the first worth something. Linux only: elsewhere there is the hook alone (test_audit_hook.py).
"""

import ctypes
import os
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Thread

import pytest

from core.base.errors import ClinicError
from core.packhost.worker import process
from core.packhost.worker.confinement import Level
from core.packhost.worker.landlock import version
from core.packhost.worker.launch import ROOT
from core.packhost.worker.limits import MIB, Limits
from core.packhost.worker.syscalls import NUMBERS
from core.packhost.worker.worker import PackWorker
from tests.core.packhost.worker.conftest import Started

pytestmark = [
    pytest.mark.skipif(not version(), reason="this kernel has no Landlock"),
    pytest.mark.loopback,
    pytest.mark.usefixtures("no_process_left"),
]

ESCAPES = Path(__file__).parent / "escapes"
OUT = "out"
HOOK = ("audit_hook", "processes")
"""Without one of the kernel's guards these two take over; here it is shown what the one held."""


@dataclass(frozen=True)
class Escape:
    """A pack and what holds it. `given` names what of the surroundings it is told."""

    pack: str
    held_by: tuple[str, ...]
    given: Mapping[str, str]

    @property
    def name(self) -> str:
        return f"{self.pack}-{'-'.join(self.given.values())}".rstrip("-")


def one(pack: str, *held_by: str, **given: str) -> Escape:
    return Escape(pack, held_by, given)


CALLS = ("unshare", "io_uring_setup", "keyctl", "clone3", "pidfd_open")
BY_THE_KERNEL = [
    one("tcp", "seccomp", "landlock", port="tcp"),
    one("udp", "seccomp", port="udp"),
    one("unix", "seccomp", path="socket"),
    one("datagram_pair", "seccomp", path="datagrams"),
    one("netlink", "seccomp"),
    one("ctypes_socket", "seccomp"),
    one("fork_bomb", "seccomp"),
    one("exec", "seccomp", "landlock", path="marker"),
    one("subprocess", "seccomp", "landlock"),
    one("signal_parent", "seccomp", "landlock"),
    one("signal_by_file", "seccomp"),
    one("read_parent_directly", "seccomp", "landlock", "privileges", address="address", secret="secret"),
    one("change_mode", "seccomp", path="keys"),
    one("change_time", "seccomp", path="store"),
    one("watch", "seccomp"),
    one("memory_file", "seccomp", call="memfd_create"),
    one("memory_file", "seccomp", call="shmget"),
    *(one("raw_call", "seccomp", number=call) for call in CALLS),
    *(one("read_file", "landlock", path=path) for path in ("keys", "store", "home")),
    one("list_folder", "landlock", path="folder"),
    one("read_parent_memory", "landlock", "privileges"),
    one("read_parent_environ", "landlock", "privileges"),
    one("ctypes_open", "landlock", path="keys"),
    one("symlink", "landlock", path="keys"),
    one("hard_link", "landlock", path="keys"),
    one("own_folder", "landlock"),
    one("shared_memory", "landlock"),
    one("import_store", "landlock", root="root"),
    one("memory", "limits"),
    one("large_file", "limits", mib="mib"),
]


@pytest.fixture
def surroundings(tmp_path: Path) -> Iterator[dict[str, str]]:
    """What there is to get at."""
    home = tmp_path / "clinic"
    home.mkdir()
    for name in ("keys.json", "clinic.db", ".profile"):
        (home / name).write_text("secret", encoding="utf-8")
    memory = ctypes.create_string_buffer(b"in clear")
    with ExitStack() as open_:
        tcp = open_.enter_context(socket.create_server(("127.0.0.1", 0)))
        answering = Thread(target=_answer, args=(tcp,))
        answering.start()
        open_.callback(answering.join)
        open_.callback(tcp.shutdown, socket.SHUT_RDWR)
        udp = open_.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        udp.bind(("127.0.0.1", 0))
        stream = open_.enter_context(socket.socket(socket.AF_UNIX))
        stream.bind(str(home / "s"))
        stream.listen()
        datagrams = open_.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
        datagrams.bind(str(home / "d"))
        yield {
            "tcp": str(tcp.getsockname()[1]),
            "udp": str(udp.getsockname()[1]),
            "socket": str(home / "s"),
            "datagrams": str(home / "d"),
            "folder": str(home),
            "keys": str(home / "keys.json"),
            "store": str(home / "clinic.db"),
            "home": str(home / ".profile"),
            "marker": str(tmp_path / "marker"),
            "root": str(ROOT),
            "address": str(ctypes.addressof(memory)),
            "secret": memory.value.decode(),
            "mib": "20",
            "count": "40",
            **{call: str(NUMBERS[os.uname().machine][call]) for call in CALLS},
        }


def _answer(tcp: socket.socket) -> None:
    with suppress(OSError):
        while True:
            line, _ = tcp.accept()
            with line:
                line.send(b"hey")


def tried(worker: PackWorker, escape: Escape, surroundings: Mapping[str, str]) -> str:
    """What came of it: `out`, or what stood in the way."""
    given = {name: surroundings.get(what, what) for name, what in escape.given.items()}
    try:
        result = worker.call("escape", given, seconds=10).output
    except ClinicError as error:
        result = f"{error.code} {error.params.get('kind', '')}"
    if Path(surroundings["marker"]).exists():
        return OUT
    return result


@pytest.mark.parametrize("escape", BY_THE_KERNEL, ids=lambda escape: escape.name)
def test_an_escape_fails(escape: Escape, started: Started, surroundings: dict[str, str]) -> None:
    worker = started(ESCAPES / escape.pack)
    assert worker.confinement.level is Level.KERNEL
    assert tried(worker, escape, surroundings) != OUT


@pytest.mark.parametrize("escape", BY_THE_KERNEL, ids=lambda escape: escape.name)
def test_without_its_guard_it_succeeds(
    escape: Escape, started: Started, surroundings: dict[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / escape.pack
    folder.mkdir()
    (folder / "pack.py").write_bytes((ESCAPES / escape.pack / "pack.py").read_bytes())
    worker = started(folder, *escape.held_by, *HOOK)
    assert tried(worker, escape, surroundings) == OUT


@pytest.mark.parametrize("pack", ["flood_stdout", "flood_stderr"])
def test_a_flood_ends_the_call(pack: str, started: Started) -> None:
    with pytest.raises(ClinicError) as caught:
        started(ESCAPES / pack).call("escape", {}, seconds=10)
    assert caught.value.code == "worker_flood"
    assert (
        started(ESCAPES / pack, limits=Limits(chatter=5 * MIB)).call("escape", {}, seconds=10).output == OUT
    )


def test_files_that_fill_the_disk_end_the_call(started: Started, surroundings: dict[str, str]) -> None:
    escape = one("many_files", count="count")
    small = Limits(folder=20 * MIB)
    assert tried(started(ESCAPES / "many_files", limits=small), escape, surroundings) == "worker_flood "
    assert tried(started(ESCAPES / "many_files"), escape, surroundings) == OUT


@pytest.mark.parametrize("kind", ["files", "folders"])
def test_names_that_fill_the_disk_end_the_call(
    started: Started, pack: Callable[[str], Path], kind: str
) -> None:
    make = {"files": 'open(f"f{n}", "w").close()', "folders": 'os.makedirs(f"d{n}/a/b")'}[kind]
    body = f"import os, time\nfor n in range(1000):\n    {make}\ntime.sleep(1.5)\nreturn 'out'"
    with pytest.raises(ClinicError) as caught:
        started(pack(body), limits=Limits(folder=2 * MIB)).call("t", {}, seconds=10)
    assert caught.value.code == "worker_flood"


def test_a_thread_that_fills_the_disk_between_calls_ends_the_worker(
    started: Started, pack: Callable[[str], Path]
) -> None:
    fill = "for n in range(30):\n        open(f'f{n}', 'wb').write(b'x' * 2**20)"
    body = (
        "import os, threading, time\n"
        f"def fill():\n    time.sleep(0.2)\n    {fill}\n"
        "threading.Thread(target=fill, daemon=True).start()\n"
        "return os.getpid()"
    )
    worker = started(pack(body), limits=Limits(folder=10 * MIB))
    pid = int(worker.call("t", {}, seconds=10).output)
    until = time.monotonic() + 10
    while Path(f"/proc/{pid}").exists() and time.monotonic() < until:
        time.sleep(0.05)
    assert not Path(f"/proc/{pid}").exists()


def test_a_loop_ends_with_its_time(started: Started) -> None:
    worker = started(ESCAPES / "loop")
    assert worker.confinement.what
    with pytest.raises(ClinicError) as caught:
        worker.call("escape", {}, seconds=0.5)
    assert caught.value.code == "worker_timeout"
    assert worker.call("escape", {}, seconds=30).output == OUT


def test_a_loop_nobody_waits_for_ends_with_its_processor_time(started: Started) -> None:
    with pytest.raises(ClinicError) as caught:
        started(ESCAPES / "loop", limits=Limits(cpu=1)).call("escape", {}, seconds=30)
    assert caught.value.params["how"] in {"SIGXCPU", "SIGKILL"}


def test_what_the_program_has_open_is_not_handed_down(
    started: Started, surroundings: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    number = os.open(surroundings["keys"], os.O_RDONLY)
    os.set_inheritable(number, True)
    try:
        assert started(ESCAPES / "open_fds").call("escape", {}, seconds=10).output == "none"
        real = subprocess.Popen
        monkeypatch.setattr(
            subprocess, "Popen", lambda *args, **given: real(*args, **{**given, "close_fds": False})
        )
        assert started(ESCAPES / "open_fds").call("escape", {}, seconds=10).output == OUT
    finally:
        os.close(number)


def test_no_variable_is_handed_down(started: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_KEY", "secret")
    assert started(ESCAPES / "environment").call("escape", {}, seconds=10).output == "none"
    monkeypatch.setattr(process, "environment", lambda _folder: dict(os.environ))
    assert started(ESCAPES / "environment").call("escape", {}, seconds=10).output == OUT


def test_every_escape_is_tried() -> None:
    tried_here = {escape.pack for escape in BY_THE_KERNEL}
    tried_above = {"flood_stdout", "flood_stderr", "many_files", "loop", "open_fds", "environment"}
    assert {folder.name for folder in ESCAPES.iterdir()} == tried_here | tried_above


def test_with_the_filter_alone_python_refuses_files(started: Started, surroundings: dict[str, str]) -> None:
    """A kernel without Landlock."""
    worker = started(ESCAPES / "read_file", "landlock")
    assert worker.confinement.level is Level.CALLS
    for escape in (escape for escape in BY_THE_KERNEL if escape.pack == "read_file"):
        assert tried(worker, escape, surroundings) != OUT


WEAKER = [
    replace(escape, held_by=())
    for escape in BY_THE_KERNEL
    if escape.pack not in {"memory", "large_file", "signal_by_file"}
]


@pytest.mark.parametrize("escape", WEAKER, ids=lambda escape: escape.name)
def test_where_the_kernel_does_nothing_python_refuses(
    escape: Escape, started: Started, surroundings: dict[str, str]
) -> None:
    """Another system than Linux: the guards of the kernel are gone, the hook is there."""
    worker = started(ESCAPES / escape.pack, "landlock", "seccomp")
    assert worker.confinement.level is Level.INTERPRETER
    assert tried(worker, escape, surroundings) != OUT
