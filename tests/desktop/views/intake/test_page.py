"""Saving and signing on the page: what is refused loses nothing, what is saved is seen, what is signed was asked about once."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from core.services.visits.intake import Intake, Signed
from desktop.actions.catalog import ActionId, Fact
from desktop.views.compare.page import ComparePage
from desktop.widgets.label import Label
from tests.desktop.shell.program import WAIT_MS
from tests.desktop.views.intake.stage import NEW, SAID, SEEN, Stage, stage
from tests.fakes.clinic import Clinic, clinic

__all__ = ["clinic"]
K = Qt.Key
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def at(qtbot: QtBot, clinic: Clinic) -> Iterator[Stage]:
    with stage(qtbot, clinic) as opened:
        yield opened


def visits(at: Stage) -> int:
    context = at.desk.context
    return context.patient.visits if context else 0


def test_R2_ctrl_s_saves_and_the_record_is_shown_as_it_stands(at: Stage) -> None:
    at.turn_to(SEEN)
    at.until_writing()
    at.write()
    at.press(K.Key_S, CTRL)
    at.until_saved()
    card = at.page.card
    assert card.title.text() == "已保存"
    assert card.meta.text().startswith("第2诊·")
    assert card.record
    assert card.record.answers == SAID
    assert not card.compare.isHidden()
    assert at.page.form.questionnaire is None
    assert not at.page.outline.save.isEnabled()
    assert {Fact.RECORD_SHOWN, Fact.RECORD_UNSIGNED} <= at.page.facts
    assert Fact.FORM_SHOWN not in at.page.facts
    at.bot.waitUntil(lambda: visits(at) == 2, timeout=WAIT_MS)


def test_R52_gaps_are_told_at_once_and_the_first_has_the_caret(at: Stage) -> None:
    at.turn_to(NEW)
    at.until_writing()
    at.type_in("jiwangshi", "x")
    at.press(K.Key_S, CTRL)
    at.bot.waitUntil(at.page.outline.save.isEnabled, timeout=WAIT_MS)
    problems = [at.view(link_id).problem for link_id in ("zhushu", "xianbingshi")]
    assert [problem.text() for problem in problems] == ["必填，还没有答案"] * 2
    assert at.field("zhushu").hasFocus()
    assert visits(at) == 0
    at.type_in("zhushu", "tou")
    assert problems[0].isHidden(), "corrected, it is said no more"
    assert not problems[1].isHidden()


def test_R38_enter_in_a_field_saves_nothing(at: Stage) -> None:
    at.turn_to(NEW)
    at.until_writing()
    at.write()
    at.press(K.Key_Return)
    at.press(K.Key_Enter)
    at.bot.wait(100)
    assert at.page.card.record is None
    assert at.page.form.content()["answers"] == {**SAID, "xianbingshi": SAID["xianbingshi"] + "\n\n"}


def test_signing_what_is_written_saves_it_first_and_asks_once(at: Stage) -> None:
    at.turn_to(SEEN)
    at.until_writing()
    assert Fact.RECORD_UNSIGNED not in at.page.facts, "there is nothing to sign"
    at.write()
    assert at.program.window.registry.action(ActionId.SIGN).isEnabled()
    at.press(K.Key_S, CTRL | SHIFT)
    question = at.question()
    assert "陈桂兰 P001，第2诊" in question.accessibleName()
    assert [button.words for button in question.buttons.values()] == ["签名定稿", "返回"]
    assert question.buttons["back"].hasFocus()
    assert at.page.card.record
    assert at.page.card.record.signed is None
    shown = {label.text() for label in at.page.card.findChildren(Label)}
    assert "主诉" in shown
    assert "症状" not in shown, "a heading stands over nothing"
    question.buttons["sign"].click()
    at.bot.waitUntil(lambda: at.page.card.title.text() == "已签名定稿", timeout=WAIT_MS)
    assert Fact.RECORD_UNSIGNED not in at.page.facts
    assert not at.page.outline.sign.isEnabled()
    assert any("已定稿" in notice.text for notice in at.program.notices.standing)
    at.page.sign()
    assert at.desk.notices.questions == ()


def test_going_back_signs_nothing_and_the_visit_stays_saved(at: Stage) -> None:
    at.turn_to(NEW)
    at.until_writing()
    at.write()
    at.page.sign()
    at.question()
    at.press(K.Key_Escape)
    assert at.page.card.record
    assert at.page.card.record.signed is None
    assert at.page.outline.sign.isEnabled()


def test_a_refused_signing_says_so_and_shows_how_it_stands(
    at: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    at.turn_to(NEW)
    at.until_writing()
    at.write()
    at.page.save()
    at.until_saved()
    real = Intake.sign

    def twice(intake: Intake, record_no: str, visit: int, version: int | None = None) -> Signed:
        real(intake, record_no, visit, version)
        return real(intake, record_no, visit, version)

    monkeypatch.setattr(Intake, "sign", twice)
    at.page.sign()
    at.question().buttons["sign"].click()
    at.bot.waitUntil(lambda: at.page.card.title.text() == "已签名定稿", timeout=WAIT_MS)
    assert any("没有再签" in notice.text for notice in at.program.notices.standing)


def test_gaps_keep_from_signing_too(at: Stage) -> None:
    at.turn_to(NEW)
    at.until_writing()
    at.type_in("zhushu", "tou")
    at.page.sign()
    at.bot.waitUntil(at.page.outline.sign.isEnabled, timeout=WAIT_MS)
    assert at.desk.notices.questions == ()
    assert at.field("xianbingshi").hasFocus()
    assert at.page.form.content()["answers"] == {"zhushu": "tou"}


def test_a_visit_of_today_is_shown_again_and_may_be_signed(at: Stage) -> None:
    at.turn_to(NEW)
    at.until_writing()
    at.write()
    at.page.save()
    at.until_saved()
    at.turn_to(SEEN)
    at.until_writing()
    at.turn_to(NEW)
    assert at.page.card.record
    assert at.page.card.record.signed is None
    at.page.card.sign.click()
    at.question().buttons["sign"].click()
    at.bot.waitUntil(lambda: at.page.card.title.text() == "已签名定稿", timeout=WAIT_MS)
    at.page.card.next.click()
    at.until_writing()
    assert at.page.form.content() == {"answers": {}, "symptoms": []}


def test_the_other_form_can_be_written_after_a_save(at: Stage) -> None:
    at.turn_to(NEW)
    at.until_writing()
    at.write()
    at.page.save()
    at.until_saved()
    assert at.page.top.tabs
    at.page.top.tabs.choose("shiwen")
    at.until_writing()
    assert at.page.form.questionnaire
    assert at.page.form.questionnaire.slug == "shiwen"


def test_the_card_leads_to_the_comparison_and_to_paper(at: Stage) -> None:
    at.turn_to(SEEN)
    at.until_writing()
    at.write()
    at.page.save()
    at.until_saved()
    at.program.window.do(ActionId.PRINT)
    at.bot.waitUntil(lambda: at.page.printing.sheet is not None, timeout=WAIT_MS)
    at.press(K.Key_Escape)
    assert at.page.printing.sheet is None
    at.page.card.compare.click()
    at.bot.waitUntil(lambda: isinstance(at.desk.page, ComparePage), timeout=WAIT_MS)
    assert at.desk.page.context
    assert at.desk.page.context.record_no == SEEN


def test_the_question_about_one_patient_goes_when_another_is_turned_to(at: Stage) -> None:
    at.turn_to(NEW)
    at.until_writing()
    at.write()
    at.page.sign()
    at.question()
    at.turn_to(SEEN)
    assert at.desk.notices.questions == ()
