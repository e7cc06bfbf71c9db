"""Each rule of tests/fakes/silence.py catches what it names, and lets through what a marker allows."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

UNKNOWN = "outside core/net"


def connecting(file: str) -> str:
    """Code that connects as if it stood in a file of this project."""
    return f"compile('socket.create_connection((\"127.0.0.1\", 9), 0.1)', {str(ROOT / file)!r}, 'exec')"


NOISY = {
    "warned": ("logging.getLogger('somebody').warning('trouble')", "logged WARNING somebody: trouble"),
    "logged": ("logging.getLogger('core.store').debug('detail')", "logged DEBUG core.store: detail"),
    "not_logged": ("pass", "expected and not logged nothing"),
    "thread": (
        "threading.Thread(target=time.sleep, args=(9,), name='left', daemon=True).start()",
        "leaked thread left",
    ),
    "variable": ("os.environ['MINGDAO_LEFT'] = '1'", "leaked variable MINGDAO_LEFT"),
    "outside": (
        "socket.create_connection(('192.0.2.1', 80), 0.1)",
        "DoorError: socket.getaddrinfo '192.0.2.1'",
    ),
    "outside_marked": (
        "with socket.socket() as door: door.connect(('192.0.2.1', 80))",
        "socket.connect ('192.0.2.1', 80)",
    ),
    "datagram": (
        "with socket.socket(type=socket.SOCK_DGRAM) as door: door.sendto(b'', ('192.0.2.1', 9))",
        "socket.sendto",
    ),
    "listening": ("with socket.socket() as door: door.bind(('', 0))", "socket.bind ('', 0)"),
    "loopback": ("with socket.socket() as door: door.bind(('127.0.0.1', 0))", "socket.bind ('127.0.0.1', 0)"),
    "local_socket": (
        "with socket.socket(socket.AF_UNIX) as door: door.connect('/nowhere')",
        "socket.connect '/nowhere'",
    ),
    "another_client": (
        "with suppress(Exception): socket.create_connection(('127.0.0.1', 9), 0.1)",
        f"socket.connect ('127.0.0.1', 9) {UNKNOWN}",
    ),
    "another_client_of_ours": (
        f"with suppress(Exception): exec({connecting('core/net/other.py')})",
        f"socket.connect ('127.0.0.1', 9) {UNKNOWN}",
    ),
    "another_client_in_a_task": (
        "with suppress(Exception): asyncio.run(asyncio.wait_for(asyncio.open_connection('127.0.0.1', 9), 1))",
        f"socket.connect ('127.0.0.1', 9) {UNKNOWN}",
    ),
    "another_client_of_a_library": (
        "with suppress(Exception): httpx.get('http://127.0.0.1:9/', trust_env=False)",
        f"socket.connect ('127.0.0.1', 9) {UNKNOWN}",
    ),
    "swallowed": (
        "with suppress(Exception): socket.getaddrinfo('host.invalid', 1)",
        "socket.getaddrinfo 'host.invalid'",
    ),
    "sqlite": ("with suppress(Exception): sqlite3.connect(':memory:')", "standard library's sqlite3"),
    "warning": ("warnings.warn('old', DeprecationWarning)", "DeprecationWarning: old"),
}
QUIET = {
    "warned": "logging.getLogger('somebody').warning('trouble')",
    "others_detail": "logging.getLogger('somebody').info('detail')",
    "loopback": "with socket.socket() as door: door.bind(('127.0.0.1', 0))",
    "local_socket": "with suppress(OSError), socket.socket(socket.AF_UNIX) as door: door.connect('/nowhere')",
    "client": "with suppress(ClinicError): exchange(outgoing('GET', read_url('http://localhost:9/'), {}, b''), ['127.0.0.1'])",
    "client_of_a_test": f"with suppress(ConnectionRefusedError): exec({connecting('tests/fakes/other.py')})",
    "thread": "threading.Thread(target=time.sleep, args=(0.2,)).start()",
    "bus": "assert os.environ['DBUS_SESSION_BUS_ADDRESS'] == 'disabled:'",
    "setting": "assert 'MINGDAO_HOME' not in os.environ",
    "folder": "assert core.base.paths.Home.chosen().folder.parent == Path(os.devnull) / 'tests'",
    "after": "assert 'MINGDAO_LEFT' not in os.environ",
}
MARKS = {
    "not_logged": "expect_log('nothing')",
    "outside_marked": "loopback",
    "quiet_warned": "expect_log('WARNING somebody: trouble')",
    "quiet_loopback": "loopback",
    **dict.fromkeys((name for name in NOISY if name.startswith("another_client")), "loopback"),
    **dict.fromkeys(("quiet_client", "quiet_client_of_a_test"), "loopback"),
    "quiet_local_socket": "keyring",
}
IMPORTS = (
    "import asyncio, httpx, logging, os, socket, sqlite3, threading, time, warnings\nfrom contextlib import suppress\n"
    "from pathlib import Path\nimport pytest\nimport core.base.paths\nfrom core.base.errors import ClinicError\n"
    "from core.net.client import outgoing\nfrom core.net.exchange import exchange\nfrom core.net.target import read_url\n"
)


def run(file: Path, *options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """A pytest of its own over one file, under the conftest and the options of this project."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-c",
        str(ROOT / "pyproject.toml"),
        "-p",
        "tests.conftest",
        "--tb=line",
    ]
    return subprocess.run(
        [*command, "-p", "no:cacheprovider", "-p", "no:pytest-qt", *options, str(file)],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "300", **variables},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What pytest says of each tiny test: PASSED, or the reason it was failed for."""
    bodies = {name: body for name, (body, _) in NOISY.items()} | {
        f"quiet_{name}": body for name, body in QUIET.items()
    }
    source = IMPORTS + "".join(
        f"\n{f'@pytest.mark.{MARKS[name]}' if name in MARKS else ''}\ndef test_{name}():\n    {body}\n"
        for name, body in bodies.items()
    )
    file = tmp_path_factory.mktemp("noisy") / "test_tiny.py"
    file.write_text(source, encoding="utf-8")
    done = run(file, "-rA", MINGDAO_HOME="/somebody/real")
    said: dict[str, str] = {}
    for word, name, reason in re.findall(
        r"^(PASSED|FAILED|ERROR) \S*::test_(\w+)(?: - (.*))?$", done.stdout, re.MULTILINE
    ):
        said[name] = (
            word if word == "PASSED" and name not in said else f"{said.get(name, '')} {reason}".strip()
        )
    assert set(said) == set(bodies), done.stdout + done.stderr
    return said


@pytest.mark.parametrize("name", NOISY)
def test_noise_fails(outcomes: dict[str, str], name: str) -> None:
    assert NOISY[name][1] in outcomes[name]


@pytest.mark.parametrize("name", QUIET)
def test_quiet_passes(outcomes: dict[str, str], name: str) -> None:
    assert outcomes[f"quiet_{name}"] == "PASSED"


@pytest.mark.parametrize(("ci", "word"), [("true", "FAILED|ERROR"), ("", "SKIPPED")])
def test_absent_material_skips_here_and_fails_in_ci(tmp_path: Path, ci: str, word: str) -> None:
    file = tmp_path / "test_tiny.py"
    file.write_text("def test_asks(shared): pass\n", encoding="utf-8")
    done = run(file, CI=ci, MINGDAO_SHARED=str(tmp_path / "absent"))
    assert re.search(rf"^({word}) .*shared material is absent", done.stdout, re.MULTILINE), (
        done.stdout + done.stderr
    )
