"""A D-Bus of its own for a test, with a small logind on it. What is on the bus is real; only who speaks there is ours."""

import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jeepney import DBusAddress, HeaderFields, Message, MessageType, new_error, new_method_return, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection

LOGIND = "org.freedesktop.login1"
MANAGER = DBusAddress("/org/freedesktop/login1", interface=f"{LOGIND}.Manager")
SESSION = DBusAddress("/org/freedesktop/login1/session/_31", interface=f"{LOGIND}.Session")
PROPERTIES = DBusAddress("/org/freedesktop/login1/session/_31", interface="org.freedesktop.DBus.Properties")
POLICY = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>custom</type><listen>unix:dir={folder}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy></busconfig>"""


@contextmanager
def private_bus(folder: Path) -> Iterator[str]:
    """The address of a bus that ends with the test."""
    config = folder / "bus.conf"
    config.write_text(POLICY.format(folder=folder), encoding="utf-8")
    command = ["dbus-daemon", f"--config-file={config}", "--nofork", "--print-address=1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as daemon:
        try:
            assert daemon.stdout
            yield daemon.stdout.readline().strip()
        finally:
            daemon.terminate()


@dataclass
class Logind:
    """The part of logind a program speaks to about its session and sleep. It answers on a thread of its own."""

    address: str
    hints: dict[str, bool] = field(default_factory=lambda: {"LockedHint": False, "Active": True})
    inhibited: list[tuple[str, ...]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    _ends: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._bus = open_dbus_connection(self.address, enable_fds=True)
        self._bus.send_and_get_reply(message_bus.RequestName(LOGIND))
        self._thread = threading.Thread(target=self._serve, name="logind")
        self._thread.start()

    def close(self) -> None:
        """Leave the bus."""
        with open_dbus_connection(self.address) as other:
            # Wakes the thread, which waits for a message.
            other.send(new_signal(DBusAddress("/", interface="tests.Bus"), "Over"))
        self._thread.join(5)
        for end in self._ends:
            with suppress(OSError):
                os.close(end)

    def send(self, address: DBusAddress, name: str, signature: str = "", body: tuple[Any, ...] = ()) -> None:
        """A signal of logind's."""
        self._bus.send(new_signal(address, name, signature or None, body))

    def prepare_for_sleep(self, *, begins: bool) -> None:
        self.send(MANAGER, "PrepareForSleep", "b", (begins,))

    def lock(self) -> None:
        self.send(SESSION, "Lock")

    def set_hint(self, name: str, value: bool) -> None:
        """A property of the session is another, and logind says so."""
        self.hints[name] = value
        changed: tuple[Any, ...] = (SESSION.interface, {name: ("b", value)}, [])
        self.send(PROPERTIES, "PropertiesChanged", "sa{sv}as", changed)

    def is_held(self) -> bool:
        """Whether somebody holds an inhibitor: its other end is open."""
        held = False
        for end in list(self._ends):
            try:
                os.read(end, 1)
            except BlockingIOError:
                held = True
            else:
                self._ends.remove(end)
                os.close(end)
        return held

    def _serve(self) -> None:
        with self._bus:
            self._bus.send(message_bus.AddMatch("type='signal',interface='tests.Bus'"))
            while True:
                message = self._bus.receive()
                fields = message.header.fields
                if fields.get(HeaderFields.interface) == "tests.Bus":
                    return
                if message.header.message_type is MessageType.method_call:
                    self._answer(self._bus, message, str(fields.get(HeaderFields.member)))

    def _answer(self, bus: DBusConnection, message: Message, method: str) -> None:
        match method:
            case "Inhibit":
                self.inhibited.append(tuple(message.body))
                ours, theirs = os.pipe()
                os.set_blocking(ours, False)
                self._ends.append(ours)
                bus.send(new_method_return(message, "h", (theirs,)))
                os.close(theirs)
            case "GetSession":
                self.asked.append(message.body[0])
                bus.send(new_method_return(message, "o", (SESSION.object_path,)))
            case "Get":
                bus.send(new_method_return(message, "v", (("b", self.hints[message.body[1]]),)))
            case _:
                bus.send(new_error(message, "org.freedesktop.DBus.Error.UnknownMethod"))


@contextmanager
def logind(address: str) -> Iterator[Logind]:
    """A logind on a bus, as long as the test."""
    mine = Logind(address)
    try:
        yield mine
    finally:
        mine.close()
