"""The kernel's events as one signal on the window's thread.

An event is heard before the reply of the work that caused it. Those of a clinic that was left meanwhile are not heard.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from core.events.bus import Bus
from core.events.model import Event
from desktop.bridge.mailbox import Mailbox


class Events(QObject):
    """Hears one bus at a time."""

    happened = Signal(object)
    """An `Event`."""

    def __init__(self, mailbox: Mailbox, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mailbox = mailbox
        self._ear: _Ear | None = None

    def attach(self, bus: Bus) -> None:
        """Hear this bus from now on, instead of the one before."""
        self.detach()
        self._ear = _Ear(self, self._mailbox, bus)

    def detach(self) -> None:
        """Hear nothing more, also not what has happened and was not yet told."""
        if self._ear:
            self._ear.stop()
            self._ear = None

    def pass_on(self, ear: object, event: Event) -> None:
        """Tell of an event, on the window's thread, unless its bus was left meanwhile."""
        if ear is self._ear:
            self.happened.emit(event)


class _Ear:
    """What a bus holds on to, and a worker may let go of: no QObject, therefore."""

    def __init__(self, events: Events, mailbox: Mailbox, bus: Bus) -> None:
        self._events = events
        self._mailbox = mailbox
        self._unsubscribe: Callable[[], None] = bus.subscribe(Event, self._hear)

    def stop(self) -> None:
        self._unsubscribe()

    def _hear(self, event: Event) -> None:
        self._mailbox.post(_Letter(self, self._events, event))


class _Letter:
    def __init__(self, ear: _Ear, events: Events, event: Event) -> None:
        self._ear, self._events, self._event = ear, events, event

    def __call__(self) -> None:
        self._events.pass_on(self._ear, self._event)
