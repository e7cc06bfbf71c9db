"""At 683 × 384, a small screen at 200 %: Save in sight, the panels drawers, every field within reach."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from desktop.theme.tokens import Frame
from tests.desktop.shell.program import WAIT_MS
from tests.desktop.views.intake.stage import NEW, SEEN, Stage, stage
from tests.desktop.views.intake.test_form import fill_hostile
from tests.fakes.clinic import Clinic, clinic
from tests.fakes.forms import hostile_form

__all__ = ["clinic"]
K = Qt.Key
HEIGHT = 384 - Frame.BANNER - Frame.STATUS
INPUTS = (QLineEdit, QPlainTextEdit, QComboBox, QAbstractButton)


@pytest.fixture
def at(qtbot: QtBot, clinic: Clinic) -> Iterator[Stage]:
    """The page alone, as large as it is there: rail and banner have their own tests."""
    with stage(qtbot, clinic) as opened:
        page = opened.page
        page.setFixedSize(683 - Frame.RAIL, HEIGHT)
        qtbot.wait(20)
        yield opened


def in_sight(widget: QWidget, page: QWidget) -> bool:
    """Whether all of it lies on the page."""
    place = widget.rect().translated(widget.mapTo(page, QPoint(0, 0)))
    return widget.isVisible() and page.rect().contains(place)


def test_the_page_asks_for_no_more_room_than_there_is(at: Stage) -> None:
    at.turn_to(SEEN)
    at.until_writing()
    least = at.page.minimumSizeHint()
    assert least.height() <= HEIGHT
    assert least.width() <= 683 - Frame.RAIL


def test_R2_save_is_in_sight_and_the_panels_are_not(at: Stage) -> None:
    at.turn_to(SEEN)
    at.until_writing()
    assert in_sight(at.page.outline.save, at.page)
    assert in_sight(at.page.outline.sign, at.page)
    assert not at.page.finder.isVisible()
    assert not at.page.outline.isVisible()
    at.write()
    at.page.outline.save.click()
    at.until_saved()
    assert in_sight(at.page.card.next, at.page)


def test_the_outline_opens_jumps_and_goes(at: Stage) -> None:
    at.turn_to(SEEN)
    at.until_writing()
    at.field("zhushu").setFocus()
    at.page.top.outline_button.click()
    assert at.page.outline.isVisible()
    assert at.page.outline.rows[0].hasFocus()
    at.press(K.Key_Down)
    at.press(K.Key_Down)
    at.press(K.Key_Down)
    at.press(K.Key_Return)
    assert not at.page.outline.isVisible()
    assert at.field("jiwangshi").hasFocus()


def test_escape_closes_a_drawer_and_gives_the_focus_back(at: Stage) -> None:
    at.turn_to(SEEN)
    at.until_writing()
    at.field("zhushu").setFocus()
    at.page.go_to_find()
    assert at.page.finder.box.hasFocus()
    assert in_sight(at.page.finder.box, at.page)
    at.press(K.Key_Escape)
    assert not at.page.finder.isVisible()
    assert at.field("zhushu").hasFocus()
    at.page.sides.open_outline()
    QTest.mouseClick(at.page.sides.outline_drawer, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    assert not at.page.outline.isVisible()


def test_choosing_somebody_closes_the_find_drawer(at: Stage) -> None:
    at.page.go_to_find()
    at.page.finder.box.setText("孙雅琴")
    at.press(K.Key_Return)
    at.bot.waitUntil(lambda: at.desk.context is not None, timeout=WAIT_MS)
    at.wait(NEW)
    assert not at.page.finder.isVisible()


def test_wide_again_everything_stands_where_it_was(at: Stage) -> None:
    at.turn_to(SEEN)
    at.until_writing()
    at.page.sides.open_outline()
    at.page.setFixedSize(1294, 684)
    at.bot.wait(20)
    assert not at.page.sides.outline_drawer.is_open
    assert in_sight(at.page.finder, at.page)
    assert in_sight(at.page.outline, at.page)
    assert at.page.outline.isAncestorOf(at.page.outline.save)
    assert at.page.finder.x() == 0
    assert at.page.outline.geometry().right() == 1293


@pytest.mark.parametrize("width", [911, 1024, 1280, 1366])
def test_a_row_of_a_symptom_is_whole_at_every_width(at: Stage, width: int) -> None:
    at.turn_to(SEEN)
    at.until_writing()
    at.page.setFixedSize(width - Frame.RAIL, 684)
    at.bot.wait(20)
    content, area = at.page.form.area.widget(), at.page.form.area
    assert content is not None
    assert content.width() <= area.viewport().width()


def test_R42_every_field_of_a_hostile_form_is_within_reach(at: Stage) -> None:
    at.turn_to(SEEN)
    at.until_writing()
    form = at.page.form
    form.show_form(hostile_form())
    fill_hostile(form)
    viewport = form.area.viewport()
    for part in form.findChildren(QWidget):
        if isinstance(part, INPUTS) and part.isVisible() and part.focusPolicy() & Qt.FocusPolicy.TabFocus:
            part.setFocus()
            at.bot.wait(1)
            place = part.rect().translated(part.mapTo(viewport, QPoint(0, 0)))
            assert place.left() >= 0, part.accessibleName()
            assert place.right() < viewport.width(), part.accessibleName()
            assert viewport.rect().intersects(place), part.accessibleName()
    form.clear()
