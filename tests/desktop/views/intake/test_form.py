"""The form on screen: every item type is rendered, filled by a person's means, and told as the answers file writes it."""

from decimal import Decimal
from typing import cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QPlainTextEdit, QRadioButton, QWidget
from pytestqt.qtbot import QtBot

from core.forms.problems import Problem
from core.forms.questionnaire import Questionnaire
from core.forms.symptoms import read_findings
from core.forms.validation import check_answers
from core.services.forms import dump_json, load_json
from desktop.views.intake.choices import (
    BooleanField,
    ChecksField,
    ComboField,
    OpenChoiceField,
    SegmentedField,
)
from desktop.views.intake.form import FormView
from desktop.views.intake.group import GroupView
from desktop.views.intake.outline import OutlinePanel
from desktop.views.intake.question import QuestionView
from desktop.views.intake.sections import Outline, Progress
from tests.fakes.forms import coded, form, hostile_form, item, pack_form, when


@pytest.fixture
def view(window: QWidget) -> FormView:
    shown = FormView(parent=window)
    shown.resize(window.size())
    shown.show()
    return shown


def focused() -> QWidget:
    found = QApplication.focusWidget()
    assert found
    return found


def question(view: FormView, link_id: str, numbers: tuple[int, ...] = ()) -> QuestionView:
    found = view._view_of(link_id, numbers)
    assert isinstance(found, QuestionView), link_id
    return found


def type_in(view: FormView, link_id: str, *texts: str) -> None:
    fill_question(question(view, link_id), *texts)


def fill_question(one: QuestionView, *texts: str) -> None:
    """Type into the fields of a question, adding fields as a person would."""
    while len(one.fields) < len(texts):
        assert one.add_button
        one.add_button.click()
    for field, text in zip(one.fields, texts, strict=True):
        target = field.inputs()[0]
        if isinstance(target, QComboBox):
            line = target.lineEdit()
            assert line
            target = line
        assert isinstance(target, QLineEdit | QPlainTextEdit)
        target.setFocus()
        if isinstance(target, QLineEdit):
            target.selectAll()
            target.insert("")
            for letter in text:
                QTest.keyClicks(target, letter) if letter.isascii() else target.insert(letter)
            target.textEdited.emit(target.text())
        else:
            target.insertPlainText(text)


def choose(view: FormView, link_id: str, value: str) -> None:
    field = question(view, link_id).fields[0]
    assert isinstance(field, SegmentedField | BooleanField)
    QTest.mouseClick(field.switch.segment(value), Qt.MouseButton.LeftButton)


def problems(questionnaire: Questionnaire, content: dict[str, object]) -> tuple[Problem, ...]:
    findings = read_findings(content["symptoms"], no_direction)
    return check_answers(questionnaire, content["answers"], findings)


def no_direction(_term: str, _unit: str) -> None:
    return None


def fill_hostile(view: FormView) -> None:
    type_in(view, "1. 主诉 (chief)", "头痛三天\n夜里重")
    choose(view, "a.b.c", "1")
    type_in(view, "a.b.c.d", "青霉素", "虾")
    allergy = question(view, "a.b.c.d.e").fields[0]
    assert isinstance(allergy, OpenChoiceField)
    allergy.combo.setCurrentIndex(1)
    allergy.combo.activated.emit(1)
    type_in(view, "a.b.c.d.e.f", "全身")
    type_in(view, "体温 ℃", "38.50")
    type_in(view, "烧到几度才问", "21:05")
    type_in(view, "脉 率", "88")
    type_in(view, "dose", "9", "10.0")
    dose = question(view, "dose2")
    fill_question(dose, "3")
    unit = dose.fields[0].inputs()[1]
    assert isinstance(unit, QLineEdit)
    QTest.keyClicks(unit, "mg")
    choose(view, "status?", "不详")
    type_in(view, "under.question", "说不清")
    choose(view, "under.question.2", "-2")
    fill_medicines(view)
    type_in(view, "link", "https://example.org/a")
    kinds = question(view, "kinds").fields[0]
    assert isinstance(kinds, ChecksField)
    for code in ("c", "甲"):
        kinds.boxes[code].click()
    type_in(view, "舌", "淡红")
    chosen = question(view, "脉").fields[0]
    choice = getattr(chosen, "choice", None)
    assert choice
    QTest.mouseClick(choice.segment("不详"), Qt.MouseButton.LeftButton)
    type_in(view, "__proto__", "甲")
    type_in(view, "null", "null")
    assert view.table
    row = view.table.add_symptom("头痛", "toushen")
    QTest.keyClick(focused(), Qt.Key.Key_2)
    row.cells.words.setFocus()
    QTest.keyClicks(row.cells.words, "zhang")


