"""Settings → models: the policy, what would leave, budgets and prices. What changes is shown before, and holds once it is pressed."""

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from core.services.egress import Boundary, PurposeRule
from core.settings.load import load_settings
from desktop.shell.program import Program
from desktop.theme.tokens import Tone
from desktop.views.settings.models_budget import Gauge
from desktop.views.settings.models_budget_sheet import BudgetSheet
from desktop.views.settings.models_policy_sheets import HistorySheet, LimitsSheet, ReviewSheet
from desktop.views.settings.models_price_sheets import EndPriceSheet, PriceHistorySheet, PriceSheet
from desktop.widgets.marked_label import MarkedLabel
from tests.desktop.shell.program import running
from tests.desktop.views.settings.test_models import section_of, until, words_in
from tests.fakes.clinic import Clinic, clinic

__all__ = ["clinic"]

HERE = PurposeRule((Boundary.ON_DEVICE,), True, 65536, 4096)


@pytest.fixture
def program(qtbot: QtBot, clinic: Clinic) -> Iterator[Program]:
    with clinic.open() as kernel:
        kernel.egress.set_file(kernel.egress.first())
    with running(qtbot, clinic.home, clinic.vault) as made:
        yield made


def policy_of(clinic: Clinic) -> dict[str, tuple[Boundary, ...]]:
    with clinic.open() as kernel:
        found = kernel.egress.in_force()
        assert found is not None
        assert found.policy is not None
        return {name: rule.boundaries for name, rule in found.policy.purposes.items()}


def test_what_changes_is_shown_before_and_holds_once_it_is_pressed(qtbot: QtBot, program: Program) -> None:
    section = section_of(qtbot, program)
    policy = section.policy
    switch = policy.rows["followup-script"].switches[Boundary.EXTERNAL]
    switch.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(switch, Qt.Key.Key_Space)
    assert policy.unsaved.text() == "改了 1 项，还没保存"
    assert policy.rows["followup-script"].before.text() == "去标识化后发出"
    policy.save.click()
    sheet = section.sheet
    assert isinstance(sheet, ReviewSheet)
    until(qtbot, lambda: sheet.preview)
    said = [one.words for one in sheet.lines.said]
    assert said[0] == "随访话术：本机 → 本机、外部"
    assert sheet.lines.said[0].tone is Tone.WARN
    assert said[1] == "内容可能离开这台电脑的用途：随访话术"
    QTest.keyClick(sheet.go, Qt.Key.Key_Escape)
    assert list(policy.changed) == ["followup-script"]
    assert section.look is not None
    assert section.look.policy.revision == 1
    policy.save.click()
    again = section.sheet
    assert isinstance(again, ReviewSheet)
    until(qtbot, lambda: again.preview and again.go.isEnabled())
    again.go.click()
    until(qtbot, lambda: section.look and section.look.policy.revision == 2)
    assert section.look.policy.rules["followup-script"].boundaries == tuple(Boundary)
    assert list(policy.changed) == []
    assert not policy.save.isVisible()


def test_a_change_is_given_up(qtbot: QtBot, program: Program) -> None:
    section = section_of(qtbot, program)
    switch = section.policy.rows["assistant"].switches[Boundary.ON_DEVICE]
    switch.click()
    assert list(section.policy.changed) == ["assistant"]
    section.policy.drop.click()
    assert switch.isChecked()
    assert list(section.policy.changed) == []


def test_what_somebody_set_meanwhile_is_not_written_over(qtbot: QtBot, program: Program) -> None:
    section = section_of(qtbot, program)
    section.policy.rows["assistant"].switches[Boundary.EXTERNAL].click()
    section.policy.save.click()
    sheet = section.sheet
    assert isinstance(sheet, ReviewSheet)
    until(qtbot, lambda: sheet.preview and sheet.go.isEnabled())
    section._clinic.ask(section, lambda kernel: kernel.egress.replace({"assistant": HERE}))
    until(qtbot, lambda: section.look and section.look.policy.revision == 2)
    sheet.go.click()
    until(qtbot, lambda: sheet.problem.words)
    assert "第 2 版" in sheet.problem.words
    assert section.look is not None
    assert section.look.policy.rules == {"assistant": HERE}


def test_how_long_texts_may_be_is_part_of_the_policy(qtbot: QtBot, program: Program) -> None:
    section = section_of(qtbot, program)
    row = section.policy.rows["assistant"]
    assert row.limits.words == "64 KB·4,096 token"
    row.limits.click()
    sheet = section.sheet
    assert isinstance(sheet, LimitsSheet)
    sheet.tokens.setText("0")
    sheet.submit()
    assert sheet.tokens.property("invalid")
    sheet.tokens.setText("2048")
    sheet.most_input.setText("32")
    sheet.submit()
    assert row.limits.words == "32 KB·2,048 token"
    assert list(section.policy.changed) == ["assistant"]


