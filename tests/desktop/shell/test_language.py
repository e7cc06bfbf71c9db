"""Another language at run time: everything with words is made anew, and nothing typed, chosen or shown is lost by it."""

import re
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from core.base.ids import RecordNo
from core.base.paths import Home
from core.packhost.host import mount
from desktop.actions.catalog import ActionId
from desktop.shell.palette import Palette
from desktop.shell.program import Program
from desktop.views.intake.page import IntakePage
from desktop.views.settings.page import SettingsPage
from tests.desktop.shell.program import WAIT_MS, desk_of, press, running, type_back, walk_to_code
from tests.fakes.clinic import PASSPHRASE, Clinic, clinic, symptom
from tests.fakes.vault import InMemoryVault

__all__ = ["clinic"]

CHINESE = re.compile(r"[\u3400-\u9fff]")
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def switch(program: Program) -> None:
    """The keys of the switch."""
    QTest.keyClick(program.window, Qt.Key.Key_L, CONTROL | SHIFT)


def speaks(qtbot: QtBot, program: Program, language: str) -> None:
    def arrived() -> None:
        assert program.messages.language == language
        assert program.window.desk is None or program.window.desk.isVisible()

    qtbot.waitUntil(arrived, timeout=WAIT_MS)


def words_of(widget: QWidget) -> Iterator[str]:
    """What a widget says, on screen or to a screen reader."""
    yield widget.accessibleName()
    yield widget.accessibleDescription()
    yield widget.toolTip()
    if isinstance(widget, (QLabel, QAbstractButton)):
        yield widget.text()
    if isinstance(widget, (QLineEdit, QPlainTextEdit)):
        yield widget.placeholderText()
    if isinstance(widget, QComboBox):
        yield from (widget.itemText(row) for row in range(widget.count()))


def chinese(window: QWidget) -> set[str]:
    """The Chinese words in sight."""
    return {
        words
        for widget in (window, *window.findChildren(QWidget))
        if widget.isVisible()
        for words in words_of(widget)
        if CHINESE.search(words)
    }


def test_it_switches_and_stands_where_it_stood(qtbot: QtBot, clinic: Clinic) -> None:
    number = clinic.add("周敏", "女", "1992-01-05")
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        desk.open_patient(RecordNo(number), ActionId.INTAKE)
        qtbot.waitUntil(lambda: desk.context is not None, timeout=WAIT_MS)
        page = desk.page
        assert isinstance(page, IntakePage)
        qtbot.waitUntil(page.outline.save.isEnabled, timeout=WAIT_MS)
        page.form.findChildren(QPlainTextEdit)[0].setPlainText("头晕三日")
        switch(program)
        speaks(qtbot, program, "en")
        after = program.window.desk
        assert after is not None
        assert after is not desk
        assert after.here is ActionId.INTAKE
        assert after.context is not None
        assert after.context.record_no == number
        fresh = after.page

        def filled() -> None:
            texts = [edit.toPlainText() for edit in fresh.findChildren(QPlainTextEdit)]
            assert "头晕三日" in texts

        qtbot.waitUntil(filled, timeout=WAIT_MS)
        assert program.window.windowTitle().endswith("MingDao Clinic")
        assert program.window.registry.action(ActionId.SAVE).text() == "Save"
        assert program.window.status.boundary.words == "Offline"
        assert 'language = "en"' in clinic.home.settings.read_text(encoding="utf-8")
        switch(program)
        speaks(qtbot, program, "zh_CN")
        assert program.window.status.boundary.words == "离线"


def test_the_settings_screen_switches_and_keeps_its_section_and_focus(qtbot: QtBot, clinic: Clinic) -> None:
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        program.window.do(ActionId.SETTINGS)
        page = desk.page
        assert isinstance(page, SettingsPage)
        page.show_section("look")
        page.look.language.segment("zh_CN").setFocus()
        QTest.keyClick(page.look.language.segment("zh_CN"), Qt.Key.Key_Right)
        speaks(qtbot, program, "en")
        after = program.window.desk
        assert after is not None
        fresh = after.page
        assert isinstance(fresh, SettingsPage)
        assert fresh.place == "look+"
        assert fresh.look.language.value == "en"
        assert fresh.look.title == "Appearance"


