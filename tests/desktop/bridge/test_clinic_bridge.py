"""The clinic through the bridge: a real encrypted store, opened, asked and closed from the window's thread."""

import threading
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from core.base.errors import ClinicError
from core.base.ids import RecordNo
from core.base.paths import Home
from core.events.model import Event, PatientRegistered
from core.services.patients.patients import Asked, Found, Given
from core.settings.model import Settings
from desktop.bridge.clinic import ClinicBridge, ClinicState, Kernel, Opened, SetUp
from tests.fakes.clinic import OPERATOR, PASSPHRASE, Clinic
from tests.fakes.vault import FailingVault, InMemoryVault

WANG, LI = Given("王芳", "女", "1985-03-02"), Given("李雷", "男", "1990")


@dataclass
class Log:
    """What was heard, in order."""

    said: list[object] = field(default_factory=list)
    errors: list[ClinicError] = field(default_factory=list)

    def on_found(self, found: Found) -> None:
        self.said.append([candidate.patient.details.name for candidate in found.candidates])

    def on_error(self, error: ClinicError) -> None:
        self.errors.append(error)
        self.said.append(error.code)

    def on_event(self, event: Event) -> None:
        self.said.append(event)

    def on_done(self, value: object) -> None:
        self.said.append(value)

    def on_state(self, state: ClinicState) -> None:
        self.said.append(state.value)


@pytest.fixture
def log(bridge: ClinicBridge) -> Log:
    log = Log()
    bridge.unheard.connect(log.on_error)
    return log


@pytest.fixture
def owner() -> QObject:
    return QObject()


def threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread is not threading.main_thread()]


def opened(qtbot: QtBot, bridge: ClinicBridge, clinic: Clinic) -> None:
    with qtbot.waitSignal(bridge.open(clinic.home, clinic.vault, None, clock=clinic.clock).ended):
        pass
    assert bridge.state is ClinicState.OPEN


def closed(qtbot: QtBot, bridge: ClinicBridge) -> None:
    qtbot.waitUntil(lambda: bridge.state is ClinicState.CLOSED)


def register(kernel: Kernel, given: Given) -> RecordNo:
    return kernel.patients.register(given).patient.record_no


def add(qtbot: QtBot, bridge: ClinicBridge, owner: QObject, given: Given) -> RecordNo:
    with qtbot.waitSignal(bridge.ask(owner, lambda kernel: register(kernel, given)).done) as reply:
        pass
    assert reply.args is not None
    return RecordNo(reply.args[0])


def test_a_clinic_is_set_up_opened_and_closed(
    qtbot: QtBot, bridge: ClinicBridge, home: Home, log: Log
) -> None:
    bridge.state_changed.connect(log.on_state)
    vault = InMemoryVault()
    made: list[SetUp] = []
    with qtbot.waitSignal(bridge.set_up(home, PASSPHRASE, vault, OPERATOR, done=made.append).ended):
        pass
    assert (made[0].operator, made[0].keyring) == (OPERATOR, "ok")
    who: list[Opened] = []
    with qtbot.waitSignal(bridge.open(home, vault, PASSPHRASE, done=who.append).ended):
        pass
    assert who == [bridge.opened]
    assert who[0].operator == OPERATOR
    bridge.close()
    closed(qtbot, bridge)
    assert bridge.opened is None
    assert log.said == ["opening", "closed", "opening", "open", "closing", "closed"]


@pytest.mark.parametrize("tried", [("另一个口令", "wrong_passphrase"), (None, "keyring_locked")])
def test_a_clinic_that_does_not_open_stays_closed_and_can_be_tried_again(
    qtbot: QtBot, bridge: ClinicBridge, clinic: Clinic, log: Log, tried: tuple[str | None, str]
) -> None:
    passphrase, code = tried
    task = bridge.open(clinic.home, FailingVault("keyring_locked"), passphrase, failed=log.on_error)
    with qtbot.waitSignal(task.ended):
        pass
    assert (log.said, bridge.state) == ([code], ClinicState.CLOSED)
    opened(qtbot, bridge, clinic)


