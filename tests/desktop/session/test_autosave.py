"""A draft is safe a moment after the last key, at once on leaving, and after a failure as soon as it can be."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from core.base.errors import Refused, UserError
from core.base.ids import RecordNo
from desktop.bridge.clinic import ClinicBridge
from desktop.session.autosave import IDLE_MS, Autosave, DraftSaver
from tests.fakes.clinic import MENZHEN, content, new_clinic
from tests.fakes.clock import NOON

SHORT_MS = 20
WAIT_MS = 20_000


@dataclass
class Store:
    """Where drafts go: it keeps each save waiting until the test lets it through."""

    typed: str = ""
    got: list[str] = field(default_factory=list)
    waiting: list[tuple[Callable[[datetime], None], Callable[[Exception], None]]] = field(
        default_factory=list
    )
    most_at_once: int = 0

    def content(self) -> str:
        return self.typed

    def save(
        self, content: str, saved: Callable[[datetime], None], failed: Callable[[Exception], None]
    ) -> None:
        self.got.append(content)
        self.waiting.append((saved, failed))
        self.most_at_once = max(self.most_at_once, len(self.waiting))

    def succeed(self) -> None:
        self.waiting.pop(0)[0](NOON)

    def fail(self) -> None:
        self.waiting.pop(0)[1](UserError("disk_full", file="x"))


@pytest.fixture
def store() -> Store:
    return Store()


@pytest.fixture
def owner(qapp: QApplication) -> Iterator[QObject]:
    owner = QObject()
    yield owner
    delete(owner)  # with its timers: none of them goes off in another test


@pytest.fixture
def autosave(store: Store, owner: QObject) -> Autosave:
    return Autosave(store.content, store.save, owner, idle_ms=SHORT_MS, retry_ms=SHORT_MS)


@pytest.fixture
def slow(store: Store, owner: QObject) -> Autosave:
    """One whose timer never comes into it."""
    return Autosave(store.content, store.save, owner, idle_ms=60_000, retry_ms=60_000)


def type_in(autosave: Autosave, store: Store, text: str) -> None:
    store.typed = text
    autosave.changed()


def test_it_waits_a_second_and_a_half(store: Store, owner: QObject) -> None:
    autosave = Autosave(store.content, store.save, owner)
    type_in(autosave, store, "头")
    assert IDLE_MS == 1500
    assert (autosave._timer.interval(), autosave._timer.isActive()) == (1500, True)
    assert store.got == []


def test_typing_again_waits_again_and_saves_once(qtbot: QtBot, store: Store, autosave: Autosave) -> None:
    for text in ("头", "头晕", "头晕一月"):
        type_in(autosave, store, text)
    qtbot.waitUntil(lambda: store.got == ["头晕一月"])
    with qtbot.waitSignal(autosave.saved) as saved:
        store.succeed()
    assert saved.args == [NOON]
    assert not autosave.is_dirty


def test_R4_flush_saves_at_once(store: Store, slow: Autosave) -> None:
    answers: list[bool] = []
    slow.flush(answers.append)
    assert (answers, store.got) == ([True], []), "nothing typed, nothing to save"
    type_in(slow, store, "头晕")
    slow.flush(answers.append)
    assert store.got == ["头晕"]
    store.succeed()
    assert answers == [True, True]


def test_never_two_saves_at_once_and_the_latest_wins(store: Store, slow: Autosave) -> None:
    answers: list[str] = []
    type_in(slow, store, "头")
    slow.flush(lambda is_saved: answers.append(f"头 {is_saved}"))
    type_in(slow, store, "头晕")
    slow.flush(lambda is_saved: answers.append(f"头晕 {is_saved}"))
    assert store.got == ["头"]
    store.succeed()
    assert (store.got, answers) == (["头", "头晕"], ["头 True"])
    dirty = [slow.is_dirty]
    store.succeed()
    dirty.append(slow.is_dirty)
    assert answers == ["头 True", "头晕 True"]
    assert dirty == [True, False]
    assert store.most_at_once == 1


def test_what_is_typed_during_a_save_is_saved_later(qtbot: QtBot, store: Store, autosave: Autosave) -> None:
    type_in(autosave, store, "头")
    qtbot.waitUntil(lambda: store.got == ["头"])
    type_in(autosave, store, "头晕")
    qtbot.waitUntil(lambda: not autosave._timer.isActive())
    assert store.got == ["头"]
    store.succeed()
    qtbot.waitUntil(lambda: store.got == ["头", "头晕"])
    store.succeed()
    assert not autosave.is_dirty


def test_R5_a_failure_stands_and_is_retried(qtbot: QtBot, store: Store, autosave: Autosave) -> None:
    failures: list[Exception] = []
    autosave.failed.connect(failures.append)
    type_in(autosave, store, "头晕")
    for attempt in range(1, 4):
        qtbot.waitUntil(lambda: len(store.waiting) == 1)
        store.fail()
        assert len(failures) == attempt
        assert autosave.failure is failures[-1]
        assert autosave.is_dirty
    qtbot.waitUntil(lambda: len(store.waiting) == 1)
    store.succeed()
    assert autosave.failure is None
    assert store.got == ["头晕"] * 4


def test_retries_grow_apart_and_stay_within_half_a_minute(
    store: Store, slow: Autosave, owner: QObject
) -> None:
    autosave = Autosave(store.content, store.save, owner)
    type_in(autosave, store, "头晕")
    waits = []
    for _ in range(7):
        autosave.flush()
        store.fail()
        waits.append(autosave._timer.interval())
    assert waits == [2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]


def test_flush_hears_of_a_failure(store: Store, slow: Autosave) -> None:
    answers: list[bool] = []
    type_in(slow, store, "头晕")
    slow.flush(answers.append)
    store.fail()
    assert answers == [False]


def test_flush_after_a_failing_attempt_began_is_tried_for_itself(store: Store, slow: Autosave) -> None:
    answers: list[bool] = []
    type_in(slow, store, "头")
    slow.flush()
    type_in(slow, store, "头晕")
    slow.flush(answers.append)
    store.fail()
    assert (answers, store.got) == ([], ["头", "头晕"])
    store.succeed()
    assert answers == [True]


def test_dirty_is_told_when_it_changes(store: Store, slow: Autosave) -> None:
    told: list[bool] = []
    slow.dirty.connect(told.append)
    for text in ("头", "头晕"):
        type_in(slow, store, text)
    slow.flush()
    store.succeed()
    assert told == [True, False]


def test_no_draft_comes_after_its_visit(qtbot: QtBot, store: Store, autosave: Autosave) -> None:
    ready: list[str] = []
    type_in(autosave, store, "头晕")
    autosave.flush()
    autosave.hold(lambda: ready.append("ready"))
    assert ready == [], "a save is under way"
    store.succeed()
    assert ready == ["ready"]
    type_in(autosave, store, "头晕一月")
    assert not autosave._timer.isActive()
    autosave.rest()
    assert autosave.is_dirty, "typed after the visit was taken"
    qtbot.waitUntil(lambda: store.got == ["头晕", "头晕一月"])


def test_what_became_a_visit_is_not_saved_as_a_draft(store: Store, slow: Autosave) -> None:
    answers: list[bool] = []
    type_in(slow, store, "头晕")
    slow.hold(lambda: answers.append(True))
    slow.flush(answers.append)
    assert answers == [True]
    slow.rest()
    assert (answers, store.got, slow.is_dirty) == ([True, True], [], False)


def test_after_a_refused_visit_it_goes_on(qtbot: QtBot, store: Store, autosave: Autosave) -> None:
    type_in(autosave, store, "头晕")
    autosave.hold(lambda: None)
    with pytest.raises(RuntimeError, match="held"):
        autosave.hold(lambda: None)
    autosave.resume()
    qtbot.waitUntil(lambda: store.got == ["头晕"])


def test_a_fault_in_the_form_is_reported_and_tried_again(store: Store, owner: QObject) -> None:
    def no_content() -> str:
        raise ZeroDivisionError

    autosave = Autosave(no_content, store.save, owner, idle_ms=60_000)
    answers: list[bool] = []
    autosave.changed()
    with pytest.raises(ZeroDivisionError):
        autosave.flush(answers.append)
    assert answers == [False]
    assert autosave.is_dirty
    assert autosave._timer.isActive()


@pytest.fixture
def bridge(qapp: QApplication) -> Iterator[ClinicBridge]:
    bridge = ClinicBridge()
    yield bridge
    bridge.shut_down()


def test_through_the_clinic(qtbot: QtBot, bridge: ClinicBridge, tmp_path: Path, owner: QObject) -> None:
    clinic = new_clinic(tmp_path)
    record_no = RecordNo(clinic.add("王芳"))
    untold: list[object] = []
    bridge.unheard.connect(untold.append)
    typed = content(MENZHEN)
    autosave = Autosave(
        lambda: typed,
        DraftSaver(bridge, owner, record_no, "menzhen"),
        owner,
        idle_ms=SHORT_MS,
        retry_ms=SHORT_MS,
    )
    with qtbot.waitSignal(autosave.failed, timeout=WAIT_MS):
        autosave.changed()
    assert isinstance(autosave.failure, Refused)
    with qtbot.waitSignal(autosave.saved, timeout=WAIT_MS) as saved:
        bridge.open(clinic.home, clinic.vault, None, clock=clinic.clock)
    assert saved.args == [NOON]
    assert untold == []
    bridge.shut_down()
    with clinic.open() as kernel:
        assert [kept.content for kept in kernel.intake.drafts(record_no)] == [typed]
