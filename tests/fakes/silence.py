"""Silence is asserted: a test that logs, leaks or reaches out without saying so fails, whatever else it shows.

Each rule is a context around a test and appends what it saw. Warnings are errors by pyproject; Qt's messages are the
business of tests/desktop. Child processes are not watched.

A connection over the network is made by the one client (`core.net.pinned`) or by a test itself, to a server of its own; any other fails the
test, on loopback too. Local sockets are those of the keyring and of the single instance.
"""

import ipaddress
import logging
import os
import re
import socket
import sys
import sysconfig
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from core.net.pinned import Backend

OURS = ("core", "desktop", "packs")
GRACE_S = 1.0
_KEPT = "MINGDAO_SHARED"
_TESTS = f"{Path(__file__).parents[1]}{os.sep}"
_LIBRARIES = (
    "<frozen ",
    *(sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")),
)
_REACHING = {
    "socket.bind",
    "socket.connect",
    "socket.getaddrinfo",
    "socket.gethostbyaddr",
    "socket.gethostbyname",
    "socket.sendmsg",
    "socket.sendto",
}


@pytest.fixture(autouse=True)
def silence(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every rule, around every test. It depends on no other fixture, so that it is the outermost one."""
    test: pytest.Item = request.node
    seen: list[str] = []
    with ExitStack() as rules:
        for rule in (environment, doors, logs, threads):
            rules.enter_context(rule(test, seen))
        yield
    if seen:
        pytest.fail("not silent: " + "; ".join(seen), pytrace=False)


@contextmanager
def environment(test: pytest.Item, seen: list[str]) -> Iterator[None]:
    """No setting of the developer comes in, none of the test stays; the real keyring and data folder are out of reach."""
    unreachable = {"XDG_DATA_HOME": f"{os.devnull}/tests", "DBUS_SESSION_BUS_ADDRESS": "disabled:"}
    if test.get_closest_marker("keyring"):
        unreachable = {}
    before = {name: os.environ.get(name) for name in (*_settings(), *unreachable)}
    for name in _settings():
        del os.environ[name]
    os.environ.update(unreachable)
    yield
    for name in _settings():
        seen.append(f"leaked variable {name}")
        del os.environ[name]
    for name, value in before.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


def _settings() -> list[str]:
    return [name for name in os.environ if name.startswith("MINGDAO_") and name != _KEPT]


@contextmanager
def logs(test: pytest.Item, seen: list[str]) -> Iterator[None]:
    """No warning of anybody and no record of our own, unless a marker `expect_log(pattern)` names it; it must then come."""
    expected: dict[str, bool] = {mark.args[0]: False for mark in test.iter_markers("expect_log")}
    ear = _Ear()
    loggers = [logging.getLogger(name) for name in ("", *OURS)]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.addHandler(ear)
        if logger.name in OURS:
            logger.setLevel(logging.DEBUG)
    yield
    for logger, level in zip(loggers, levels, strict=True):
        logger.removeHandler(ear)
        logger.setLevel(level)
    for record in ear.records:
        line = f"{record.levelname} {record.name}: {record.getMessage()}"
        patterns = [pattern for pattern in expected if re.search(pattern, line)]
        expected |= dict.fromkeys(patterns, True)
        own = record.name.split(".")[0] in OURS
        if not patterns and (own or record.levelno >= logging.WARNING):
            seen.append(f"logged {line}")
    seen.extend(f"expected and not logged {pattern}" for pattern, came in expected.items() if not came)


class _Ear(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record not in self.records:  # a propagated record passes here twice
            self.records.append(record)


@contextmanager
def threads(test: pytest.Item, seen: list[str]) -> Iterator[None]:
    """Every thread a test starts has ended when the test has, give or take a second."""
    before = set(threading.enumerate())
    yield
    # A thread that Qt or a C library started and Python only met has no end that Python sees.
    left = [
        thread
        for thread in threading.enumerate()
        if thread not in before and not isinstance(thread, threading._DummyThread)
    ]
    deadline = time.monotonic() + GRACE_S
    for thread in left:
        thread.join(max(0.0, deadline - time.monotonic()))
    seen.extend(f"leaked thread {thread.name}" for thread in left if thread.is_alive())


class DoorError(RuntimeError):
    """Raised inside the call that reached out."""


@dataclass
class _Doors:
    loopback: bool = True
    unix: bool = True
    seen: list[str] = field(default_factory=list)


# An audit hook cannot be taken away, so there is one for the process and it asks here. The defaults hold between tests.
_doors = _Doors()


@contextmanager
def doors(test: pytest.Item, seen: list[str]) -> Iterator[None]:
    """No socket leaves this machine; one that stays on it needs the marker `loopback` (a local one: or `keyring`).

    The standard library's sqlite3 opens nothing. A refusal that the code under test swallowed is reported all the same.
    """
    global _doors  # noqa: PLW0603 - see above
    before = _doors
    loopback = test.get_closest_marker("loopback") is not None
    _doors = _Doors(loopback, loopback or test.get_closest_marker("keyring") is not None, seen)
    yield
    _doors = before


def _hear(event: str, args: tuple[Any, ...]) -> None:
    if event == "sqlite3.connect":
        _refuse("opened a database by the standard library's sqlite3")
    elif event in _REACHING:
        _judge(event, args)


def _judge(event: str, args: tuple[Any, ...]) -> None:
    has_socket = isinstance(args[0], socket.SocketType)
    target = args[1] if has_socket else args[0]
    is_local = has_socket and args[0].family == getattr(socket, "AF_UNIX", None)
    if is_local:
        allowed = _doors.unix
    else:
        host = target[0] if isinstance(target, tuple) else target
        allowed = host is None or (_doors.loopback and _is_loopback(host))
    if not allowed:
        _refuse(f"{event} {target!r}")
    elif event == "socket.connect" and not (is_local or _by_the_client.get() or _by_a_test()):
        _refuse(f"{event} {target!r} outside core/net")


_by_the_client: ContextVar[bool] = ContextVar("by_the_client", default=False)
"""Of the task that connects: libraries do so in tasks of their own, whose stack tells nothing of who began them."""


def _watched(connect: Callable[..., Any]) -> Callable[..., Any]:
    async def connect_tcp(*args: Any, **named: Any) -> Any:
        token = _by_the_client.set(True)
        try:
            return await connect(*args, **named)
        finally:
            _by_the_client.reset(token)

    return connect_tcp


Backend.connect_tcp = _watched(Backend.connect_tcp)  # type: ignore[method-assign]


def _by_a_test() -> bool:
    """Whether the nearest code on the stack that belongs to nobody's library is a test's."""
    frame = sys._getframe()
    while (frame := frame.f_back) is not None:  # type: ignore[assignment]
        file = frame.f_code.co_filename
        if file != __file__ and not file.startswith(_LIBRARIES):
            return file.startswith(_TESTS)
    return False


def _is_loopback(host: object) -> bool:
    name = host.decode() if isinstance(host, bytes) else str(host)
    try:
        return name == "localhost" or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _refuse(what: str) -> None:
    _doors.seen.append(what)
    raise DoorError(what)


sys.addaudithook(_hear)
