"""What happens in the clinic is one signal on the window's thread, and a bus that was left is not heard."""

import threading

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.base.ids import RecordNo
from core.events.bus import Bus
from core.events.model import Event, PatientEdited
from desktop.bridge.events import Events
from desktop.bridge.mailbox import Mailbox

ONE, OTHER = PatientEdited(RecordNo("P001")), PatientEdited(RecordNo("P002"))


@pytest.fixture
def heard() -> list[Event]:
    return []


@pytest.fixture
def events(qapp: QApplication, heard: list[Event]) -> Events:
    mailbox = Mailbox()
    events = Events(mailbox)
    mailbox.setParent(events)
    events.happened.connect(heard.append)
    return events


def from_a_worker(bus: Bus, event: Event) -> None:
    worker = threading.Thread(target=bus.publish, args=(event,))
    worker.start()
    worker.join()


def test_an_event_is_heard_in_order_and_once(qtbot: QtBot, events: Events, heard: list[Event]) -> None:
    bus = Bus()
    events.attach(bus)
    for event in (ONE, OTHER):
        from_a_worker(bus, event)
    assert heard == []
    qtbot.waitUntil(lambda: heard == [ONE, OTHER])


def test_what_was_not_yet_told_of_a_bus_that_was_left_is_not_told(
    qtbot: QtBot, events: Events, heard: list[Event]
) -> None:
    before, after = Bus(), Bus()
    events.attach(before)
    from_a_worker(before, ONE)
    events.attach(after)
    from_a_worker(before, ONE)
    from_a_worker(after, OTHER)
    qtbot.waitUntil(lambda: heard == [OTHER])
    from_a_worker(after, ONE)
    events.detach()
    with qtbot.assertNotEmitted(events.happened, wait=20):
        pass
    assert heard == [OTHER]


def test_a_closed_mailbox_takes_nothing(qtbot: QtBot, events: Events, heard: list[Event]) -> None:
    bus = Bus()
    mailbox = events.findChild(Mailbox)
    assert isinstance(mailbox, Mailbox)
    events.attach(bus)
    from_a_worker(bus, ONE)
    mailbox.close()
    from_a_worker(bus, OTHER)
    with qtbot.assertNotEmitted(events.happened, wait=20):
        pass
    assert heard == []
