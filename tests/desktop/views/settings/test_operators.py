"""Settings → operators: who works here; each change asks again for one's own passphrase and is refused in the service's words."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from core.base.errors import KeyTrouble
from core.base.rights import Role, TwoPersonRule
from desktop.actions.catalog import ActionId
from desktop.shell.program import Program
from desktop.views.settings.operators import OperatorsSection
from desktop.views.settings.operators_sheets import AddSheet, EndSheet, RolesSheet
from desktop.views.settings.page import SettingsPage
from desktop.views.settings.rule_sheet import RuleOffSheet
from tests.desktop.shell.program import WAIT_MS, desk_of, running
from tests.desktop.shell.sheets import is_seen
from tests.fakes.clinic import OPERATOR, PASSPHRASE, Clinic, clinic
from tests.fakes.people import PASSPHRASES, staffed

__all__ = ["clinic"]

NEW = "苍术 白芷 旧铜壶 清晨"


@pytest.fixture
def program(qtbot: QtBot, clinic: Clinic) -> Iterator[Program]:
    """李大夫 is at work in a clinic of five."""
    staffed(clinic)
    with running(qtbot, clinic.home, clinic.vault) as made:
        unlock(qtbot, made, PASSPHRASE)
        yield made


def unlock(qtbot: QtBot, program: Program, passphrase: str) -> None:
    card = program.window.entry.unlock
    qtbot.waitUntil(card.passphrase.isEnabled, timeout=WAIT_MS)
    card.passphrase.setText(passphrase)
    card.submit()
    desk_of(qtbot, program)


def section_of(qtbot: QtBot, program: Program) -> OperatorsSection:
    desk = program.window.desk
    assert desk is not None
    desk.go(ActionId.SETTINGS)
    page = desk.page
    assert isinstance(page, SettingsPage)
    page.show_section("operators")
    section = page.sections["operators"]
    assert isinstance(section, OperatorsSection)
    qtbot.waitUntil(lambda: bool(section.people), timeout=WAIT_MS)
    return section


def press_row(section: OperatorsSection, name: str, place: int) -> None:
    button = section.people[name].buttons[place]
    assert isinstance(button, QPushButton)
    button.click()


def press(key: Qt.Key) -> None:
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, key)


def end_of(program: Program) -> None:
    program.window.close()
    program.clinic.shut_down()


def test_it_lists_everyone_and_offers_nobody_their_own_end(qtbot: QtBot, program: Program) -> None:
    section = section_of(qtbot, program)
    assert list(section.people) == [OPERATOR, "王大夫", "赵前台", "钱管理", "孙审计"]
    assert section.people[OPERATOR].roles == "医师、管理员、审计员"
    assert "正在使用" in section.people[OPERATOR].state
    assert len(section.people[OPERATOR].buttons) == 1
    assert len(section.people["王大夫"].buttons) == 2
    assert all(switch.isEnabled() for switch in section.rules.values())


def test_somebody_new_types_their_own_passphrase_and_works_at_once(
    qtbot: QtBot, program: Program, clinic: Clinic
) -> None:
    section = section_of(qtbot, program)
    section.add.click()
    sheet = section.sheet
    assert isinstance(sheet, AddSheet)
    sheet.submit()
    assert sheet.problem.words == "请填写：姓名"
    sheet.name.setText("王大夫")
    sheet.submit()
    assert sheet.problem.words == "请至少选一个身份。"
    qtbot.waitUntil(lambda: is_seen(sheet.problem))
    sheet.roles.boxes[Role.RECEPTION].click()
    for edit in sheet.pair.edits:
        edit.setText(NEW)
    sheet.submit()
    assert sheet.problem.words == "请填写：您自己的口令"
    sheet.by.field.setText("wrong words here")
    press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "已经有" in sheet.problem.words, timeout=WAIT_MS)
    assert sheet.name.hasFocus()
    sheet.name.setText("周前台")
    sheet.by.field.setText(PASSPHRASES["王大夫"])
    sheet.submit()
    qtbot.waitUntil(lambda: OPERATOR in sheet.problem.words, timeout=WAIT_MS)
    sheet.by.field.setText(PASSPHRASE)
    sheet.submit()
    # Four passphrases are stretched on the way.
    qtbot.waitUntil(lambda: "周前台" in section.people, timeout=2 * WAIT_MS)
    assert section.said.words.text() == "已添加 周前台（前台）。"
    end_of(program)
    with clinic.open(passphrase=NEW) as kernel:
        assert (kernel.actor.operator, kernel.roles) == ("周前台", (Role.RECEPTION,))


def test_roles_change_and_what_one_took_from_oneself_is_gone_from_the_window(
    qtbot: QtBot, program: Program
) -> None:
    section = section_of(qtbot, program)
    press_row(section, OPERATOR, 0)
    sheet = section.sheet
    assert isinstance(sheet, RolesSheet)
    assert sheet.roles.roles == (Role.PHYSICIAN, Role.ADMIN, Role.AUDITOR)
    sheet.roles.boxes[Role.PHYSICIAN].click()
    sheet.by.field.setText(PASSPHRASE)
    sheet.submit()
    qtbot.waitUntil(lambda: ActionId.INTAKE not in program.window.offered, timeout=WAIT_MS)
    desk = desk_of(qtbot, program)
    assert desk.here is ActionId.SETTINGS
    assert ActionId.TODAY not in desk._screens
    assert program.window.status.who.words == f"{OPERATOR}·管理员"


def test_who_leaves_is_listed_and_opens_nothing(qtbot: QtBot, program: Program, clinic: Clinic) -> None:
    section = section_of(qtbot, program)
    press_row(section, "王大夫", 1)
    sheet = section.sheet
    assert isinstance(sheet, EndSheet)
    sheet.by.field.setText(PASSPHRASE)
    sheet.submit()
    qtbot.waitUntil(lambda: "已离开" in section.people["王大夫"].state, timeout=WAIT_MS)
    assert list(section.people)[-1] == "王大夫"
    assert section.people["王大夫"].buttons == []
    end_of(program)
    with pytest.raises(KeyTrouble, match="wrong_passphrase"), clinic.open(passphrase=PASSPHRASES["王大夫"]):
        pass


def test_the_last_physician_takes_a_word_of_ones_own(qtbot: QtBot, program: Program, clinic: Clinic) -> None:
    section = section_of(qtbot, program)
    press_row(section, "王大夫", 0)
    sheet = section.sheet
    assert isinstance(sheet, RolesSheet)
    sheet.roles.boxes[Role.RECEPTION].click()
    sheet.roles.boxes[Role.PHYSICIAN].click()
    sheet.by.field.setText(PASSPHRASE)
    sheet.submit()
    qtbot.waitUntil(lambda: section.people["王大夫"].roles == "前台", timeout=WAIT_MS)
    press_row(section, OPERATOR, 0)
    sheet = section.sheet
    assert isinstance(sheet, RolesSheet)
    sheet.roles.boxes[Role.PHYSICIAN].click()
    sheet.by.field.setText(PASSPHRASE)
    sheet.submit()
    qtbot.waitUntil(sheet.sure.isVisible, timeout=WAIT_MS)
    assert "唯一的医师" in sheet.problem.words
    sheet.sure.click()
    sheet.submit()
    qtbot.waitUntil(lambda: ActionId.INTAKE not in program.window.offered, timeout=WAIT_MS)


def test_a_rule_of_two_people_is_kept_at_once(qtbot: QtBot, program: Program, clinic: Clinic) -> None:
    section = section_of(qtbot, program)
    switch = section.rules[TwoPersonRule.AMENDMENT]
    switch.click()
    qtbot.waitUntil(lambda: bool(section._read and section._read.rules), timeout=WAIT_MS)
    assert switch.isChecked()


def test_a_rule_of_two_people_is_ended_by_two(qtbot: QtBot, program: Program) -> None:
    section = section_of(qtbot, program)
    switch = section.rules[TwoPersonRule.AMENDMENT]
    switch.click()
    qtbot.waitUntil(lambda: bool(section._read and section._read.rules), timeout=WAIT_MS)
    switch.click()
    sheet = section.sheet
    assert isinstance(sheet, RuleOffSheet)
    assert switch.isChecked()
    sheet.own.setText(PASSPHRASE)
    sheet.submit()
    assert "另一人的口令" in sheet.problem.words
    sheet.second.setText(PASSPHRASE)
    sheet.submit()
    qtbot.waitUntil(lambda: "不能是" in sheet.problem.words and sheet.go.isEnabled(), timeout=WAIT_MS)
    assert switch.isChecked()
    sheet.second.setText(PASSPHRASES["钱管理"])
    sheet.submit()
    qtbot.waitUntil(lambda: not switch.isChecked(), timeout=WAIT_MS)


def test_alone_there_are_no_rules_of_two_and_it_says_why(qtbot: QtBot, clinic: Clinic) -> None:
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk_of(qtbot, program)
        section = section_of(qtbot, program)
        assert not any(switch.isEnabled() for switch in section.rules.values())
        assert "请先添加操作者" in section.why.words.text()
        press_row(section, OPERATOR, 0)
        sheet = section.sheet
        assert isinstance(sheet, RolesSheet)
        sheet.roles.boxes[Role.ADMIN].click()
        sheet.by.field.setText(PASSPHRASE)
        sheet.submit()
        qtbot.waitUntil(lambda: "唯一的管理员" in sheet.problem.words, timeout=WAIT_MS)
        press(Qt.Key.Key_Escape)


def test_whoever_may_not_is_told_who_may(qtbot: QtBot, clinic: Clinic) -> None:
    staffed(clinic)
    with running(qtbot, clinic.home, clinic.vault) as program:
        unlock(qtbot, program, PASSPHRASES["赵前台"])
        section = section_of(qtbot, program)
        assert list(section.people) == ["赵前台"]
        assert section.said.words.text() == "“前台”不能管理操作者；可以的身份：管理员。"
        assert not section.add.isVisible()