def fill_medicines(view: FormView) -> None:
    """Two medicines, the first left empty."""
    meds = view._view_of("meds[2]", ())
    assert isinstance(meds, GroupView)
    assert meds.add_button
    meds.add_button.click()
    meds.add_button.click()
    name, times = meds.entries[1].views
    assert isinstance(name, QuestionView)
    assert isinstance(times, GroupView)
    fill_question(name, "甘草")
    assert times.add_button
    times.add_button.click()
    when_taken, stopped, stop_date, since = times.entries[0].views
    assert isinstance(when_taken, QuestionView)
    assert isinstance(stopped, QuestionView)
    assert isinstance(stop_date, QuestionView)
    assert isinstance(since, QuestionView)
    fill_question(when_taken, "2026-11-01 9:30")
    field = stopped.fields[0]
    assert isinstance(field, BooleanField)
    QTest.mouseClick(field.switch.segment("1"), Qt.MouseButton.LeftButton)
    assert stop_date.asked
    fill_question(stop_date, "2026.11.2")
    fill_question(since, "无不适")


def test_a_hostile_form_is_filled_through_its_widgets_without_a_problem(view: FormView) -> None:
    questionnaire = hostile_form()
    view.show_form(questionnaire)
    fill_hostile(view)
    content = view.content()
    assert problems(questionnaire, content) == ()
    answers = cast("dict[str, object]", content["answers"])
    assert answers["a.b.c.d.e"] == "r2"
    assert answers["脉"] == {"code": "不详"}
    assert answers["kinds"] == ["甲", "c"]
    inner = cast("dict[str, dict[str, object]]", answers["外层 group"])["内层/1"]
    assert str(inner["体温 ℃"]) == "38.50"
    assert inner["烧到几度才问"] == "21:05:00"
    assert inner["dose"] == [{"value": 9, "unit": "g"}, {"value": Decimal("10.0"), "unit": "g"}]
    assert inner["dose2"] == {"value": 3, "unit": "mg"}
    meds = cast("list[dict[str, object]]", answers["meds[2]"])
    assert len(meds) == 1, "the entry nobody filled is not written"
    times = cast("list[dict[str, object]]", meds[0]["meds[2].times"])
    assert str(times[0]["when"]).startswith("2026-11-01T09:30:00")
    assert times[0]["stop.date"] == "2026-11-02"
    assert view.outline().missing == ()


def test_what_was_filled_comes_back_equal(view: FormView, window: QWidget) -> None:
    view.show_form(hostile_form())
    fill_hostile(view)
    content = view.content()
    other = FormView(parent=window)
    other.show_form(hostile_form())
    stored = load_json(dump_json(content))
    assert isinstance(stored, dict)
    other.fill(stored)
    assert dump_json(other.content()) == dump_json(content)
    other.fill({"answers": {}, "symptoms": []})
    assert other.content() == {"answers": {}, "symptoms": []}


def test_nothing_a_draft_holds_is_changed_by_showing_it(view: FormView) -> None:
    text = "一\r\n二\u00a0三\t"
    asked = form(
        item("t"), item("s", "string"), item("n", "integer"), item("d", "date"), item("x", "decimal"),
        item("c", "choice", answerOption=coded("甲", "乙")), item("q", "quantity"), item("l", "string", repeats=True),
    )  # fmt: skip
    view.show_form(asked)
    answers = {
        "t": text, "s": "a\nb", "n": "12岁", "d": "去年", "x": Decimal("1.10"), "c": "丙",
        "q": {"value": None, "unit": "片"}, "l": ["一", {"code": "无"}],
    }  # fmt: skip
    view.fill({"answers": answers, "symptoms": []})
    assert view.content()["answers"] == answers


def test_what_is_half_typed_stays_and_is_named(view: FormView) -> None:
    asked = form(item("d", "date"), item("n", "integer"))
    view.show_form(asked)
    type_in(view, "d", "2026-13-40")
    type_in(view, "n", "-")
    answers = view.content()["answers"]
    assert answers == {"d": "2026-13-40", "n": "-"}
    found = check_answers(asked, answers)
    view.show_problems(found)
    assert question(view, "d").problem.text() == "日期不存在，或写法不对（如 2026-11-01）"
    assert question(view, "d").isAncestorOf(focused())
    assert question(view, "d").fields[0].inputs()[0].property("invalid") is True
    view.show_problems(())
    assert question(view, "d").problem.isHidden()


def test_a_gap_is_told_and_jumped_to(view: FormView) -> None:
    view.show_form(pack_form("menzhen"))
    assert view.outline().missing == ("zhushu", "xianbingshi")
    type_in(view, "zhushu", "头痛")
    view.show_problems((), view.outline().missing)
    assert "必填" in question(view, "xianbingshi").problem.text()
    assert question(view, "xianbingshi").isAncestorOf(focused())
    type_in(view, "xianbingshi", "三天")
    assert question(view, "xianbingshi").problem.isHidden()


