"""Work as an object: where replies arrive, who hears of a failure, and what becomes of it when nobody is there."""

import asyncio
import gc
import threading
import weakref
from collections.abc import Iterator
from weakref import ref

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from core.base.errors import ClinicError, Refused
from desktop.bridge.mailbox import Mailbox
from desktop.bridge.runtime import Runtime
from desktop.bridge.task import Cancelled, Control, Tasks, Work


class Heard(QObject):
    """Writes down what its slots hear, and on which thread."""

    def __init__(self, tasks: Tasks) -> None:
        super().__init__()
        self.said: list[object] = []
        self.threads: set[threading.Thread] = set()
        tasks.unheard.connect(self.on_unheard)
        tasks.fault.connect(self.on_fault)

    def on_done(self, value: object) -> None:
        self._note("done", value)

    def on_refused(self, error: ClinicError) -> None:
        self._note("refused", error.code)

    def on_ended(self) -> None:
        self._note("ended", None)

    def on_progress(self, done: int, total: int) -> None:
        self._note("progress", (done, total))

    def on_unheard(self, error: ClinicError) -> None:
        self._note("unheard", error.code)

    def on_fault(self, error: Exception) -> None:
        self._note("fault", type(error).__name__)

    def _note(self, what: str, value: object) -> None:
        self.said.append((what, value))
        self.threads.add(threading.current_thread())


@pytest.fixture
def runtime() -> Iterator[Runtime]:
    runtime = Runtime(workers=2)
    yield runtime
    runtime.close()


@pytest.fixture
def tasks(qapp: QApplication, runtime: Runtime) -> Iterator[Tasks]:
    mailbox = Mailbox()
    yield Tasks(runtime, mailbox)
    runtime.close()
    mailbox.close()


@pytest.fixture
def heard(tasks: Tasks) -> Heard:
    return Heard(tasks)


def refuse(control: Control) -> int:
    raise Refused("duplicate", name="", numbers="")


def fail(control: Control) -> int:
    raise ZeroDivisionError("王芳")


def full(control: Control) -> int:
    raise OSError(28, "No space left", "/somewhere")


def settled(qtbot: QtBot, tasks: Tasks) -> None:
    """Wait until every reply has come."""
    qtbot.waitUntil(lambda: not tasks.futures)


def test_the_reply_comes_on_the_thread_of_the_window(qtbot: QtBot, tasks: Tasks, heard: Heard) -> None:
    workers: list[threading.Thread] = []

    def work(control: Control) -> int:
        workers.append(threading.current_thread())
        return 7

    task = tasks.start(heard, work, heard.on_done, ended=heard.on_ended)
    plain: list[threading.Thread] = []
    task.done.connect(lambda value: plain.append(threading.current_thread()))
    with qtbot.waitSignal(task.ended):
        pass
    assert heard.said == [("done", 7), ("ended", None)]
    assert heard.threads == set(plain) == {threading.main_thread()}
    assert workers[0] is not threading.main_thread()


def test_a_coroutine_answers_too(qtbot: QtBot, tasks: Tasks, heard: Heard) -> None:
    async def work() -> str:
        await asyncio.sleep(0)
        return "here"

    with qtbot.waitSignal(tasks.start(heard, work(), heard.on_done).ended):
        pass
    assert heard.said == [("done", "here")]
    assert heard.threads == {threading.main_thread()}


def test_the_families_of_failure_are_split(qtbot: QtBot, tasks: Tasks, heard: Heard) -> None:
    for work in (refuse, full, fail):
        task = tasks.start(heard, work, heard.on_done, heard.on_refused, ended=heard.on_ended)
        with qtbot.waitSignal(task.failed), qtbot.waitSignal(task.ended):
            pass
    assert heard.said == [
        ("refused", "duplicate"),
        ("ended", None),
        ("refused", "disk_full"),
        ("ended", None),
        ("fault", "ZeroDivisionError"),
        ("ended", None),
    ]