def test_a_file_is_written_looked_at_and_set(qtbot: QtBot, program: Program, tmp_path: Path) -> None:
    section = section_of(qtbot, program)
    file = tmp_path / "policy.json"
    section.give_policy(str(file))
    until(qtbot, lambda: file.exists() and section.said.words.text())
    section.bring_policy(str(file))
    until(qtbot, lambda: isinstance(section.sheet, ReviewSheet))
    same = section.sheet
    assert isinstance(same, ReviewSheet)
    until(qtbot, lambda: same.preview)
    assert same.lines.said[0].words == "与现行的一样，没有变化。"
    same.dismiss()
    file.write_text(
        file.read_text(encoding="utf-8").replace('"revision":1', '"revision":7'), encoding="utf-8"
    )
    section.bring_policy(str(file))
    until(qtbot, lambda: section.sheet is not same)
    other = section.sheet
    assert isinstance(other, ReviewSheet)
    until(qtbot, lambda: other.preview and other.go.isEnabled())
    other.go.click()
    until(qtbot, lambda: section.look and section.look.policy.revision == 7)
    file.write_text("{}", encoding="utf-8")
    section.bring_policy(str(file))
    until(qtbot, lambda: section.sheet is not other)
    wrong = section.sheet
    assert isinstance(wrong, ReviewSheet)
    until(qtbot, lambda: wrong.problem.words)
    assert not wrong.go.isEnabled()
    wrong.dismiss()
    section.policy.history.click()
    history = section.sheet
    assert isinstance(history, HistorySheet)
    until(qtbot, lambda: history.lines.said)
    assert [one.words[:5] for one in history.lines.said] == ["第 7 版", "第 1 版"]


def test_what_would_leave_is_shown_and_nothing_comes_of_it(qtbot: QtBot, clinic: Clinic) -> None:
    clinic.save(clinic.add("陈敏", birth="1985"))
    with running(qtbot, clinic.home, clinic.vault) as program:
        section = section_of(qtbot, program)
        card = section.leaving
        card.look.click()
        assert card.said.words.text() == "请先粘贴一段文字，或取一份病历。"
        card.text.setPlainText("陈敏，电话 13800138000，头晕。")
        card.look.click()
        until(qtbot, lambda: card.shown)
        (label,) = card.findChildren(MarkedLabel)
        assert label.marked == ("[人名1]", "[电话1]")
        assert "陈敏 → [人名1]" in words_in(card)
        assert "人名，诊所认识" in words_in(card)
        card.text.setPlainText("别的")
        assert card.shown is None
        assert not card.out.findChildren(MarkedLabel)
        card.number.setText("nobody")
        card.take.click()
        assert card.number.property("invalid")
        card.number.setText("p001")
        card.take.click()
        until(qtbot, lambda: card.shown)
        assert "主诉：头晕一月" in card.text.toPlainText()


def test_limits_of_costs_are_set_and_shown(qtbot: QtBot, program: Program, clinic: Clinic) -> None:
    section = section_of(qtbot, program)
    assert section.budget.rule.text().startswith("没有设每日上限。")
    section.budget.change.click()
    sheet = section.sheet
    assert isinstance(sheet, BudgetSheet)
    sheet.day.setText("5")
    sheet.action.setCurrentIndex(sheet.action.findData("downgrade"))
    assert sheet._to_row.isVisible()
    sheet.action.setCurrentIndex(sheet.action.findData("block"))
    sheet.task.setText("0.50")
    QTest.keyClick(sheet.task, Qt.Key.Key_Return)
    until(
        qtbot,
        lambda: (
            section.budget.rule.text()
            == "到 ¥4.00 提醒，到 ¥5.00 停到明天。每项任务最多 ¥0.50。问诊、对比、回访不受影响。"
        ),
    )
    settings = load_settings(clinic.home.settings)
    assert (settings.cost_day_limit, settings.cost_day_action) == (Decimal(5), "block")
    assert section.budget.gauges[""].limit.text() == "/ ¥5.00"
    section.budget.change.click()
    again = section.sheet
    assert isinstance(again, BudgetSheet)
    again.day.setText("")
    again.submit()
    until(qtbot, lambda: section.budget.rule.text().startswith("没有设每日上限。"))
    assert load_settings(clinic.home.settings).cost_day_limit is None


def test_a_price_is_set_ended_and_stays_on_record(qtbot: QtBot, program: Program) -> None:
    section = section_of(qtbot, program)
    section.prices.add.click()
    sheet = section.sheet
    assert isinstance(sheet, PriceSheet)
    sheet.model.setEditText("glm-5")
    sheet.miss.setText("4")
    sheet.submit()
    until(qtbot, lambda: sheet.problem.words)
    assert sheet.output.property("invalid")
    sheet.output.setText("12.5")
    sheet.submit()
    until(qtbot, lambda: "glm-5" in section.prices.rows)
    row = section.prices.rows["glm-5"]
    assert "12.5" in words_in(row)
    row.end.click()
    ending = section.sheet
    assert isinstance(ending, EndPriceSheet)
    ending.submit()
    until(qtbot, lambda: "glm-5" in section.prices.rows and section.prices.rows["glm-5"].end.isHidden())
    section.prices.history.click()
    history = section.sheet
    assert isinstance(history, PriceHistorySheet)
    until(qtbot, lambda: history.lines.said)
    assert [one.words for one in history.lines.said] == ["glm-5：到此为止", "glm-5：未命中 4、输出 12.5"]


@pytest.mark.parametrize(
    ("used", "tone"),
    [("0", Tone.ACCENT), ("3.99", Tone.ACCENT), ("4", Tone.WARN), ("5", Tone.DANGER), ("9", Tone.DANGER)],
)
def test_a_bar_says_how_near_the_limit_is(qtbot: QtBot, used: str, tone: Tone) -> None:
    gauge = Gauge("今日")
    qtbot.addWidget(gauge)
    gauge.show_used(Decimal(used), Decimal(5), Decimal(4))
    assert gauge.meter.tone is tone
