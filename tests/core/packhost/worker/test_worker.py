"""A pack in its own process: what it says, what it asks, and every way it can go wrong. A call fails closed and is made once."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from core.base.errors import ClinicError, Damaged, Refused
from core.packhost.worker.confinement import Level
from core.packhost.worker.launch import ROOT
from core.packhost.worker.limits import Limits
from core.packhost.worker.process import Process
from core.packhost.worker.worker import PackWorker
from tests.core.packhost.worker.conftest import HEAD, Started
from tests.fakes.pack_folder import CODE
from tests.fakes.pack_ports import NOW, FakePorts

pytestmark = pytest.mark.usefixtures("no_process_left")

Write = Callable[[str], Path]

OUT = "out = context.storage._ask.__self__._out\n"
"""The descriptor of the protocol's pipe: nothing keeps a pack from it."""


def code_of(worker: PackWorker, *, seconds: float = 5.0) -> ClinicError:
    """How a call fails."""
    with pytest.raises(ClinicError) as caught:
        worker.call("t", {}, seconds=seconds)
    return caught.value


def test_a_tool_answers(pack: Write, started: Started) -> None:
    worker = started(pack("return Result('已记 ' + arguments['a'], {'n': [1, 2.5, None]}, ok=False)"))
    result = worker.call("t", {"a": "头痛"}, seconds=5)
    assert (result.output, result.data, result.ok) == ("已记 头痛", {"n": [1, 2.5, None]}, False)


def test_a_text_is_the_output(pack: Write, started: Started) -> None:
    assert started(pack("return 'so'")).call("t", {}, seconds=5).output == "so"