def test_a_clinic_is_opened_once(qtbot: QtBot, bridge: ClinicBridge, clinic: Clinic) -> None:
    task = bridge.open(clinic.home, clinic.vault, None)
    with pytest.raises(RuntimeError, match="opening"):
        bridge.open(clinic.home, clinic.vault, None)
    with pytest.raises(RuntimeError, match="opening"):
        bridge.set_up(clinic.home, "x", clinic.vault)
    with qtbot.waitSignal(task.ended):
        pass


def test_closing_while_opening_closes_as_soon_as_it_is_open(
    qtbot: QtBot, bridge: ClinicBridge, clinic: Clinic, log: Log
) -> None:
    bridge.state_changed.connect(log.on_state)
    bridge.open(clinic.home, clinic.vault, None)
    bridge.close()
    qtbot.waitUntil(lambda: log.said[-1:] == ["closed"])
    assert log.said == ["opening", "open", "closing", "closed"]


def test_events_are_heard_on_the_window_thread_before_the_reply(
    qtbot: QtBot, bridge: ClinicBridge, clinic: Clinic, log: Log, owner: QObject
) -> None:
    opened(qtbot, bridge, clinic)
    bridge.happened.connect(log.on_event)
    heard_on: list[threading.Thread] = []
    bridge.happened.connect(lambda event: heard_on.append(threading.current_thread()))
    with qtbot.waitSignal(bridge.ask(owner, lambda kernel: register(kernel, WANG), log.on_done).ended):
        pass
    assert log.said == [PatientRegistered(RecordNo("P001")), "P001"]
    assert heard_on == [threading.main_thread()]


def test_a_late_answer_never_wins(
    qtbot: QtBot, bridge: ClinicBridge, clinic: Clinic, log: Log, owner: QObject
) -> None:
    opened(qtbot, bridge, clinic)
    for given in (WANG, LI):
        add(qtbot, bridge, owner, given)
    gate, late = threading.Event(), threading.Event()

    def slow(kernel: Kernel) -> Found:
        late.set()
        assert gate.wait(5)
        return kernel.patients.find(Asked(text="王芳"))

    first = bridge.ask(owner, slow, log.on_found, latest="find")
    assert late.wait(5)
    second = bridge.ask(
        owner, lambda kernel: kernel.patients.find(Asked(text="李雷")), log.on_found, latest="find"
    )
    with qtbot.waitSignal(second.ended):
        pass
    gate.set()
    with qtbot.waitSignal(first.ended):
        pass
    assert log.said == [["李雷"]]


def test_the_same_name_of_another_owner_is_another_slot(
    qtbot: QtBot, bridge: ClinicBridge, clinic: Clinic, log: Log, owner: QObject
) -> None:
    opened(qtbot, bridge, clinic)
    other = QObject()
    tasks = [bridge.ask(who, lambda kernel: 1, log.on_done, latest="find") for who in (owner, other)]
    with qtbot.waitSignals([task.ended for task in tasks]):
        pass
    assert log.said == [1, 1]


def test_R11_a_reply_about_the_patient_before_is_dropped(
    qtbot: QtBot, bridge: ClinicBridge, clinic: Clinic, log: Log, owner: QObject
) -> None:
    opened(qtbot, bridge, clinic)
    one, other = (add(qtbot, bridge, owner, given) for given in (WANG, LI))
    bridge.turn_to(owner, one)
    task = bridge.ask(owner, lambda kernel: kernel.patients.show(one), log.on_done, about=one)
    bridge.turn_to(owner, other)
    with qtbot.waitSignal(task.ended):
        pass
    assert log.said == []


def test_R13_nothing_is_written_about_somebody_who_is_not_shown(
    qtbot: QtBot, bridge: ClinicBridge, clinic: Clinic, owner: QObject
) -> None:
    opened(qtbot, bridge, clinic)
    one, other = (add(qtbot, bridge, owner, given) for given in (WANG, LI))
    bridge.turn_to(owner, other)
    with pytest.raises(ValueError, match="not shown"):
        bridge.ask(owner, lambda kernel: kernel.patients.edit(one, Given(phone="13800138000")), about=one)


