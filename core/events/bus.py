"""Publish and subscribe by type, synchronously, on the thread of the publisher.

A subscriber hears the type it named and every type below it. A subscriber that raises does not keep the others from hearing;
its failure reaches the publisher afterwards, since it is a fault of this program.
"""

from collections.abc import Callable
from typing import TypeVar

from core.events.model import Event

E = TypeVar("E", bound=Event)


class Bus:
    """Delivers events to those who subscribed."""

    def __init__(self) -> None:
        self._hearers: list[tuple[type[Event], Callable[..., None]]] = []

    def subscribe(self, kind: type[E], hear: Callable[[E], None]) -> Callable[[], None]:
        """Hear every event of a type from now on. Returns what ends the subscription."""
        entry = (kind, hear)
        self._hearers.append(entry)

        def unsubscribe() -> None:
            if entry in self._hearers:
                self._hearers.remove(entry)

        return unsubscribe

    def publish(self, event: Event) -> None:
        """Tell everyone who subscribed. Raises an ExceptionGroup of what the hearers raised."""
        failures: list[Exception] = []
        for kind, hear in tuple(self._hearers):
            if isinstance(event, kind):
                try:
                    hear(event)
                except Exception as error:  # noqa: BLE001 - gathered and raised below
                    failures.append(error)
        if failures:
            raise ExceptionGroup(f"hearers of {type(event).__name__}", failures)