def test_what_is_closed_while_it_starts_leaves_no_process(
    pack: Write, started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker, made = started(pack("return ''")), list[Process]()

    class Closed(Process):
        def __init__(self, name: str, command: Sequence[str], limits: Limits) -> None:
            super().__init__(name, command, limits)
            made.append(self)
            worker._closed.set()

    monkeypatch.setattr("core.packhost.worker.worker.Process", Closed)
    assert code_of(worker).code == "worker_closed"
    assert not made[0].is_fit()


def test_one_process_serves_all_calls(pack: Write, started: Started) -> None:
    worker = started(pack("import os\nreturn str(os.getpid())"))
    assert len({worker.call("t", {}, seconds=5).output for _ in range(3)}) == 1


def test_what_is_printed_breaks_nothing(pack: Write, started: Started) -> None:
    body = "import os, sys\nprint('{\"jsonrpc\"')\nos.write(1, b'x\\n')\nprint('y', file=sys.stderr)\nreturn sys.stdin.read()"
    assert started(pack(body)).call("t", {}, seconds=5).output == ""


def test_the_context_asks_the_program(pack: Write, started: Started, ports: FakePorts) -> None:
    body = (
        "context.storage.put('k', {'a': [1, '中']})\n"
        "context.log.info('done')\n"
        "return f\"{context.storage.get('k')} {context.storage.keys()} {context.clock.now().isoformat()}\""
    )
    answer = started(pack(body)).call("t", {}, seconds=5).output
    assert answer == f"{{'a': [1, '中']}} ('k',) {NOW.isoformat()}"
    assert ports.asked[0] == ("storage.put", {"key": "k", "value": {"a": [1, "中"]}})


def test_K72_the_context_is_the_same_and_frozen(tmp_path: Path, started: Started) -> None:
    (tmp_path / "pack.py").write_text(
        f"{HEAD}\ndef create_pack(first):\n"
        "    def run(arguments, context):\n"
        "        left = []\n"
        "        for target, name in ((context, 'storage'), (context.storage, 'get'), (context.storage, '_ask')):\n"
        "            try:\n"
        "                setattr(target, name, None)\n"
        "            except Exception:\n"
        "                left.append(name)\n"
        "        members = sorted(name for name in type(context).__slots__)\n"
        "        return f'{first is context} {left} {members} {hasattr(context.storage, \"wipe\")}'\n"
        "    return Pack(tools=[Tool('t', 'T', 'd', {'type': 'object'}, run)])\n",
        encoding="utf-8",
    )
    members = ["clock", "env", "fs", "http", "llm", "log", "name", "records", "storage", "version"]
    answer = started(tmp_path).call("t", {}, seconds=5).output
    assert answer == f"True ['storage', 'get', '_ask'] {members} False"


def test_what_a_port_refuses_reaches_the_pack(pack: Write, started: Started) -> None:
    body = "try:\n    context.env.get('KEY')\nexcept Exception as error:\n    return f'{type(error).__name__} {error}'"
    assert started(pack(body)).call("t", {}, seconds=5).output == "Refused not_allowed"


def test_what_a_port_refused_and_the_pack_let_through_is_that_refusal(pack: Write, started: Started) -> None:
    error = code_of(started(pack("context.env.get('KEY')")))
    assert isinstance(error, Refused)
    assert (error.code, error.params) == ("not_allowed", {"right": "env.get"})


def test_a_refusal_cannot_be_made_up(pack: Write, started: Started) -> None:
    body = f'{OUT}import os\nos.write(out, b\'{{"jsonrpc":"2.0","id":3,"error":{{"code":1,"data":{{"asked":7}}}}}}\\n\')\nreturn \'\''
    assert code_of(started(pack(body))).code == "pack_raised"


def test_a_port_that_fails_ends_the_call(
    pack: Write, started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_self: FakePorts, _port: str, _params: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(FakePorts, "answer", broken)
    with pytest.raises(ZeroDivisionError):
        started(pack("return context.storage.get('k')")).call("t", {}, seconds=5)


def test_a_pack_that_raises_tells_no_text(pack: Write, started: Started) -> None:
    worker = started(pack("if arguments:\n    return 'well'\nraise ValueError('王芳')"))
    error = code_of(worker)
    assert error.code == "pack_raised"
    assert error.params == {"pack": "made", "kind": "ValueError", "place": "pack.py:7"}
    assert worker.call("t", {"a": 1}, seconds=5).output == "well"


@pytest.mark.parametrize(
    "body",
    [
        "raise type('王芳', (Exception,), {})",
        "raise type('x y', (Exception,), {})",
        f'{OUT}import os\nos.write(out, b\'{{"jsonrpc":"2.0","id":3,"error":{{"code":1,"data":{{"kind":"a b","place":"c"}}}}}}\\n\')\nreturn \'\'',
    ],
)
def test_a_pack_cannot_say_anything_in_the_name_of_its_fault(
    body: str, pack: Write, started: Started
) -> None:
    assert code_of(started(pack(body))).params["kind"] == ""


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("return Result('', {'n': float('nan')})", "NotPlain"),
        ("return Result('', {'n': float('inf')})", "NotPlain"),
        ("return Result('', {1: 2})", "NotPlain"),
        ("return Result('', {'n': object()})", "NotPlain"),
        ("return Result('\\ud800')", "NotPlain"),
        ("a = []\na.append(a)\nreturn Result('', {'a': a})", "NotPlain"),
        ("return 'x' * (5 * 1024 * 1024)", "TooLong"),
        ("raise SystemExit", "SystemExit"),
        ("return context.storage.put('k', {1, 2})", "NotPlain"),
        ("return context.storage.nonesuch()", "AttributeError"),
        ("return context.storage.get()", "TypeError"),
    ],
)
def test_what_has_no_form_is_a_fault_of_the_pack(body: str, kind: str, pack: Write, started: Started) -> None:
    assert code_of(started(pack(body))).params["kind"] == kind


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("import os\nos._exit(3)", "worker_crashed"),
        ("import ctypes\nctypes.string_at(0)", "worker_crashed"),
        ("import os\nos.kill(os.getpid(), 9)", "worker_crashed"),
        ("import os\nos.closerange(3, 64)\nwhile True: pass", "worker_crashed"),
        ("import time\ntime.sleep(60)", "worker_timeout"),
        ("while True: pass", "worker_timeout"),
        ("import re\nreturn str(re.match(r'(a+)+$', 'a' * 60 + 'b'))", "worker_timeout"),
        (f"{OUT}import os\nos.write(out, b'{{\"jsonrpc\":\"2.0\",')\nos._exit(0)", "worker_crashed"),
        (f"{OUT}import os, time\nos.write(out, b'{{\"jsonrpc\":\"2.0\",')\ntime.sleep(60)", "worker_timeout"),
        (f"{OUT}import os\nos.write(out, b'hello\\n')\nreturn ''", "worker_garbled"),
        (f"{OUT}import os\nos.write(out, b'\\xff\\n')\nreturn ''", "worker_garbled"),
        (f"{OUT}import os\nos.write(out, b'[' * 100000 + b'\\n')\nreturn ''", "worker_garbled"),
        (f"{OUT}import os\nos.write(out, b'{{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":1}}\\n')\nreturn ''", "worker_garbled"),
        (f"{OUT}import os\nos.write(out, b'{{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":1}}\\n')\nreturn ''", "worker_garbled"),
        (f"{OUT}import os\nos.write(out, b'{{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":NaN}}\\n')\nreturn ''", "worker_garbled"),
        ("return context.storage._ask('store.read', {})", "worker_garbled"),
        (f"{OUT}import os\nwhile True: os.write(out, b'x' * 65536)", "worker_flood"),
        ("while True: context.storage.keys()", "worker_flood"),
        ("while True: print('x' * 1000)", "worker_flood"),
    ],
)  # fmt: skip
def test_whatever_goes_wrong_has_its_code_and_the_next_call_is_fresh(
    body: str, code: str, pack: Write, started: Started
) -> None:
    folder = pack(f"if arguments:\n    return 'well'\n{body}")
    worker = started(folder, limits=Limits(asks=50))
    before = worker.confinement
    assert code_of(worker, seconds=1 if code == "worker_timeout" else 20).code == code
    assert worker.call("t", {"a": 1}, seconds=5).output == "well"
    assert worker.confinement == before


