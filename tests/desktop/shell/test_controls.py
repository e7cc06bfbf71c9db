"""R43, R45, R46, R47, R48: what holds for every control of every screen and sheet of the real program."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import Qt as Gui
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from core.base.ids import RecordNo
from desktop.actions.catalog import ActionId
from desktop.shell.crash_sheet import CrashSheet
from desktop.shell.palette import Palette, Shortcuts
from desktop.shell.program import Program
from desktop.views.help.sheet import HelpSheet
from desktop.views.patients.page import PatientsPage
from desktop.views.settings.page import SettingsPage
from desktop.widgets.sheet import Sheet
from desktop.widgets.wheel_guard import WheelGuard
from tests.desktop.shell.program import WAIT_MS, desk_of, running
from tests.fakes.clinic import Clinic, clinic, symptom

__all__ = ["clinic"]

SCREENS = (
    *(ActionId.TODAY, ActionId.INTAKE, ActionId.PATIENTS, ActionId.COMPARE),
    *(ActionId.LEDGER, ActionId.SETTINGS),
)
SHEETS: tuple[tuple[ActionId, type[Sheet]], ...] = (
    (ActionId.PALETTE, Palette),
    (ActionId.SHORTCUTS, Shortcuts),
    (ActionId.HELP, HelpSheet),
)
CONTROLS = (QAbstractButton, QLineEdit, QPlainTextEdit, QComboBox, QAbstractSpinBox, QAbstractItemView)


@pytest.fixture
def program(qtbot: QtBot, clinic: Clinic) -> Iterator[Program]:
    """The program with a patient of two visits turned to."""
    number = clinic.add("周敏", "女", "1992-01-05")
    for day in ("2026-11-02T09:00", "2026-11-20T09:00"):
        clinic.save(number, None, [symptom("头晕")], at=day)
    with running(qtbot, clinic.home, clinic.vault) as made:
        desk = desk_of(qtbot, made)
        desk.open_patient(RecordNo(number), ActionId.TODAY)
        qtbot.waitUntil(lambda: desk.context is not None, timeout=WAIT_MS)
        yield made


def controls(window: QWidget) -> list[QWidget]:
    """Everything in sight a person can act on."""
    return [
        widget
        for kind in CONTROLS
        for widget in window.findChildren(kind)
        if widget.isVisible() and widget.isEnabled() and not isinstance(widget, QScrollBar)
    ]


def nameless(window: QWidget) -> list[str]:
    return [
        f"{type(control).__name__} in {type(control.parent()).__name__}"
        for control in controls(window)
        if not control.accessibleName() and control.focusPolicy() != Qt.FocusPolicy.NoFocus
    ]


def places(qtbot: QtBot, program: Program) -> Iterator[str]:
    """Goes through every screen, every section of the settings, and every sheet of the frame."""
    window = program.window
    desk = window.desk
    assert desk is not None
    for screen in SCREENS:
        window.do(screen)
        qtbot.wait(300)
        yield screen.value
        page = desk.page
        if isinstance(page, SettingsPage):
            for name in page.sections:
                page.show_section(name)
                qtbot.wait(150)
                yield f"settings {name}"
        if isinstance(page, PatientsPage):
            page.register_new("")
            yield "register"
            page.sheet.dismiss()
    for action, kind in SHEETS:
        window.do(action)
        yield action.value
        window.findChildren(kind)[-1].dismiss()
    window.lock()
    qtbot.waitUntil(lambda: window.desk is None, timeout=WAIT_MS)
    yield "unlock"


def test_R45_every_control_of_every_screen_has_a_name(qtbot: QtBot, program: Program) -> None:
    found = {place: nameless(program.window) for place in places(qtbot, program)}
    assert len(found) > 10
    assert {place: missing for place, missing in found.items() if missing} == {}


def test_R46_no_tooltip_is_markup(qtbot: QtBot, program: Program) -> None:
    rich = {
        widget.toolTip()
        for _ in places(qtbot, program)
        for widget in program.window.findChildren(QWidget)
        if Gui.mightBeRichText(widget.toolTip())
    }
    assert rich == set()


def test_R47_the_program_guards_the_wheel_over_every_kind_of_value(qtbot: QtBot, program: Program) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    assert app.findChild(WheelGuard) is not None
    kinds = set(subclasses(QAbstractSpinBox)) | set(subclasses(QComboBox)) | set(subclasses(QAbstractSlider))
    made = 0
    for kind in kinds - {QScrollBar, *subclasses(QScrollBar)}:
        try:
            field = kind(program.window)
        except TypeError:
            continue  # ours with a name: made below
        made += 1
        check_wheel(qtbot, field)
    from desktop.widgets.combo_box import ComboBox

    check_wheel(qtbot, ComboBox("单位", parent=program.window))
    assert made > 5


def check_wheel(qtbot: QtBot, field: QWidget) -> None:
    """The wheel over a field without focus changes nothing and gives no focus."""
    if isinstance(field, QComboBox):
        field.addItems(["一", "二", "三"])
        field.setCurrentIndex(1)
    field.resize(120, 36)
    field.show()
    field.raise_()
    changed: list[object] = []
    for name in ("valueChanged", "currentIndexChanged", "dateTimeChanged"):
        signal = getattr(field, name, None)
        if signal is not None:
            signal.connect(changed.append)
    window = field.window().windowHandle()
    QTest.wheelEvent(window, QPointF(field.mapTo(field.window(), field.rect().center())), QPoint(0, -120))
    qtbot.wait(1)
    assert changed == [], type(field).__name__
    assert not field.hasFocus()
    field.hide()
    field.deleteLater()


def subclasses(kind: type[QWidget]) -> Iterator[type[QWidget]]:
    """A class of Qt and everything made from it."""
    for below in kind.__subclasses__():
        yield below
        yield from subclasses(below)


@pytest.mark.parametrize("size", [(683, 384), (1366, 768)])
def test_R43_the_buttons_of_a_sheet_are_in_sight_on_a_small_screen(
    qtbot: QtBot, program: Program, size: tuple[int, int]
) -> None:
    window = program.window
    window.setMinimumSize(0, 0)
    window.resize(*size)
    desk = window.desk
    assert desk is not None
    window.do(ActionId.PATIENTS)
    page = desk.page
    assert isinstance(page, PatientsPage)
    page.register_new("")
    seen: list[Sheet] = [page.sheet]
    check_foot(page.sheet)
    page.sheet.dismiss()
    for action, kind in SHEETS:
        window.do(action)
        sheet = window.findChildren(kind)[-1]
        qtbot.wait(20)
        check_foot(sheet)
        sheet.dismiss()
        seen.append(sheet)
    crash = CrashSheet(window, program.messages)
    crash.open(crash.go_on)
    qtbot.wait(20)
    check_foot(crash)
    assert len(seen) == 4


def check_foot(sheet: Sheet) -> None:
    """Whether every button at the foot lies inside the window."""
    window = sheet.window()
    for place in range(sheet.foot.count()):
        button: QWidget | None = sheet.foot.itemAt(
            place
        ).widget()  # None for a stretch, whatever the stubs say
        if button is not None and button.isVisible():
            corner = button.mapTo(window, QPoint(0, 0))
            assert window.rect().contains(button.rect().translated(corner)), type(sheet).__name__


def walked(window: QWidget, steps: int = 120) -> list[QWidget]:
    """What Tab comes to, until it comes round."""
    found: list[QWidget] = []
    for _ in range(steps):
        window.focusNextPrevChild(True)
        here = QApplication.focusWidget()
        if here is None or here in found:
            break
        found.append(here)
    return found


@pytest.mark.parametrize("screen", [ActionId.TODAY, ActionId.SETTINGS])
def test_R45_tab_goes_down_the_page_in_reading_order(
    qtbot: QtBot, program: Program, screen: ActionId
) -> None:
    desk = program.window.desk
    assert desk is not None
    program.window.do(screen)
    qtbot.wait(400)
    page = desk.page
    inside = [stop for stop in walked(program.window) if page.isAncestorOf(stop)]
    assert inside
    if screen is ActionId.SETTINGS:
        assert isinstance(page, SettingsPage)
        assert page.nav.isAncestorOf(inside[0])
        return
    columns: dict[bool, list[int]] = {True: [], False: []}
    for stop in inside:
        corner = stop.mapTo(page, QPoint(0, 0))
        columns[corner.x() < page.width() / 2].append(corner.y())
    assert columns[True] == sorted(columns[True])


@pytest.mark.parametrize("section", ["backup", "operators", "keys"])
def test_R45_tab_goes_down_a_section_of_the_settings(qtbot: QtBot, program: Program, section: str) -> None:
    desk = program.window.desk
    assert desk is not None
    desk.go(ActionId.SETTINGS)
    page = desk.page
    assert isinstance(page, SettingsPage)
    page.show_section(section)
    shown = page.sections[section]
    if section == "backup":
        qtbot.waitUntil(page.backup.now.isEnabled, timeout=WAIT_MS)
        page.backup.now.click()
        qtbot.waitUntil(lambda: bool(page.backup.list.rows), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: shown.first() is not None, timeout=WAIT_MS)
    qtbot.wait(200)
    page.nav.items[section].setFocus()
    corners = [
        (corner.y() // 12, corner.x())
        for stop in walked(program.window)
        if shown.isAncestorOf(stop)
        for corner in [stop.mapTo(shown.widget(), stop.rect().center())]
    ]
    assert len(corners) > 1
    assert corners == sorted(corners)


def test_a_screen_chosen_by_keys_leaves_no_ring_on_the_rail(qtbot: QtBot, program: Program) -> None:
    desk = program.window.desk
    assert desk is not None
    keys = (Qt.Key.Key_3, Qt.Key.Key_4, Qt.Key.Key_9, Qt.Key.Key_1)
    for screen, key in zip(
        (ActionId.PATIENTS, ActionId.COMPARE, ActionId.SETTINGS, ActionId.TODAY), keys, strict=True
    ):
        item = desk.rail.item(screen)
        item.setFocus(Qt.FocusReason.TabFocusReason)
        assert item._ring
        QTest.keyClick(program.window, key, Qt.KeyboardModifier.ControlModifier)
        assert desk.here is screen
        assert not (item.hasFocus() and item._ring)


def test_R45_tab_goes_down_the_entry(qtbot: QtBot, program: Program) -> None:
    program.window.lock()
    qtbot.waitUntil(lambda: program.window.desk is None, timeout=WAIT_MS)
    card = program.window.entry.unlock
    card.passphrase.setFocus()
    program.window.focusNextPrevChild(True)
    assert card.button.hasFocus()