def test_a_save_that_fails_after_the_page_turned_is_told(
    qtbot: QtBot, bridge: ClinicBridge, clinic: Clinic, log: Log, owner: QObject
) -> None:
    opened(qtbot, bridge, clinic)
    one = add(qtbot, bridge, owner, WANG)
    bridge.turn_to(owner, one)
    task = bridge.ask(owner, lambda kernel: kernel.patients.edit(one, Given()), failed=log.on_done, about=one)
    bridge.turn_to(owner, None)
    with qtbot.waitSignal(task.ended):
        pass
    assert log.said == ["nothing_to_change"]


def test_several_reads_run_at_once(
    qtbot: QtBot, bridge: ClinicBridge, clinic: Clinic, log: Log, owner: QObject
) -> None:
    opened(qtbot, bridge, clinic)
    both = threading.Barrier(3)

    def read(kernel: Kernel) -> bool:
        both.wait(5)
        kernel.patients.find(Asked(text="王"))
        return True

    tasks = [bridge.ask(owner, read, log.on_done) for _ in range(3)]
    with qtbot.waitSignals([task.ended for task in tasks]):
        pass
    assert log.said == [True] * 3


@pytest.mark.parametrize("latest", ["", "find"])
def test_a_closed_clinic_says_so(
    qtbot: QtBot, bridge: ClinicBridge, log: Log, owner: QObject, latest: str
) -> None:
    task = bridge.ask(owner, lambda kernel: 1, log.on_done, latest=latest)
    with qtbot.waitSignal(task.ended):
        pass
    assert log.said == ([] if latest else ["clinic_closed"])


def test_closing_waits_for_a_save_that_was_asked_before(
    qtbot: QtBot, bridge: ClinicBridge, clinic: Clinic, log: Log, owner: QObject
) -> None:
    opened(qtbot, bridge, clinic)
    gate = threading.Event()

    def slow(kernel: Kernel) -> RecordNo:
        assert gate.wait(5)
        return register(kernel, WANG)

    bridge.ask(owner, slow, log.on_done)
    bridge.close()
    assert bridge.state is ClinicState.CLOSING
    gate.set()
    closed(qtbot, bridge)
    assert log.said == ["P001"]
    assert clinic.json("patient", "show", "--record-no", "P001")["patient"]["name"] == "王芳"


@pytest.mark.parametrize("moment", ["opening", "open", "closing"])
def test_shut_down_at_any_moment_finishes_saves_and_leaves_no_thread(
    qtbot: QtBot, bridge: ClinicBridge, clinic: Clinic, owner: QObject, moment: str
) -> None:
    before = threads()
    if moment == "opening":
        bridge.open(clinic.home, clinic.vault, None)
    else:
        opened(qtbot, bridge, clinic)
        bridge.ask(owner, lambda kernel: register(kernel, WANG))
    if moment == "closing":
        bridge.close()
    bridge.shut_down()
    assert [name for name in threads() if name.startswith(("kernel", "store"))] == []
    assert len(threads()) < len(before) or not before
    people = clinic.json("patient", "find", "王芳")["candidates"]
    assert len(people) == (0 if moment == "opening" else 1)
    bridge.shut_down()


def test_nothing_is_heard_after_shut_down(
    qtbot: QtBot, bridge: ClinicBridge, clinic: Clinic, log: Log, owner: QObject
) -> None:
    opened(qtbot, bridge, clinic)
    bridge.happened.connect(log.on_event)
    bridge.ask(owner, lambda kernel: register(kernel, WANG), log.on_done)
    bridge.shut_down()
    with qtbot.assertNotEmitted(bridge.happened, wait=50):
        pass
    assert log.said == []


def test_before_a_clinic_is_open_the_time_is_that_of_its_zone(bridge: ClinicBridge) -> None:
    bridge.keep_time_of(Settings(zone="Asia/Kathmandu"))
    assert bridge.now().utcoffset() == timedelta(hours=5, minutes=45)