def test_before_there_is_a_clinic_what_is_typed_stays_and_the_language_is_kept(
    qtbot: QtBot, tmp_path: Path
) -> None:
    home = Home(tmp_path / "new")
    with running(qtbot, home, InMemoryVault()) as program:
        program.window.entry.first_run.names.clinic.setText("明和堂")
        program.window.entry.language.click()
        speaks(qtbot, program, "en")
        entry = program.window.entry
        assert entry.isVisible()
        run = entry.first_run
        assert entry.card is run.language
        assert run.names.clinic.text() == "明和堂"
        assert chinese(program.window) == {"中文"}
        assert not home.settings.exists()
        walk_to_code(qtbot, program, "明和堂", "Lin", "yams and half summer")
        groups = run.shown.hand_over.groups.groups
        program.window.entry.language.click()
        speaks(qtbot, program, "zh_CN")
        assert run.shown.hand_over.groups.groups == ()
        assert run.secret.pair.text == ""
        entry = program.window.entry
        assert entry.first_run.shown.hand_over.groups.groups == groups
        program.window.entry.language.click()
        speaks(qtbot, program, "en")
        run = program.window.entry.first_run
        press(Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
        type_back(program, groups)
        for card in (run.keyring, run.model, run.start):
            qtbot.waitUntil(partial(lambda card: program.window.entry.card is card, card), timeout=WAIT_MS)
            card.submit()
        desk_of(qtbot, program)
        kept = home.settings.read_text(encoding="utf-8")
        assert 'clinic_name = "明和堂"' in kept
        assert 'language = "en"' in kept


def test_a_locked_clinic_switches_and_opens(qtbot: QtBot, clinic: Clinic) -> None:
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk_of(qtbot, program)
        program.window.lock()
        qtbot.waitUntil(lambda: program.window.desk is None, timeout=WAIT_MS)
        program.window.entry.unlock.passphrase.setText(PASSPHRASE)
        switch(program)
        speaks(qtbot, program, "en")
        card = program.window.entry.unlock
        assert card.title.text() == "Locked"
        assert card.passphrase.text() == PASSPHRASE
        card.submit()
        desk_of(qtbot, program)


def test_a_language_that_cannot_be_kept_is_not_spoken(qtbot: QtBot, clinic: Clinic) -> None:
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        clinic.home.settings.write_text("language = [", encoding="utf-8")
        switch(program)
        qtbot.waitUntil(lambda: desk.notices.bar is not None, timeout=WAIT_MS)
        assert program.messages.language == "zh_CN"
        assert program.window.desk is desk
        assert clinic.home.settings.read_text(encoding="utf-8") == "language = ["


DATA = ("周敏", "李大夫", "头晕", "头晕一月", "晨起头晕，久站加重。", "中文")


@cache
def pack_words() -> tuple[str, ...]:
    """What the packs say of themselves and their forms, the longest first: it is Chinese in every language."""
    found = set(DATA)
    found |= {one.manifest.title for one in mount().mounted}
    for form in mount().forms:
        found.add(form.questionnaire.title)
        for item in form.questionnaire.walk():
            found |= {item.label, item.help or "", *(option.display for option in item.options)}
    return tuple(sorted(found - {""}, key=len, reverse=True))


def left_over(said: set[str]) -> set[str]:
    """What is Chinese and is no data."""
    found = set()
    for words in said:
        rest = words
        for data in pack_words():
            rest = rest.replace(data, "")
        if CHINESE.search(rest):
            found.add(words)
    return found


@pytest.mark.parametrize(
    "screen", [ActionId.TODAY, ActionId.PATIENTS, ActionId.COMPARE, ActionId.SETTINGS, ActionId.INTAKE]
)
def test_nothing_but_data_is_chinese_in_english(qtbot: QtBot, clinic: Clinic, screen: ActionId) -> None:
    number = clinic.add("周敏", "女", "1992-01-05")
    for day in ("2026-11-02T09:00", "2026-11-20T09:00"):
        clinic.save(number, None, [symptom("头晕")], at=day)
    clinic.home.settings.write_text('language = "en"\n', encoding="utf-8")
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        desk.open_patient(RecordNo(number), screen)
        qtbot.waitUntil(lambda: desk.context is not None and desk.here is screen, timeout=WAIT_MS)
        qtbot.wait(600)
        if isinstance(desk.page, SettingsPage):
            for name in desk.page.sections:
                desk.page.show_section(name)
                qtbot.wait(100)
                assert left_over(chinese(program.window)) == set(), name
        program.window.do(ActionId.PALETTE)
        assert program.window.findChildren(Palette)[-1].isVisible()
        assert left_over(chinese(program.window)) == set()


class Shown(QObject):
    """The windows that are shown, if only for a moment."""

    def __init__(self) -> None:
        super().__init__()
        self.windows: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.windows.append(repr(watched))
        return False


def test_what_stands_said_is_no_window_of_its_own_in_the_other_language(qtbot: QtBot, clinic: Clinic) -> None:
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk_of(qtbot, program)
        program.notices.warn("有一份草稿没有存住。", "正在重试。")
        shown = Shown()
        app = QApplication.instance()
        assert app is not None
        app.installEventFilter(shown)
        switch(program)
        speaks(qtbot, program, "en")
        app.removeEventFilter(shown)
        assert shown.windows == []
