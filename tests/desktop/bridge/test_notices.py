"""What is said stands until it is over, and a question is answered once."""

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from shiboken6 import delete

from desktop.bridge.notices import Action, Answer, Choice, Notices, Verb, Weight
from tests.fakes.notices import Recorder, recorder

__all__ = ["recorder"]

SAVE, BACK = Choice("save", "保存", Weight.PRIMARY), Choice("back", "返回", Weight.BACK)
OVERRIDE = Choice("override", "医师确认放行", Weight.DANGER, needs_reason=True)


@pytest.fixture
def notices(qapp: QApplication) -> Notices:
    return Notices()


def test_three_verbs_say(recorder: Recorder) -> None:
    notices = recorder.notices
    done: list[str] = []
    notices.info("已保存")
    notices.warn("请核对", "看身份证", title="王芳 P001")
    error = notices.error("没有保存", "再试", action=Action("再试", lambda: done.append("again")))
    assert [recorder.texts(verb) for verb in Verb] == [["已保存"], ["请核对"], ["没有保存"], []]
    assert len(notices.standing) == 3
    assert error.action is not None
    error.action.do()
    notices.withdraw(error)
    notices.withdraw(error)
    assert (done, len(notices.standing)) == (["again"], 2)


def test_a_question_is_answered_once(recorder: Recorder) -> None:
    answers: list[Answer] = []
    owner = QObject()
    question = recorder.notices.ask(owner, "保存吗？", (SAVE, BACK), answers.append, title="王芳 P001")
    recorder.answer("save")
    recorder.notices.answer(question, "back")
    delete(owner)
    assert answers == [Answer("save")]
    assert recorder.notices.standing == ()


def test_an_answer_must_be_on_offer_and_bring_its_reason(recorder: Recorder) -> None:
    answers: list[Answer] = []
    owner = QObject()
    question = recorder.notices.ask(owner, "登记吗？", (OVERRIDE, BACK), answers.append)
    for choice, reason in (("save", ""), ("override", " ")):
        with pytest.raises(ValueError, match="Not an answer"):
            recorder.notices.answer(question, choice, reason)
    recorder.answer("override", " 双胞胎 ")
    assert answers == [Answer("override", "双胞胎")]


def test_a_question_goes_with_its_owner(notices: Notices) -> None:
    answers: list[Answer] = []
    withdrawn: list[object] = []
    notices.withdrawn.connect(withdrawn.append)
    owner = QObject()
    question = notices.ask(owner, "保存吗？", (SAVE, BACK), answers.append)
    delete(owner)
    notices.answer(question, "save")
    assert (withdrawn, answers, notices.standing) == ([question], [], ())


@pytest.mark.parametrize("choices", [(SAVE,), (BACK, BACK), (SAVE, SAVE, BACK), ()])
def test_every_question_has_one_way_back(notices: Notices, choices: tuple[Choice, ...]) -> None:
    with pytest.raises(ValueError, match="way back"):
        notices.ask(notices, "？", choices, print)