def test_a_call_is_made_once(pack: Write, started: Started, ports: FakePorts) -> None:
    worker = started(pack("import os\ncontext.storage.put('k', 1)\nos._exit(0)"))
    assert code_of(worker).params == {"pack": "made", "how": "0"}
    assert [port for port, _ in ports.asked] == ["storage.put"]


def test_what_is_said_after_the_call_ends_the_worker_not_the_next_call(pack: Write, started: Started) -> None:
    body = (
        f"{OUT}import os, threading, time\n"
        "def later():\n    time.sleep(0.1)\n    os.write(out, b'late\\n')\n"
        "threading.Thread(target=later).start()\nreturn str(os.getpid())"
    )
    worker = started(pack(body))
    first = worker.call("t", {}, seconds=5).output
    process = worker._process
    assert process is not None
    until = time.monotonic() + 5
    while process.is_fit() and time.monotonic() < until:
        time.sleep(0.02)
    assert worker.call("t", {}, seconds=5).output != first


def test_K43_a_stop_ends_the_call_within_a_second(pack: Write, started: Started) -> None:
    worker = started(pack("while True: pass"))
    assert worker.confinement.what
    began = time.monotonic()
    with pytest.raises(ClinicError) as caught:
        worker.call("t", {}, seconds=30, is_stopped=lambda: time.monotonic() - began > 0.2)
    assert caught.value.code == "worker_cancelled"
    assert time.monotonic() - began < 1


def test_who_waits_for_the_turn_can_stop_too(pack: Write, started: Started) -> None:
    worker = started(pack("import time\ntime.sleep(1)\nreturn ''"))
    assert worker.confinement.what
    first = threading.Thread(target=worker.call, args=("t", {}), kwargs={"seconds": 5})
    first.start()
    time.sleep(0.2)
    assert code_of(worker, seconds=0.2).code == "worker_timeout"
    with pytest.raises(ClinicError) as caught:
        worker.call("t", {}, seconds=5, is_stopped=lambda: True)
    assert caught.value.code == "worker_cancelled"
    assert first.is_alive()
    first.join()


def test_closing_ends_a_call_under_way(pack: Write, started: Started) -> None:
    worker = started(pack("while True: pass"))
    assert worker.confinement.what
    threading.Timer(0.2, worker.close).start()
    assert code_of(worker, seconds=30).code == "worker_closed"
    assert code_of(worker).code == "worker_closed"


