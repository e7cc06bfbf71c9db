"""Every way out of a page, a patient, a window and the program, and what becomes of unsaved work on it."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from core.base.messages import LANGUAGES, Messages
from desktop.bridge.notices import Verb, Weight
from desktop.session.close_guard import BACK, DISCARD, SAVE, CloseGuard, Leaving
from tests.fakes.notices import Recorder, recorder

__all__ = ["recorder"]

TITLE = "王芳 P001 · 门诊病历"


@dataclass
class Work:
    """A holder whose saves answer what the test says, at once, or when `answer` is None, when `late` is called."""

    title: str = TITLE
    is_dirty: bool = True
    keeps_draft: bool = False
    answer: bool | None = True
    done: list[str] = field(default_factory=list)
    waiting: list[Callable[[bool], None]] = field(default_factory=list)

    def save(self, then: Callable[[bool], None]) -> None:
        self._do("save", then)

    def discard(self, then: Callable[[bool], None]) -> None:
        self._do("discard", then)

    def late(self, is_done: bool) -> None:
        self.is_dirty = not is_done
        self.waiting.pop(0)(is_done)

    def _do(self, what: str, then: Callable[[bool], None]) -> None:
        self.done.append(what)
        self.waiting.append(then)
        if self.answer is not None:
            self.late(self.answer)


@dataclass
class Way:
    """A leave and how it ended."""

    ends: list[str] = field(default_factory=list)

    def go(self) -> None:
        self.ends.append("gone")

    def stay(self) -> None:
        self.ends.append("stayed")


@pytest.fixture
def guard(recorder: Recorder) -> CloseGuard:
    return CloseGuard(recorder.notices, Messages(), patience_ms=30)


@pytest.fixture
def page() -> QObject:
    return QObject()


@pytest.fixture
def way() -> Way:
    return Way()


@pytest.mark.parametrize("what", list(Leaving))
def test_nothing_unsaved_lets_go_at_once(guard: CloseGuard, page: QObject, way: Way, what: Leaving) -> None:
    guard.register(page, Work(is_dirty=False))
    guard.leave(what, way.go, stay=way.stay)
    assert way.ends == ["gone"]
    assert not guard.is_busy


@pytest.mark.parametrize("what", list(Leaving))
def test_R7_a_draft_is_saved_quietly_on_every_way_out(
    guard: CloseGuard, recorder: Recorder, page: QObject, way: Way, what: Leaving
) -> None:
    work = Work(keeps_draft=True, answer=None)
    guard.register(page, work)
    guard.leave(what, way.go)
    assert (work.done, way.ends, guard.is_busy) == (["save"], [], True)
    work.late(True)
    assert (way.ends, recorder.raised, guard.is_busy) == (["gone"], [], False)


@pytest.mark.parametrize(
    ("choice", "done", "ends"),
    [(SAVE, ["save"], ["gone"]), (DISCARD, ["discard"], ["gone"]), (BACK, [], ["stayed"])],
)
def test_R1_work_without_a_draft_is_asked_about(
    guard: CloseGuard, recorder: Recorder, choice: str, done: list[str], ends: list[str]
) -> None:
    page, way, work = QObject(), Way(), Work()
    guard.register(page, work)
    guard.leave(Leaving.PAGE, way.go, stay=way.stay)
    assert (work.done, way.ends) == ([], [])
    recorder.answer(choice)
    assert (work.done, way.ends) == (done, ends)


def test_R8_the_question_names_the_record_and_its_buttons_are_verbs(
    guard: CloseGuard, recorder: Recorder, page: QObject, way: Way
) -> None:
    guard.register(page, Work())
    guard.leave(Leaving.PAGE, way.go)
    question = recorder.last
    assert question.verb is Verb.ASK
    assert TITLE in question.text
    assert question.title == TITLE
    assert [choice.text for choice in question.choices] == ["保存并关闭", "放弃", "返回"]
    assert [choice.weight for choice in question.choices] == [Weight.PRIMARY, Weight.DANGER, Weight.BACK]
    recorder.answer(BACK)


def test_a_draft_that_cannot_be_saved_is_asked_about_until_it_is(
    guard: CloseGuard, recorder: Recorder, page: QObject, way: Way
) -> None:
    work = Work(keeps_draft=True, answer=False)
    guard.register(page, work)
    guard.leave(Leaving.QUIT, way.go)
    failed = Messages().text("close_guard.failed", title=TITLE)
    assert recorder.texts(Verb.ASK) == [failed]
    recorder.answer(SAVE)
    assert recorder.texts(Verb.ASK) == [failed, failed]
    work.answer = True
    recorder.answer(SAVE)
    assert (work.done, way.ends) == (["save"] * 3, ["gone"])


def test_a_save_that_never_answers_is_asked_about(
    qtbot: QtBot, guard: CloseGuard, recorder: Recorder, page: QObject, way: Way
) -> None:
    work = Work(keeps_draft=True, answer=None)
    guard.register(page, work)
    guard.leave(Leaving.QUIT, way.go)
    qtbot.waitUntil(lambda: len(recorder.questions) == 1)
    work.late(False)
    assert len(recorder.questions) == 1, "the late answer changes nothing"
    recorder.answer(DISCARD)
    work.late(True)
    assert way.ends == ["gone"]


def test_every_holder_is_seen_to(guard: CloseGuard, recorder: Recorder, page: QObject, way: Way) -> None:
    works = [Work("一"), Work("二", keeps_draft=True), Work("三")]
    for work in works:
        guard.register(page, work)
    guard.leave(Leaving.WINDOW, way.go)
    recorder.answer(SAVE)
    recorder.answer(DISCARD)
    assert [work.done for work in works] == [["save"], ["save"], ["discard"]]
    assert way.ends == ["gone"]


def test_only_what_is_inside_is_seen_to(guard: CloseGuard, recorder: Recorder, way: Way) -> None:
    window = QObject()
    page, other = QObject(window), QObject(window)
    part = QObject(page)
    here, there = Work("这里", keeps_draft=True), Work("那里")
    guard.register(part, here)
    guard.register(other, there)
    guard.leave(Leaving.PAGE, way.go, within=page)
    assert (here.done, there.done, way.ends, recorder.raised) == (["save"], [], ["gone"], [])
    assert guard.dirty(window) == guard.dirty() == (there,)


def test_work_that_turned_dirty_meanwhile_is_seen_to_again(
    guard: CloseGuard, recorder: Recorder, page: QObject, way: Way
) -> None:
    draft, other = Work("草稿", keeps_draft=True), Work("登记")
    for work in (draft, other):
        guard.register(page, work)
    guard.leave(Leaving.QUIT, way.go)
    draft.is_dirty = True
    recorder.answer(SAVE)
    assert (draft.done, way.ends) == (["save", "save"], ["gone"])


def test_a_holder_that_stays_dirty_does_not_hold_for_ever(guard: CloseGuard, page: QObject, way: Way) -> None:
    class Stubborn(Work):
        def late(self, is_done: bool) -> None:
            self.waiting.pop(0)(is_done)

    work = Stubborn(keeps_draft=True)
    guard.register(page, work)
    guard.leave(Leaving.QUIT, way.go)
    assert (len(work.done), way.ends) == (3, ["gone"])


def test_one_leave_at_a_time_and_asking_again_changes_nothing(
    guard: CloseGuard, recorder: Recorder, page: QObject
) -> None:
    guard.register(page, Work())
    ends: list[str] = []
    guard.leave(Leaving.PAGE, lambda: ends.append("page"), within=page)
    for _ in range(2):
        guard.leave(Leaving.QUIT, lambda: ends.append("quit"))
        guard.leave(Leaving.PAGE, lambda: ends.append("again"), within=page)
    assert len(recorder.questions) == 1
    recorder.answer(SAVE)
    assert ends == ["page", "quit"]


def test_going_back_calls_off_those_that_wait(guard: CloseGuard, recorder: Recorder, page: QObject) -> None:
    ways = [Way(), Way()]
    guard.register(page, Work())
    for what, way in zip((Leaving.PATIENT, Leaving.QUIT), ways, strict=True):
        guard.leave(what, way.go, stay=way.stay)
    recorder.answer(BACK)
    assert [way.ends for way in ways] == [["stayed"], ["stayed"]]
    assert not guard.is_busy
    guard.leave(Leaving.PAGE, lambda: None)
    recorder.answer(SAVE)
    assert [way.ends for way in ways] == [["stayed"], ["stayed"]]


def test_a_page_that_goes_is_asked_about_no_more(guard: CloseGuard, recorder: Recorder, way: Way) -> None:
    page, other = QObject(), QObject()
    guard.register(page, Work())
    guard.register(other, Work("另一页", keeps_draft=True))
    guard.leave(Leaving.QUIT, way.go)
    delete(page)
    assert (recorder.questions, way.ends) == ([], ["gone"])
    assert guard.dirty() == ()


def test_at_the_end_of_the_program_nobody_is_asked(guard: CloseGuard, recorder: Recorder, way: Way) -> None:
    page, other = QObject(), QObject()
    guard.register(page, Work())
    guard.register(other, Work("另一页"))
    guard.leave(Leaving.QUIT, way.go)
    guard.end()
    delete(page)
    assert way.ends == []
    guard.leave(Leaving.WINDOW, way.go)
    assert way.ends == ["gone"]
    recorder.notices.withdraw(recorder.last)


def test_unregistered_work_is_not_held_for(guard: CloseGuard, page: QObject, way: Way) -> None:
    work = Work()
    guard.register(page, work)
    guard.unregister(work)
    guard.leave(Leaving.QUIT, way.go)
    assert way.ends == ["gone"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_both_languages(guard: CloseGuard, recorder: Recorder, way: Way, language: str) -> None:
    page = QObject()
    guard.speak(Messages(language))
    guard.register(page, Work())
    guard.leave(Leaving.PAGE, way.go)
    assert recorder.last.choices[0].text == Messages(language).text("close_guard.save_and_close")
    recorder.answer(BACK)
