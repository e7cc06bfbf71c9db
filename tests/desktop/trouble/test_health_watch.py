"""What is the matter stands until it is not any more; what is loud comes back when it is put away."""

from collections.abc import Iterator
from typing import Any, cast

import pytest
from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.services.health import Concern, Report
from desktop.bridge.clinic import ClinicBridge, ClinicState
from desktop.bridge.notices import Verb
from desktop.trouble.health_watch import HealthWatch
from tests.fakes.notices import Recorder, recorder

__all__ = ["recorder"]

SYNCED = Concern("folder_synced", {"service": "OneDrive"})
FULL = Concern("disk_full", {"free": 3, "needed": 500})


def failed(code: str) -> Concern:
    return Concern("write_failed", error=ClinicError(code, file="clinic.db", folder="", needed=500))


class Bridge(QObject):
    """An open clinic whose health is what the test says."""

    state_changed = Signal(object)
    happened = Signal(object)
    unheard = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.state = ClinicState.CLOSED
        self.concerns: tuple[Concern, ...] = ()
        self.asked = 0

    def ask(self, _owner: object, _work: object, done: Any, _failed: object, *, latest: str) -> None:
        assert latest == "health"
        self.asked += 1
        done(Report(self.concerns, None))

    def turn(self, state: ClinicState) -> None:
        self.state = state
        self.state_changed.emit(state)


@pytest.fixture
def bridge(qapp: object) -> Bridge:
    return Bridge()


@pytest.fixture
def watch(qtbot: QtBot, bridge: Bridge, recorder: Recorder) -> Iterator[HealthWatch]:
    watch = HealthWatch(cast("ClinicBridge", bridge), recorder.notices, Messages())
    yield watch
    watch.deleteLater()


def standing(recorder: Recorder) -> list[str]:
    return [notice.text for notice in recorder.notices.standing]


def test_it_looks_when_a_clinic_opens_and_not_before(
    qtbot: QtBot, watch: HealthWatch, bridge: Bridge
) -> None:
    watch.look()
    assert bridge.asked == 0
    with qtbot.waitSignal(watch.looked):
        bridge.turn(ClinicState.OPEN)
    assert watch._every.isActive()
    bridge.turn(ClinicState.CLOSED)
    assert not watch._every.isActive()


def test_a_concern_stands_once_and_goes_with_its_cause(
    watch: HealthWatch, bridge: Bridge, recorder: Recorder
) -> None:
    bridge.state = ClinicState.OPEN
    bridge.concerns = (SYNCED,)
    for _ in range(3):
        watch.look()
    assert [notice.verb for notice in recorder.raised] == [Verb.WARN]
    assert "OneDrive" in recorder.last.text
    bridge.concerns = ()
    watch.look()
    assert standing(recorder) == []


def test_S43_what_is_loud_comes_back_when_it_is_put_away(
    watch: HealthWatch, bridge: Bridge, recorder: Recorder
) -> None:
    bridge.state = ClinicState.OPEN
    bridge.concerns = (SYNCED, FULL)
    watch.look()
    for notice in recorder.notices.standing:
        recorder.notices.withdraw(notice)
    watch.look()
    assert len(standing(recorder)) == 1
    assert recorder.last.verb is Verb.ERROR
    assert "3 MB" in recorder.last.text


def test_S43_another_failure_is_said_anew(watch: HealthWatch, bridge: Bridge, recorder: Recorder) -> None:
    bridge.state = ClinicState.OPEN
    for code in ("disk_full", "store_moved"):
        bridge.concerns = (failed(code),)
        watch.look()
    assert len(standing(recorder)) == 1
    assert "移走" in standing(recorder)[0]


def test_it_looks_at_once_after_something_could_not_be_done(
    qtbot: QtBot, watch: HealthWatch, bridge: Bridge, recorder: Recorder
) -> None:
    bridge.state = ClinicState.OPEN
    with qtbot.waitSignal(watch.looked, timeout=2000):
        recorder.notices.error("没有保存")
    bridge.concerns = (FULL,)
    watch.look()
    asked = bridge.asked
    qtbot.wait(500)
    assert bridge.asked == asked, "its own notice is no news to it"


def test_a_locked_clinic_leaves_nothing_standing_and_tells_again(
    qtbot: QtBot, watch: HealthWatch, bridge: Bridge, recorder: Recorder
) -> None:
    bridge.concerns = (SYNCED,)
    with qtbot.waitSignal(watch.looked):
        bridge.turn(ClinicState.OPEN)
    recorder.notices.withdraw(recorder.last)
    bridge.turn(ClinicState.CLOSED)
    assert standing(recorder) == []
    with qtbot.waitSignal(watch.looked):
        bridge.turn(ClinicState.OPEN)
    assert len(standing(recorder)) == 1


def test_another_language_says_it_again(
    qtbot: QtBot, watch: HealthWatch, bridge: Bridge, recorder: Recorder
) -> None:
    bridge.state = ClinicState.OPEN
    bridge.concerns = (SYNCED,)
    watch.look()
    with qtbot.waitSignal(watch.looked):
        watch.speak(Messages("en"))
    assert standing(recorder)[0].startswith("The clinic's data")