def test_a_failure_nobody_hears_is_told_all_the_same(qtbot: QtBot, tasks: Tasks, heard: Heard) -> None:
    with qtbot.waitSignal(tasks.start(heard, refuse, heard.on_done).ended):
        pass
    assert heard.said == [("unheard", "duplicate")]


@pytest.mark.parametrize(
    ("work", "told"),
    [
        (refuse, {False: [("unheard", "duplicate")], True: []}),
        (fail, {False: [("fault", "ZeroDivisionError")], True: [("fault", "ZeroDivisionError")]}),
    ],
)
@pytest.mark.parametrize("is_question", [False, True])
def test_an_owner_that_has_gone_hears_nothing(
    qtbot: QtBot, tasks: Tasks, work: Work[int], told: dict[bool, list[object]], is_question: bool
) -> None:
    heard = Heard(tasks)
    owner = QWidget()
    gate = threading.Event()

    def late(control: Control) -> int:
        assert gate.wait(5)
        return work(control)

    task = tasks.start(
        owner, late, heard.on_done, heard.on_refused, ended=heard.on_ended, is_question=is_question
    )
    qtbot.waitUntil(lambda: any(future.running() for future in tasks.futures))
    delete(owner)
    gate.set()
    settled(qtbot, tasks)
    assert heard.said == told[is_question]
    task.cancel()


def test_a_result_for_an_owner_that_has_gone_is_dropped(qtbot: QtBot, tasks: Tasks, heard: Heard) -> None:
    owner = QObject()
    gate = threading.Event()
    tasks.start(owner, lambda control: gate.wait(5), heard.on_done, ended=heard.on_ended)
    delete(owner)
    gate.set()
    settled(qtbot, tasks)
    assert heard.said == []


def test_a_slot_may_destroy_the_owner(qtbot: QtBot, tasks: Tasks, heard: Heard) -> None:
    owner = QObject()
    tasks.start(owner, lambda control: 1, lambda value: delete(owner), ended=heard.on_ended)
    settled(qtbot, tasks)
    assert heard.said == []


def test_an_unwanted_reply_is_dropped_and_ends(qtbot: QtBot, tasks: Tasks, heard: Heard) -> None:
    wanted = True
    gate = threading.Event()
    tasks.start(
        heard,
        lambda control: gate.wait(5),
        heard.on_done,
        ended=heard.on_ended,
        wanted=lambda: wanted,
    )
    wanted = False
    gate.set()
    settled(qtbot, tasks)
    assert heard.said == [("ended", None)]


def test_a_question_nobody_waits_for_is_not_asked(qtbot: QtBot, tasks: Tasks, heard: Heard) -> None:
    asked: list[str] = []
    gate = threading.Event()
    for _ in range(2):
        tasks.start(heard, lambda control: gate.wait(5))
    tasks.start(heard, lambda control: asked.append("question"), wanted=lambda: False, is_question=True)
    tasks.start(heard, lambda control: asked.append("save"), wanted=lambda: False)
    gate.set()
    settled(qtbot, tasks)
    assert asked == ["save"]


def test_progress_is_told_and_cancelling_is_heard(qtbot: QtBot, tasks: Tasks, heard: Heard) -> None:
    told = threading.Event()

    def job(control: Control) -> None:
        control.progress(1, 3)
        assert told.wait(5)
        control.progress(2, 3)

    task = tasks.start(heard, job, heard.on_done, heard.on_refused, ended=heard.on_ended)
    task.progress.connect(heard.on_progress)
    with qtbot.waitSignal(task.progress):
        pass
    task.cancel()
    told.set()
    settled(qtbot, tasks)
    assert heard.said == [("progress", (1, 3)), ("ended", None)]


def test_progress_does_not_flood(qtbot: QtBot, tasks: Tasks, heard: Heard) -> None:
    def job(control: Control) -> None:
        for piece in range(10_000):
            control.progress(piece, 10_000)

    task = tasks.start(heard, job, ended=heard.on_ended)
    task.progress.connect(heard.on_progress)
    for future in tasks.futures:
        future.result(30)
    settled(qtbot, tasks)
    assert heard.said == [("progress", (9_999, 10_000)), ("ended", None)]