def test_what_is_not_asked_is_hidden_and_not_told(view: FormView) -> None:
    asked = form(
        item("a", "boolean"),
        item("b", "string", enableWhen=[when("a", "=", answerBoolean=True)]),
    )
    view.show_form(asked)
    assert question(view, "b").isHidden()
    choose(view, "a", "1")
    assert not question(view, "b").isHidden()
    type_in(view, "b", "x")
    choose(view, "a", "0")
    assert question(view, "b").isHidden()
    assert view.content()["answers"] == {"a": False}
    choose(view, "a", "1")
    assert view.content()["answers"] == {"a": True, "b": "x"}


def test_a_choice_can_be_taken_back(view: FormView) -> None:
    view.show_form(form(item("c", "choice", answerOption=coded("有", "无"))))
    choose(view, "c", "有")
    choose(view, "c", "有")
    assert view.content()["answers"] == {}


def test_many_options_stand_in_a_list(view: FormView) -> None:
    view.show_form(form(item("c", "choice", answerOption=coded(*"甲乙丙丁戊己"))))
    field = question(view, "c").fields[0]
    assert isinstance(field, ComboField)
    field.combo.setCurrentIndex(6)
    field.combo.activated.emit(6)
    assert view.content()["answers"] == {"c": "己"}


def test_typing_takes_a_choice_of_nothing_back(view: FormView) -> None:
    view.show_form(form(item("t")))
    field = question(view, "t").fields[0]
    choice = getattr(field, "choice", None)
    assert choice
    QTest.mouseClick(choice.segment("无"), Qt.MouseButton.LeftButton)
    assert view.content()["answers"] == {"t": {"code": "无"}}
    type_in(view, "t", "咳")
    assert view.content()["answers"] == {"t": "咳"}
    assert choice.isHidden()


def test_entries_of_a_repeating_group_ask_for_themselves(view: FormView) -> None:
    view.show_form(
        form(
            item("g", "group", repeats=True, item=[
                item("a", "boolean"),
                item("b", "string", enableWhen=[when("a", "=", answerBoolean=True)]),
            ])
        )
    )  # fmt: skip
    group = view._view_of("g", ())
    assert isinstance(group, GroupView)
    assert group.add_button
    for _ in range(3):
        group.add_button.click()
    switch = cast("QuestionView", group.entries[2].views[0]).fields[0]
    assert isinstance(switch, BooleanField)
    switch.switch.choose("1")
    assert [entry.views[1].asked for entry in group.entries] == [False, False, True]
    group.entries[0].remove.click()
    assert [entry.views[1].asked for entry in group.entries] == [False, True]
    assert view.content()["answers"] == {"g": [{"a": True}]}


def test_every_input_has_a_name(view: FormView) -> None:
    view.show_form(hostile_form())
    fill_hostile(view)
    for one in view.findChildren(QWidget):
        if isinstance(one, QLineEdit | QPlainTextEdit | QComboBox | QRadioButton):
            assert one.accessibleName(), one


def test_enter_in_a_composition_changes_nothing(view: FormView) -> None:
    view.show_form(pack_form("menzhen"))
    edit = question(view, "zhushu").fields[0].inputs()[0]
    edit.setFocus()
    QApplication.sendEvent(edit, QInputMethodEvent("tou", []))
    before = view.content()
    QTest.keyClick(edit, Qt.Key.Key_Return)
    QTest.keyClick(edit, Qt.Key.Key_Tab)
    assert view.content() == before
    assert edit.hasFocus()
    committed = QInputMethodEvent()
    committed.setCommitString("头痛")
    QApplication.sendEvent(edit, committed)
    assert view.content()["answers"] == {"zhushu": "头痛"}


def test_the_outline_says_how_far_it_is(view: FormView, qtbot: QtBot) -> None:
    panel = OutlinePanel(view)
    view.outline_changed.connect(panel.show_outline)
    panel.jump_wanted.connect(view.jump_to)
    view.section_entered.connect(panel.set_current)
    view.show_form(pack_form("menzhen"))
    heard: list[Outline] = []
    view.outline_changed.connect(heard.append)
    type_in(view, "zhushu", "头痛")
    first = heard[-1].sections[0]
    assert (first.title, first.progress, first.missing) == ("主诉", Progress.COMPLETE, 0)
    assert heard[-1].sections[1].missing == 1
    assert panel.rows[1].note == "必填"
    assert panel.required.text() == "必填 1 / 2"
    panel.rows[4].click()
    assert question(view, panel.rows[4].section.link_id).isAncestorOf(focused())
    assert panel.rows[4].current
    with qtbot.waitSignal(panel.foot.save_wanted):
        panel.save.click()


def test_showing_forms_leaves_nothing_behind(view: FormView) -> None:
    view.show_form(pack_form("menzhen"))
    QTest.qWait(20)
    before = len(view.findChildren(QWidget))
    for _ in range(5):
        view.show_form(pack_form("menzhen"))
        QTest.qWait(1)
    assert len(view.findChildren(QWidget)) == before