def test_arguments_longer_than_a_line_are_never_sent(pack: Write, started: Started) -> None:
    worker = started(pack("return ''"))
    with pytest.raises(ClinicError) as caught:
        worker.call("t", {"a": "x" * (5 * 1024 * 1024)}, seconds=5)
    assert caught.value.code == "worker_oversized"


def test_who_does_not_read_does_not_hold_the_caller(pack: Write, started: Started) -> None:
    """The pipe is full long before the line is written."""
    body = "import os, threading, time\nthreading.Thread(target=lambda: None).start()\nreturn context.storage.get('k')"
    worker = started(pack(f"if arguments:\n    import time\n    time.sleep(60)\n{body}"))
    assert worker.call("t", {}, seconds=5).output == "None"
    process = worker._process
    assert process is not None
    os.kill(process.pid, signal.SIGSTOP)
    began = time.monotonic()
    with pytest.raises(ClinicError) as caught:
        worker.call("t", {"a": "x" * 3_000_000}, seconds=0.5)
    assert caught.value.code == "worker_timeout"
    assert time.monotonic() - began < 2


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("raise ValueError('王芳')", "ValueError pack.py:1"),
        ("def create_pack(context):\n    return 1\n", "create_pack"),
        (f"apiVersion = 2\n{CODE}", "apiVersion"),
        (f"apiVersion = True\n{CODE}", "apiVersion"),
        ("x =", "SyntaxError pack.py:1"),
        ("import nonesuch", "ModuleNotFoundError pack.py:1"),
        ("", "create_pack"),
    ],
)
def test_a_pack_that_does_not_load_is_damaged(
    code: str, reason: str, tmp_path: Path, started: Started
) -> None:
    (tmp_path / "pack.py").write_text(code, encoding="utf-8")
    with pytest.raises(Damaged) as caught:
        started(tmp_path).describe()
    assert (caught.value.code, caught.value.params["reason"]) == ("pack_broken", reason)


def test_a_pack_that_never_loads_ends_by_the_time_for_it(tmp_path: Path, started: Started) -> None:
    (tmp_path / "pack.py").write_text("while True: pass", encoding="utf-8")
    with pytest.raises(ClinicError) as caught:
        started(tmp_path, limits=Limits(start=1.0)).describe()
    assert caught.value.code == "worker_timeout"


@pytest.mark.parametrize(
    "command", [["/nonesuch"], [sys.executable, "-c", "pass"], [sys.executable, "-c", "print('{}')"]]
)
def test_what_is_no_worker_does_not_start(command: list[str], tmp_path: Path, ports: FakePorts) -> None:
    worker = PackWorker(tmp_path, "made", "0.1.0", ports, command=command)
    assert code_of(worker).code == "worker_start"
    worker.close()


def test_what_is_shut_in_too_weakly_is_refused(pack: Write, started: Started) -> None:
    folder = pack("return ''")
    marker = folder / "loaded"
    (folder / "pack.py").write_text(f"open({str(marker)!r}, 'w')\n", encoding="utf-8")
    worker = started(folder, "landlock", "audit_hook")
    worker._at_least = Level.KERNEL
    with pytest.raises(Refused) as caught:
        worker.describe()
    assert caught.value.code == "worker_weak"
    assert not marker.exists()


def test_nothing_is_left(pack: Write, started: Started) -> None:
    worker = started(pack("from pathlib import Path\nPath('note').write_text('x')\nreturn str(Path.cwd())"))
    folder = Path(worker.call("t", {}, seconds=5).output)
    assert (folder / "note").exists()
    assert folder.stat().st_mode & 0o777 == 0o700
    worker.close()
    worker.close()
    assert not folder.parent.exists()
    assert [thread.name for thread in threading.enumerate() if "pack-worker" in thread.name] == []


