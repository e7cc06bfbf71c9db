"""Settings → what was put aside: listed without a word of it, opened by a physician with the words marked, and told of in the trail."""

import asyncio
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from core.constraints.event import Author
from core.services.patients.patients import Given
from desktop.actions.catalog import ActionId
from desktop.shell.program import Program
from desktop.views.settings.page import SettingsPage
from desktop.views.settings.put_aside import AT_ONCE, PutAsideSection
from desktop.views.settings.put_aside_sheet import PutAsideSheet
from tests.desktop.shell.program import WAIT_MS, desk_of, running
from tests.fakes.clinic import MENZHEN, PASSPHRASE, Clinic, clinic, content
from tests.fakes.people import PASSPHRASES, staffed

__all__ = ["clinic"]

TEXT = "复诊小结\n结论：治疗有效，失眠已治愈。\n患者诉夜里醒的次数变少。"


def put_aside(clinic: Clinic, *texts: str, record_no: str = "", passphrase: str | None = None) -> None:
    with clinic.open(passphrase=passphrase) as kernel:
        for text in texts:
            asyncio.run(kernel.tools.released(text, Author.TEMPLATE, record_no=record_no))


def section_of(qtbot: QtBot, program: Program) -> PutAsideSection:
    desk = desk_of(qtbot, program)
    desk.go(ActionId.SETTINGS)
    page = desk.page
    assert isinstance(page, SettingsPage)
    page.show_section("put_aside")
    program.window.activateWindow()
    qtbot.waitUntil(program.window.isActiveWindow, timeout=WAIT_MS)
    return page.put_aside


def words_in(part: QWidget) -> str:
    return "\n".join(
        f"{one.accessibleName()} {one.text() if isinstance(one, QLabel) else ''}"
        for one in (part, *part.findChildren(QWidget))
        if one.isVisible()
    )


def sheet_of(qtbot: QtBot, section: PutAsideSection) -> PutAsideSheet:
    def opened() -> None:
        assert section.sheet is not None
        assert section.sheet.isVisible()

    qtbot.waitUntil(opened, timeout=WAIT_MS)
    assert section.sheet is not None
    return section.sheet


@pytest.fixture
def program(qtbot: QtBot, clinic: Clinic) -> Iterator[Program]:
    number = clinic.add("陈敏")
    put_aside(clinic, TEXT, record_no=number)
    put_aside(clinic, "本诊所总有效率高。")
    with running(qtbot, clinic.home, clinic.vault) as made:
        yield made


def test_none_says_what_it_is_for(qtbot: QtBot, clinic: Clinic) -> None:
    with running(qtbot, clinic.home, clinic.vault) as program:
        section = section_of(qtbot, program)
        qtbot.waitUntil(lambda: "还没有另存的文字" in words_in(section), timeout=WAIT_MS)
        assert "医师自己写的从不扣下" in words_in(section)
        assert section.first() is None


def test_it_is_listed_without_a_word_of_the_text(qtbot: QtBot, program: Program) -> None:
    section = section_of(qtbot, program)
    qtbot.waitUntil(lambda: list(section.rows) == [2, 1], timeout=WAIT_MS)
    said = words_in(section)
    assert "陈敏 P001" in said
    assert "约束 tcm/no-diagnosis" in said
    assert "不属于哪位患者" in said
    assert "治愈" not in said
    assert section.rows[1].read.accessibleName() == "查看原文：第 1 号，陈敏 P001"


