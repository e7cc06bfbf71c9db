"""The settings: what is changed takes effect, what cannot be is said beside its field, and nothing typed is lost."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from core.settings.load import load_settings
from desktop.actions.catalog import ActionId
from desktop.session import window_state
from desktop.shell.program import Program
from desktop.theme.density import Density, density, row_height, settle
from desktop.theme.fonts import px
from desktop.theme.scheme import Scheme, shown
from desktop.theme.style import theme
from desktop.theme.tokens import Height
from desktop.views.settings.about import AboutSection
from desktop.views.settings.about_parts import LicenceSheet
from desktop.views.settings.holdings import HoldingsSection, size_words
from desktop.views.settings.licences import parts
from desktop.views.settings.page import SettingsPage
from desktop.views.settings.section import Rows
from tests.desktop.shell.program import WAIT_MS, desk_of, running
from tests.fakes.clinic import Clinic, clinic

__all__ = ["clinic"]


@pytest.fixture
def program(qtbot: QtBot, clinic: Clinic) -> Iterator[Program]:
    """The program on its settings; the look goes back to what other tests expect."""
    with running(qtbot, clinic.home, clinic.vault) as made:
        desk_of(qtbot, made)
        made.window.do(ActionId.SETTINGS)
        yield made
    settle(Density.DENSE)
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme(app).set(Scheme.LIGHT)


def page_of(program: Program) -> SettingsPage:
    desk = program.window.desk
    assert desk is not None
    page = desk.page
    assert isinstance(page, SettingsPage)
    return page


def seen(qtbot: QtBot, program: Program) -> SettingsPage:
    """The page once the settings are read."""
    page = page_of(program)
    qtbot.waitUntil(lambda: page.own._seen is not None, timeout=WAIT_MS)
    return page


def test_nothing_that_wraps_is_cut_off_on_a_wide_page(qtbot: QtBot, program: Program) -> None:
    page = seen(qtbot, program)
    window = program.window
    for width in (2200, 1366):
        window.resize(width, 900)
        for name, section in page.sections.items():
            page.show_section(name)
            qtbot.wait(120)
            wrapped = [one for one in section.findChildren(QLabel) if one.wordWrap() and one.isVisible()]
            cut = [one.text() for one in wrapped if one.height() < one.heightForWidth(one.width())]
            assert cut == [], (name, width)
            cards = [rows for rows in section.findChildren(Rows) if rows.isVisible()]
            assert all(rows.width() <= px(section.card_width) for rows in cards), name


def test_the_name_is_kept_and_used_at_once(qtbot: QtBot, program: Program, clinic: Clinic) -> None:
    page = seen(qtbot, program)
    assert not page.own.keep.isEnabled()
    page.own.name.setText("明和堂")
    assert page.own.keep.isEnabled()
    QTest.keyClick(page.own.name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: load_settings(clinic.home.settings).clinic_name == "明和堂", timeout=WAIT_MS)
    qtbot.waitUntil(page.own.said.isVisible, timeout=WAIT_MS)
    opened = program.clinic.opened
    assert opened is not None
    assert opened.settings.clinic_name == "明和堂"
    assert not page.own.keep.isEnabled()


def test_a_name_that_is_too_long_is_said_beside_the_field_and_stays(
    qtbot: QtBot, program: Program, clinic: Clinic
) -> None:
    page = seen(qtbot, program)
    page.own.name.setText("长" * 61)
    page.own.keep.click()
    qtbot.waitUntil(page.own.said.isVisible, timeout=WAIT_MS)
    assert "61" in page.own.said.words.text()
    assert "诊所名称" in page.own.said.words.text()
    assert page.own.name.text() == "长" * 61
    assert not clinic.home.settings.exists()
    page.own.name.setText("短")
    assert not page.own.said.isVisible()


def test_a_file_changed_by_hand_is_shown_before_it_is_written_over(
    qtbot: QtBot, program: Program, clinic: Clinic
) -> None:
    page = seen(qtbot, program)
    clinic.home.settings.write_text('# 手改\nclinic_name = "仁心堂"\n', encoding="utf-8")
    page.own.name.setText("明和堂")
    page.own.save()
    qtbot.waitUntil(lambda: "仁心堂" in page.own.said.words.text(), timeout=WAIT_MS)
    assert page.own.name.text() == "明和堂"
    assert load_settings(clinic.home.settings).clinic_name == "仁心堂"
    page.own.save()
    qtbot.waitUntil(lambda: load_settings(clinic.home.settings).clinic_name == "明和堂", timeout=WAIT_MS)
    assert "# 手改" in clinic.home.settings.read_text(encoding="utf-8")


def test_what_is_typed_is_not_read_over(qtbot: QtBot, program: Program) -> None:
    page = seen(qtbot, program)
    page.own.name.setText("明和")
    page.refresh()
    qtbot.wait(200)
    assert page.own.name.text() == "明和"


def test_the_scheme_is_shown_and_remembered(qtbot: QtBot, program: Program, clinic: Clinic) -> None:
    page = seen(qtbot, program)
    page.show_section("look")
    QTest.mouseClick(page.look.scheme.segment("dark"), Qt.MouseButton.LeftButton)
    assert shown().dark
    state = window_state.load(clinic.home)
    assert state is not None
    assert state.scheme is Scheme.DARK
    program.window.do(ActionId.THEME)
    assert page.look.scheme.value == "light"
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme(app).set(Scheme.DARK)
    program.options.remember()
    assert program.options.scheme is Scheme.LIGHT


def test_the_height_of_rows_is_another_at_once(qtbot: QtBot, program: Program, clinic: Clinic) -> None:
    page = seen(qtbot, program)
    page.show_section("look")
    before = program.window.desk
    QTest.mouseClick(page.look.rows.segment("comfortable"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: program.window.desk is not before, timeout=WAIT_MS)
    assert density() is Density.COMFORTABLE
    assert row_height() == Height.ROW_COMFORTABLE
    fresh = page_of(program)
    assert fresh is not page
    assert fresh.place.startswith("look")
    assert fresh.look.rows.value == "comfortable"
    state = window_state.load(clinic.home)
    assert state is not None
    assert state.density is Density.COMFORTABLE


def test_the_list_is_walked_by_keys(qtbot: QtBot, program: Program) -> None:
    page = seen(qtbot, program)
    page.nav.items["clinic"].setFocus()
    QTest.keyClick(page.nav.items["clinic"], Qt.Key.Key_Down)
    assert page.nav.items["operators"].hasFocus()
    assert page.place == "operators"
    QTest.keyClick(page.nav.items["operators"], Qt.Key.Key_Up)
    QTest.keyClick(page.nav.items["clinic"], Qt.Key.Key_Up)
    assert page.place == "clinic"
    assert page.nav.items["clinic"].isChecked()


def test_data_says_where_the_file_lies_and_what_it_holds(
    qtbot: QtBot, program: Program, clinic: Clinic
) -> None:
    page = seen(qtbot, program)
    page.show_section("data")
    section = page.sections["data"]
    assert isinstance(section, HoldingsSection)
    qtbot.waitUntil(section.folder.isEnabled, timeout=WAIT_MS)
    assert section.file.text() == str(clinic.home.store)
    assert section.patients.text() == "0 位"


def test_licences_can_be_read(qtbot: QtBot, program: Program) -> None:
    page = seen(qtbot, program)
    page.show_section("about")
    section = page.sections["about"]
    assert isinstance(section, AboutSection)
    qtbot.waitUntil(lambda: bool(section.rows), timeout=WAIT_MS)
    row = section.rows[0]
    row.click()
    (sheet,) = page.findChildren(LicenceSheet)
    assert sheet.isVisible()
    assert "SIL OPEN FONT LICENSE" in sheet.text.toPlainText().upper()
    QTest.keyClick(sheet.leave, Qt.Key.Key_Escape)
    assert not sheet.isVisible()


def test_every_library_the_program_runs_with_is_named() -> None:
    found = {part.name.casefold().replace("_", "-"): part for part in parts()}
    for name in ("pyside6-essentials", "shiboken6", "sqlalchemy", "cryptography", "pypinyin", "tomlkit"):
        assert found[name].version
        assert found[name].terms
    assert "pytest" not in found


@pytest.mark.parametrize(
    ("size", "said"), [(0, "0 KB"), (700_416, "684 KB"), (1024**2, "1.0 MB"), (1_288_490_189, "1.2 GB")]
)
def test_a_size_is_said_as_people_read_it(size: int, said: str) -> None:
    assert size_words(size) == said
