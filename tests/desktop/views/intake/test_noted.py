"""After saving: which rules of packs mention what was written, in which item, on which words. The text is kept as it was typed."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.theme.tokens import Tone
from desktop.widgets.label import Label
from tests.desktop.shell.program import WAIT_MS
from tests.desktop.views.intake.stage import NEW, Stage, stage
from tests.fakes.clinic import Clinic, clinic

__all__ = ["clinic"]

STORY = "服药七剂，病情好转，总体治疗有效。"
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def at(qtbot: QtBot, clinic: Clinic) -> Iterator[Stage]:
    with stage(qtbot, clinic) as opened:
        opened.turn_to(NEW)
        opened.until_writing()
        yield opened


def save(at: Stage, story: str) -> None:
    at.field("zhushu").setPlainText("头晕一月")
    at.field("xianbingshi").setPlainText(story)
    at.field("xianbingshi").setFocus()
    at.press(Qt.Key.Key_S, CTRL)
    at.until_saved()


def said(at: Stage) -> list[str]:
    assert at.page.card.noted is not None
    return [label.text() for label in at.page.card.noted.findChildren(Label)]


def test_it_stands_over_the_record_with_rule_item_and_words(at: Stage) -> None:
    save(at, STORY)
    noted = at.page.card.noted
    assert noted is not None
    assert noted.isVisible()
    assert said(at) == [
        "以下字样有领域包的规则提到。原文照存，一字未改。",
        "现病史：“好转”、“有效”",
        "规则 tcm/no-diagnosis：请写所见的事实，不下结论。",
    ]
    assert at.page.card.meta.text().endswith("·1 项的用词有规则提到")
    tones = {label.property("tone") for label in noted.findChildren(Label)}
    assert tones == {Tone.MUTED.value, Tone.TEXT.value}, "it warns of nothing"
    assert at.page.card.record is not None
    assert at.page.card.record.answers["xianbingshi"] == STORY
    noted.line.setFocus(Qt.FocusReason.TabFocusReason)
    assert "现病史 “好转”、“有效”" in noted.line.accessibleName()


def test_it_stays_when_the_visit_is_signed_and_goes_with_it(at: Stage) -> None:
    save(at, STORY)
    at.press(Qt.Key.Key_S, CTRL | SHIFT)
    at.question().buttons["sign"].click()
    at.bot.waitUntil(lambda: at.page.card.title.text() == "已签名定稿", timeout=WAIT_MS)
    assert at.page.card.noted is not None
    at.page.write_another()
    at.until_writing()
    assert at.page.card.noted is None


def test_one_rule_in_two_items_is_named_once(at: Stage) -> None:
    at.field("jiwangshi").setPlainText("疗效评估为有效。")
    save(at, STORY)
    assert [text.partition("：")[0] for text in said(at)[1:]] == ["现病史", "既往史", "规则 tcm/no-diagnosis"]


def test_nothing_is_said_where_no_rule_fits(at: Stage) -> None:
    save(at, "晨起头晕，久站加重。")
    assert at.page.card.noted is None