def test_what_has_not_begun_never_does(qtbot: QtBot, tasks: Tasks, heard: Heard) -> None:
    gate = threading.Event()
    for _ in range(2):
        tasks.start(heard, lambda control: gate.wait(5))
    task = tasks.start(heard, lambda control: 1, heard.on_done, ended=heard.on_ended)
    task.cancel()
    gate.set()
    settled(qtbot, tasks)
    assert heard.said == [("ended", None)]


def test_work_that_finished_before_it_heard_is_answered(qtbot: QtBot, tasks: Tasks, heard: Heard) -> None:
    begun, gate = threading.Event(), threading.Event()

    def save(control: Control) -> str:
        begun.set()
        assert gate.wait(5)
        return "saved"

    task = tasks.start(heard, save, heard.on_done)
    assert begun.wait(5)
    task.cancel()
    gate.set()
    settled(qtbot, tasks)
    assert heard.said == [("done", "saved")]


def test_a_coroutine_is_cancelled(qtbot: QtBot, tasks: Tasks, heard: Heard) -> None:
    begun = threading.Event()

    async def work() -> None:
        begun.set()
        await asyncio.Event().wait()

    task = tasks.start(heard, work(), heard.on_done, heard.on_refused, ended=heard.on_ended)
    assert begun.wait(5)
    task.cancel()
    settled(qtbot, tasks)
    assert heard.said == [("ended", None)]


def test_a_job_that_listens_is_stopped_and_a_call_carried_out(
    qtbot: QtBot, tasks: Tasks, heard: Heard
) -> None:
    gate = threading.Event()
    for _ in range(2):
        tasks.start(heard, lambda control: gate.wait(5))
    tasks.start(heard, lambda control: control.progress(1, 2), heard.on_done)
    tasks.start(heard, lambda control: "saved", heard.on_done)
    tasks.stop_jobs()
    gate.set()
    settled(qtbot, tasks)
    assert heard.said == [("done", "saved")]


def test_nothing_is_left_of_a_task(qtbot: QtBot, tasks: Tasks, heard: Heard) -> None:
    class Held:
        """Stands for what a result may hold on to."""

    let_go_on: list[threading.Thread] = []

    def work(control: Control) -> Held:
        held = Held()
        weakref.finalize(held, lambda: let_go_on.append(threading.current_thread()))
        return held

    made = [ref(tasks.start(heard, work)) for _ in range(50)]
    settled(qtbot, tasks)
    assert [task for task in made if task() is not None] == []
    assert set(let_go_on) == {threading.main_thread()}
    assert len(let_go_on) == 50


def test_a_widget_held_by_the_work_goes_on_its_own_thread(qtbot: QtBot, tasks: Tasks) -> None:
    let_go_on: list[threading.Thread] = []

    def start(fails: bool) -> None:
        widget = QWidget()
        weakref.finalize(widget, lambda: let_go_on.append(threading.current_thread()))

        def work(control: Control) -> str:
            if fails:
                raise Cancelled(widget.objectName())
            return widget.objectName()

        tasks.start(tasks, work)

    for index in range(40):
        start(bool(index % 2))
    settled(qtbot, tasks)
    gc.collect()
    assert let_go_on == [threading.main_thread()] * 40


def test_an_owner_only_its_reply_held_goes_with_it(qtbot: QtBot, tasks: Tasks) -> None:
    class Owner(QWidget):
        def ask(self) -> None:
            tasks.start(self, lambda control: 1, lambda value: self.setObjectName(str(value)))

    owner = Owner()
    gone: list[str] = []
    weakref.finalize(owner, gone.append, "gone")
    owner.ask()
    del owner
    settled(qtbot, tasks)
    qtbot.waitUntil(lambda: gone == ["gone"])