def test_the_standard_library_is_there(pack: Write, started: Started) -> None:
    modules = (
        *(
            "json",
            "re",
            "hashlib",
            "decimal",
            "fractions",
            "statistics",
            "zoneinfo",
            "csv",
            "uuid",
        ),
        *(
            "tempfile",
            "random",
            "secrets",
            "difflib",
            "unicodedata",
            "asyncio",
            "threading",
            "xml.etree.ElementTree",
        ),
        *(
            "concurrent.futures",
            "html.parser",
            "email.message",
            "calendar",
            "locale",
            "string",
            "textwrap",
            "zlib",
        ),
    )
    body = (
        f"import importlib, asyncio, threading, tempfile\nfor name in {modules!r}:\n    importlib.import_module(name)\n"
        "import hashlib, zoneinfo\nfrom datetime import datetime\n"
        "asyncio.run(asyncio.sleep(0))\n"
        "one = threading.Thread(target=print)\none.start()\none.join()\n"
        "with tempfile.TemporaryFile() as file:\n    file.write(b'x')\n"
        "return hashlib.sha3_256(b'').hexdigest()[:4] + str(datetime.now(zoneinfo.ZoneInfo('Asia/Shanghai')).utcoffset())"
    )
    assert started(pack(body)).call("t", {}, seconds=10).output == "a7ff8:00:00"


def test_what_a_crash_left_is_gone_at_the_next_start(
    pack: Write, started: Started, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    left = place / "mingdao-pack-x"
    (left / "own").mkdir(parents=True)
    (left / "own" / "note").write_text("x", encoding="utf-8")
    (left / "in-use.lock").touch()
    os.utime(left / "in-use.lock", (0, 0))
    worker = started(pack("return ''"))
    worker.call("t", {}, seconds=5)
    assert not left.exists()
    assert len(list(place.iterdir())) == 1
    worker.close()
    assert list(place.iterdir()) == []


def test_the_null_device_takes_what_is_written(pack: Write, started: Started) -> None:
    body = "import os\nwith open(os.devnull, 'w') as file:\n    file.write('x')\nreturn 'so'"
    for without in ((), ("landlock", "seccomp")):
        assert started(pack(body), *without).call("t", {}, seconds=5).output == "so"


def test_a_worker_that_used_up_half_its_time_makes_way(pack: Write, started: Started) -> None:
    body = "import os, time\nwhile time.process_time() < 0.6: pass\nreturn str(os.getpid())"
    worker = started(pack(body), limits=Limits(cpu=1))
    assert worker.call("t", {}, seconds=20).output != worker.call("t", {}, seconds=20).output


@pytest.mark.parametrize("name", ["core.store", "core.packhost.worker.worker", "desktop", "packs"])
def test_no_more_of_ours_is_imported(name: str, pack: Write, started: Started) -> None:
    """Whatever the kernel does: in a frozen program these lie where Python's own modules do."""
    worker = started(pack(f"import {name}"), "landlock", "seccomp", "audit_hook", "processes")
    assert code_of(worker).params["kind"] == "ModuleNotFoundError"


def test_a_process_with_threads_cannot_be_shut_in() -> None:
    """They would stay outside. In a process of its own, for what is tried cannot be taken back."""
    program = (
        "import sys, threading\nsys.path.append(sys.argv[1])\nfrom pathlib import Path\n"
        "from core.packhost.worker.confine import confine\nfrom core.packhost.worker.limits import Limits\n"
        "from core.packhost.worker.view import view_of\nend = threading.Event()\n"
        "threading.Thread(target=end.wait).start()\n"
        "try:\n    confine(view_of(Path(), Path()), Limits())\nexcept RuntimeError:\n    print('refused')\nend.set()\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, str(ROOT)], capture_output=True, text=True, check=False
    )
    assert done.stdout == "refused\n"


@pytest.mark.parametrize(("changed_at", "asked"), [(1, 0), (2, 1)])
def test_what_is_another_than_was_meant_is_not_loaded(
    tmp_path: Path, ports: FakePorts, changed_at: int, asked: int
) -> None:
    """Looked at before its code is loaded, when nothing of it runs, and after, when nothing it says is taken."""
    (tmp_path / "pack.py").write_text(
        f"{HEAD}\n\ndef create_pack(context):\n    context.log.info('here')\n    return Pack()\n",
        encoding="utf-8",
    )
    looks = 0

    def look() -> None:
        nonlocal looks
        looks += 1
        if looks == changed_at:
            raise Refused("pack_changed", pack="made")

    worker = PackWorker(tmp_path, "made", "0.1.0", ports, look=look)
    with pytest.raises(Refused) as caught:
        worker.describe()
    assert (caught.value.code, len(ports.asked)) == ("pack_changed", asked)
    worker.close()