def test_opened_by_the_keyboard_the_words_are_marked_and_the_trail_tells(
    qtbot: QtBot, program: Program, clinic: Clinic
) -> None:
    section = section_of(qtbot, program)
    qtbot.waitUntil(lambda: bool(section.rows), timeout=WAIT_MS)
    section.rows[1].read.setFocus()
    QTest.keyClick(section.rows[1].read, Qt.Key.Key_Space)
    sheet = sheet_of(qtbot, section)
    assert "陈敏 P001" in sheet.accessibleName()
    assert [line.accessibleName() for line in sheet.lines] == TEXT.split("\n")
    assert [line.marked for line in sheet.lines] == [(), ("有效", "治愈"), ()]
    assert "text-decoration:underline" in sheet.lines[1].text()
    assert [(one.words, one.detail) for one in sheet.found.said] == [
        ("标出：“有效”、“治愈”", "约束 tcm/no-diagnosis")
    ]
    stops = []
    for _ in range(4):
        focused = QApplication.focusWidget()
        assert focused is not None
        stops.append(focused.accessibleName())
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert set(TEXT.split("\n")) <= set(stops)
    QTest.keyClick(sheet, Qt.Key.Key_Escape)
    assert section.rows[1].read.hasFocus()
    program.window.close()
    program.clinic.shut_down()
    assert clinic.rows("SELECT record_no, tool FROM audit WHERE action = 'quarantine.read'") == [("P001", "")]


def test_markup_in_the_text_stays_what_it_is(qtbot: QtBot, clinic: Clinic) -> None:
    put_aside(clinic, "<b>已治愈</b><img src=x>")
    with running(qtbot, clinic.home, clinic.vault) as program:
        section = section_of(qtbot, program)
        qtbot.waitUntil(lambda: bool(section.rows), timeout=WAIT_MS)
        section.rows[1].read.click()
        (line,) = sheet_of(qtbot, section).lines
        assert "&lt;img src=x&gt;" in line.text()
        assert "<img" not in line.text()
        assert line.marked == ("治愈",)


def test_many_are_shown_a_part_at_a_time(qtbot: QtBot, clinic: Clinic) -> None:
    put_aside(clinic, *(["已治愈。"] * (AT_ONCE + 2)))
    with running(qtbot, clinic.home, clinic.vault) as program:
        section = section_of(qtbot, program)
        qtbot.waitUntil(lambda: len(section.rows) == AT_ONCE, timeout=WAIT_MS)
        section.older.click()
        assert len(section.rows) == AT_ONCE + 2
        assert not section.older.isVisible()
        assert section.rows[2].read.hasFocus()


def opened_by(qtbot: QtBot, program: Program, name: str) -> None:
    card = program.window.entry.unlock
    qtbot.waitUntil(card.passphrase.isEnabled, timeout=WAIT_MS)
    card.passphrase.setText(PASSPHRASES[name])
    card.submit()
    desk_of(qtbot, program)


def of_a_colleague(clinic: Clinic) -> None:
    """李大夫 looks after 陈敏, about whom a text was put aside."""
    staffed(clinic)
    with clinic.open(passphrase=PASSPHRASE) as kernel:
        number = kernel.patients.register(Given("陈敏", "女")).patient.record_no
        kernel.intake.save(number, "menzhen", content(MENZHEN))
        asyncio.run(kernel.tools.released(TEXT, Author.TEMPLATE, record_no=number))


def test_another_role_sees_nothing_of_it_and_who_may(qtbot: QtBot, clinic: Clinic) -> None:
    of_a_colleague(clinic)
    with running(qtbot, clinic.home, clinic.vault) as program:
        opened_by(qtbot, program, "钱管理")
        section = section_of(qtbot, program)
        qtbot.waitUntil(lambda: bool(section.said.words.text()), timeout=WAIT_MS)
        assert "可以的身份：医师" in section.said.words.text()
        assert "陈敏" not in words_in(section)
        assert section.rows == {}


def test_of_somebody_whom_others_look_after_a_reason_is_asked_first(qtbot: QtBot, clinic: Clinic) -> None:
    of_a_colleague(clinic)
    with running(qtbot, clinic.home, clinic.vault) as program:
        opened_by(qtbot, program, "王大夫")
        section = section_of(qtbot, program)
        qtbot.waitUntil(lambda: bool(section.rows), timeout=WAIT_MS)
        section.rows[1].read.click()
        qtbot.waitUntil(lambda: program.window.reasons.sheet is not None, timeout=WAIT_MS)
        asked = program.window.reasons.sheet
        assert asked is not None
        assert section.sheet is None
        asked.choice.choose("consultation")
        asked.submit()
        assert "治愈" in "".join(line.accessibleName() for line in sheet_of(qtbot, section).lines)
