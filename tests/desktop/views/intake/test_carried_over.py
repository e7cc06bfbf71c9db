"""沿用上次 in the form: offered beside an empty text, never by itself, marked while nobody changes it."""

from datetime import date

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from core.services.visits.carried import CarriedFrom, LastAnswer
from desktop.views.intake.form import FormView
from desktop.views.intake.last_answer import LastAnswerLine
from desktop.views.intake.question import QuestionView
from tests.fakes.forms import pack_form

DAY = date(2026, 3, 6)
PAST = "高血压五年\r\n服氨氯地平"
LAST = {
    "zhushu": LastAnswer("失眠", CarriedFrom(2, DAY), False),
    "jiwangshi": LastAnswer(PAST, CarriedFrom(2, DAY), True),
    "guominshi": LastAnswer({"code": "无"}, CarriedFrom(1, date(2026, 2, 1)), True),
}


@pytest.fixture
def view(window: QWidget) -> FormView:
    shown = FormView(parent=window)
    shown.resize(window.size())
    shown.show()
    shown.show_form(pack_form("menzhen"), (), LAST)
    return shown


def question(view: FormView, link_id: str) -> QuestionView:
    found = view._view_of(link_id, ())
    assert isinstance(found, QuestionView)
    return found


def line(view: FormView, link_id: str) -> LastAnswerLine:
    found = question(view, link_id).last_line
    assert found
    return found


def edit(view: FormView, link_id: str) -> QPlainTextEdit:
    found = question(view, link_id).fields[0].inputs()[0]
    assert isinstance(found, QPlainTextEdit)
    return found


def test_nothing_is_carried_over_by_itself(view: FormView) -> None:
    assert view.content() == {"answers": {}, "symptoms": []}
    assert line(view, "jiwangshi").words.text() == f"上次 2026-03-06 “{PAST}”"
    assert line(view, "guominshi").words.text() == "上次 2026-02-01 无"
    assert line(view, "zhushu").take.isHidden(), "the complaint is told anew"
    assert question(view, "jiazushi").last_line is None


def test_taking_over_copies_byte_for_byte_and_marks(view: FormView) -> None:
    line(view, "jiwangshi").take.click()
    line(view, "guominshi").take.click()
    assert view.content() == {
        "answers": {"jiwangshi": PAST, "guominshi": {"code": "无"}},
        "symptoms": [],
        "carried": {"jiwangshi": 2, "guominshi": 1},
    }
    assert line(view, "jiwangshi").words.text() == "沿用 2026-03-06"


def test_a_changed_letter_takes_the_mark_back(view: FormView) -> None:
    line(view, "jiwangshi").take.click()
    QTest.keyClicks(edit(view, "jiwangshi"), "x")
    content = view.content()
    assert "carried" not in content
    assert str(content["answers"]).count("高血压") == 1
    assert line(view, "jiwangshi").words.text().startswith("上次")


def test_a_chosen_answer_taken_over_loses_its_mark_too(view: FormView) -> None:
    line(view, "guominshi").take.click()
    choice = getattr(question(view, "guominshi").fields[0], "choice", None)
    assert choice
    QTest.mouseClick(choice.segment("不详"), Qt.MouseButton.LeftButton)
    assert view.content()["answers"] == {"guominshi": {"code": "不详"}}
    assert "carried" not in view.content()


def test_taking_back_empties_the_field(view: FormView) -> None:
    line(view, "jiwangshi").take.click()
    line(view, "jiwangshi").drop.click()
    assert view.content() == {"answers": {}, "symptoms": []}
    assert not line(view, "jiwangshi").take.isHidden()


def test_a_word_that_was_typed_is_never_replaced(view: FormView) -> None:
    edit(view, "jiwangshi").setFocus()
    QTest.keyClicks(edit(view, "jiwangshi"), "gan mao")
    assert line(view, "jiwangshi").take.isHidden()


def test_the_mark_comes_back_with_the_draft(view: FormView) -> None:
    line(view, "jiwangshi").take.click()
    content = view.content()
    view.show_form(pack_form("menzhen"), (), LAST)
    assert view.content() == {"answers": {}, "symptoms": []}
    view.fill(content)
    assert view.content() == content
    view.show_form(pack_form("menzhen"))
    view.fill(content)
    assert view.content() == content, "a mark whose source is not at hand is kept for the check to judge"
    assert line(view, "jiwangshi").words.text() == "沿用就诊序号 2"


def test_the_button_follows_its_field_in_the_tab_order(view: FormView) -> None:
    edit(view, "jiwangshi").setFocus()
    QTest.keyClick(edit(view, "jiwangshi"), Qt.Key.Key_Tab)
    assert line(view, "jiwangshi").take.hasFocus()
    QTest.keyClick(line(view, "jiwangshi").take, Qt.Key.Key_Space)
    assert view.content()["carried"] == {"jiwangshi": 2}
    focused = QApplication.focusWidget()
    assert focused is edit(view, "jiwangshi")
