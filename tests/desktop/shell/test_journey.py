"""From an empty computer to a confirmed patient, through the window alone, and out again."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from core.base.ids import RecordNo
from core.base.paths import Home
from core.services.keys.states import KeyAction
from desktop.actions.catalog import ActionId
from desktop.bridge.clinic import ClinicState
from desktop.bridge.notices import Answer, Choice, Weight
from desktop.shell.palette import Palette, Shortcuts
from desktop.views.intake.page import IntakePage
from desktop.views.patients.page import PatientsPage
from desktop.views.today.page import TodayPage
from tests.desktop.shell.program import WAIT_MS, desk_of, running, set_up, wait_state
from tests.fakes.clinic import PASSPHRASE, Clinic, clinic
from tests.fakes.vault import InMemoryVault

__all__ = ["clinic"]


def press(
    widget: QWidget, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    """A key, as a person presses it."""
    QTest.keyClick(widget, key, modifier)


def test_first_run_to_a_confirmed_patient_and_out(qtbot: QtBot, tmp_path: Path) -> None:
    home = Home(tmp_path / "new")
    with running(qtbot, home, InMemoryVault()) as program:
        set_up(qtbot, program, "明和堂", "林晓", "山药 半夏 三杯凉水")
        desk = desk_of(qtbot, program)
        assert program.window.entry.first_run.secret.pair.text == ""
        assert "明和堂" in home.settings.read_text(encoding="utf-8")
        assert program.window.windowTitle() == "明道诊所"
        assert desk.banner.accessibleName() == "未选择患者"
        assert isinstance(desk.page, TodayPage)

        press(program.window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        page = desk.page
        assert isinstance(page, PatientsPage)
        assert page.sheet.isVisible()
        page.sheet.form.name.setText("王芳")
        page.sheet.form.sex.choose("女")
        page.sheet.form.birth.setText("1985-03-02")
        press(page.sheet.form.birth, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: desk.context is not None, timeout=WAIT_MS)
        assert "王芳" in desk.banner.accessibleName()
        assert "P001" in desk.banner.accessibleName()
        assert "初诊" in desk.banner.accessibleName()
        assert program.window.windowTitle() == "P001 — 明道诊所"
        qtbot.waitUntil(lambda: page.people.model.rowCount() == 1, timeout=WAIT_MS)

        program.window.close()
        qtbot.waitUntil(lambda: not program.window.isVisible(), timeout=WAIT_MS)


def test_a_namesake_needs_a_reason_or_is_chosen(qtbot: QtBot, clinic: Clinic) -> None:
    number = clinic.add("王秀英", "女", "1962-11-08")
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        program.window.do(ActionId.NEW_PATIENT)
        page = desk.page
        assert isinstance(page, PatientsPage)
        sheet = page.sheet
        sheet.form.name.setText("王秀英")
        sheet.form.sex.choose("女")
        sheet.form.birth.setText("1962-11-08")
        sheet.submit()
        qtbot.waitUntil(lambda: len(sheet.candidates) == 1, timeout=WAIT_MS)
        assert number in sheet.problem.text()
        assert "--" not in sheet.hint.text()
        sheet.submit()
        assert sheet.isVisible()
        picks = sheet.candidates[0].findChildren(QPushButton)
        QTest.mouseClick(picks[0], Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: desk.context is not None, timeout=WAIT_MS)
        assert desk.context is not None
        assert desk.context.record_no == number
        page.register_new("")
        sheet.form.name.setText("王秀英")
        sheet.form.sex.choose("女")
        sheet.form.birth.setText("1962-11-08")
        sheet.submit()
        qtbot.waitUntil(lambda: len(sheet.candidates) == 1, timeout=WAIT_MS)
        sheet.reason.setText("同名同生日，身份证不同")
        press(sheet.reason, Qt.Key.Key_Return)
        qtbot.waitUntil(
            lambda: desk.context is not None and desk.context.record_no != number, timeout=WAIT_MS
        )


def test_an_error_stands_beside_its_field(qtbot: QtBot, clinic: Clinic) -> None:
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        program.window.do(ActionId.NEW_PATIENT)
        page = desk.page
        assert isinstance(page, PatientsPage)
        page.sheet.form.name.setText("李四")
        page.sheet.form.sex.choose("男")
        page.sheet.form.birth.setText("85")
        page.sheet.submit()
        qtbot.waitUntil(lambda: bool(page.sheet.form.error("birth")), timeout=WAIT_MS)
        assert page.sheet.form.birth.hasFocus()
        page.sheet.leave()


def test_a_wrong_passphrase_says_so_and_the_right_one_opens(qtbot: QtBot, clinic: Clinic) -> None:
    with running(qtbot, clinic.home, InMemoryVault()) as program:
        wait_state(qtbot, program, ClinicState.CLOSED)
        card = program.window.entry.unlock
        qtbot.waitUntil(card.passphrase.isEnabled, timeout=WAIT_MS)
        assert card.sentence.text()
        card.passphrase.setText("不对的口令")
        press(card.passphrase, Qt.Key.Key_Return)
        assert not card.passphrase.isEnabled()
        qtbot.waitUntil(lambda: bool(card.problem.words), timeout=WAIT_MS)
        assert "口令不对" in card.problem.words
        assert card.passphrase.isEnabled()
        card.passphrase.setText(PASSPHRASE)
        press(card.passphrase, Qt.Key.Key_Return)
        desk_of(qtbot, program)


def test_locking_takes_every_patient_off_the_screen(qtbot: QtBot, clinic: Clinic) -> None:
    number = clinic.add("周敏")
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        desk.open_patient(RecordNo(number), ActionId.PATIENTS)
        qtbot.waitUntil(lambda: desk.context is not None, timeout=WAIT_MS)
        press(program.window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
        wait_state(qtbot, program, ClinicState.CLOSED)
        assert program.window.desk is None
        assert program.window.windowTitle() == "明道诊所"
        card = program.window.entry.unlock
        assert card.title.text() == "已锁定"
        card.passphrase.setText(PASSPHRASE)
        card.submit()
        assert desk_of(qtbot, program) is not desk


def test_a_damaged_clinic_is_one_sentence_a_hint_and_another_try(qtbot: QtBot, clinic: Clinic) -> None:
    kept = clinic.home.envelope.read_bytes()
    clinic.home.envelope.write_bytes(b"{}")
    with running(qtbot, clinic.home, clinic.vault) as program:
        entry = program.window.entry
        qtbot.waitUntil(lambda: entry.card is entry.trouble, timeout=WAIT_MS)
        assert "keys.json" in entry.trouble.sentence.text()
        assert entry.trouble.hint.text()
        clinic.home.envelope.write_bytes(kept)
        QTest.mouseClick(entry.trouble.others[KeyAction.RETRY], Qt.MouseButton.LeftButton)
        desk_of(qtbot, program)


def test_the_palette_and_the_sheet_of_keys(qtbot: QtBot, clinic: Clinic) -> None:
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        window = program.window
        press(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        palette = window.findChildren(Palette)[-1]
        assert palette.isVisible()
        assert palette.box.hasFocus()
        palette.box.setText("hz")
        press(palette.box, Qt.Key.Key_Return)
        assert isinstance(desk.page, PatientsPage)
        press(window, Qt.Key.Key_F1)
        assert window.findChildren(Shortcuts)[-1].isVisible()
        press(window.findChildren(Shortcuts)[-1].leave, Qt.Key.Key_Escape)
        press(window, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
        assert isinstance(desk.page, TodayPage)
        press(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        intake = desk.page
        assert isinstance(intake, IntakePage)
        assert intake.finder.box.hasFocus()
        press(window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
        press(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        page = desk.page
        assert isinstance(page, PatientsPage)
        assert page.people.find_box.hasFocus()


def reached(window: QWidget) -> list[QWidget]:
    """What Tab comes to, in order, until it comes round."""
    found: list[QWidget] = []
    for _ in range(200):
        window.focusNextPrevChild(True)
        here = QApplication.focusWidget()
        if here is None or here in found:
            break
        found.append(here)
    return found


@pytest.mark.parametrize("action", [ActionId.TODAY, ActionId.PATIENTS])
def test_the_keyboard_reaches_every_control_and_each_has_a_name(
    qtbot: QtBot, clinic: Clinic, action: ActionId
) -> None:
    clinic.add("周敏")
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        desk.go(action)
        page = desk.page
        if isinstance(page, PatientsPage):
            qtbot.waitUntil(lambda: page.people.model.rowCount() == 1, timeout=WAIT_MS)
        elif isinstance(page, TodayPage):
            qtbot.waitUntil(lambda: len(page.recent.rows) == 1, timeout=WAIT_MS)
        QApplication.processEvents()
        found = reached(program.window)
        controls = [
            control
            for kind in (QPushButton, QLineEdit, QComboBox)
            for control in program.window.findChildren(kind)
            if control.isVisible() and control.isEnabled() and control.focusPolicy() & Qt.FocusPolicy.TabFocus
        ]
        assert controls
        assert [control for control in controls if control not in found] == []
        assert [control for control in found if not control.accessibleName()] == []
        rail = [place for place, control in enumerate(found) if desk.rail.isAncestorOf(control)]
        inside = [place for place, control in enumerate(found) if page.isAncestorOf(control)]
        assert rail
        assert inside


def test_a_question_is_a_sheet_with_a_way_back(qtbot: QtBot, clinic: Clinic) -> None:
    answers: list[Answer] = []
    with running(qtbot, clinic.home, clinic.vault) as program:
        desk = desk_of(qtbot, program)
        choices = (Choice("go", "做", Weight.PRIMARY), Choice("back", "返回", Weight.BACK))
        program.notices.ask(desk, "要做吗？", choices, answers.append)
        question = desk.notices.questions[0]
        assert question.isVisible()
        assert question.buttons["back"].hasFocus()
        press(question, Qt.Key.Key_Escape)
        assert answers == [Answer("back")]
        program.notices.error("没有存住。", "请再试一次。")
        assert desk.notices.bar is not None
        assert desk.notices.bar.isVisible()
