"""The table of everyone: sorted and filtered by keyboard, and what stands there when nobody is listed."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.base.errors import Damaged
from core.services.patients.patients import Filters, Sort
from desktop.views.patients.model import COLUMNS
from desktop.views.patients.people import People
from desktop.widgets.skeleton import Skeleton
from tests.desktop.views.patients.stage import Stage, press, staged, visited, write
from tests.fakes.clinic import Clinic

NAMES = ("王秀英", "陈桂兰", "李国强")


@pytest.fixture
def stage(clinic: Clinic, qtbot: QtBot) -> Iterator[Stage]:
    for name in NAMES:
        clinic.add(name, "男" if name == "李国强" else "女")
    with staged(clinic, qtbot) as made:
        made.until(lambda: made.page.people.model.rowCount() == len(NAMES))
        yield made


def names(people: People) -> list[str]:
    rows = range(people.model.rowCount())
    return [str(people.model.index(row, 0).data()) for row in rows]


def typed(stage: Stage, text: str) -> None:
    people = stage.page.people
    people.find_box.setFocus()
    write(people.find_box, text)


def test_the_head_sorts_by_keyboard_and_says_how(stage: Stage) -> None:
    people = stage.page.people
    head = people.table.head
    head.setFocus(Qt.FocusReason.TabFocusReason)
    press(head, Qt.Key.Key_Left)
    press(head, Qt.Key.Key_Return)
    stage.until(lambda: people.model.order.sort is Sort.NAME, lambda: names(people)[0] == "陈桂兰")
    assert "姓名升序" in head.accessibleDescription()
    press(head, Qt.Key.Key_Space)
    stage.until(lambda: names(people)[0] == "王秀英")
    assert "姓名降序" in head.accessibleDescription()
    press(head, Qt.Key.Key_Right)
    press(head, Qt.Key.Key_Return)
    stage.until(lambda: people.model.order.sort is Sort.RECORD_NO, lambda: names(people) == list(NAMES))


def test_no_title_is_cut(stage: Stage) -> None:
    table = stage.page.people.table
    for section in range(len(COLUMNS)):
        assert table.columnWidth(section) >= table.head.wanted_width(section)


def test_it_is_asked_from_two_letters_on_and_what_was_found_is_gone_to_by_enter(stage: Stage) -> None:
    people = stage.page.people
    typed(stage, "w")
    stage.qtbot.wait(250)
    assert people.model.filters == Filters()
    typed(stage, "x")
    stage.until(lambda: names(people) == ["王秀英"])
    press(people.find_box, Qt.Key.Key_Return)
    assert QApplication.focusWidget() is people.table
    with stage.qtbot.waitSignal(stage.page.chosen, timeout=20_000) as heard:
        press(people.table, Qt.Key.Key_Return)
    assert heard.args is not None
    assert heard.args[0].patient.details.name == "王秀英"


def test_letters_typed_in_the_table_go_on_in_the_find_box(stage: Stage) -> None:
    people = stage.page.people
    people.table.setFocus()
    QTest.keyClick(people.table, Qt.Key.Key_C)
    assert QApplication.focusWidget() is people.find_box
    QTest.keyClicks(people.find_box, "gl")
    assert people.find_box.text() == "cgl"
    stage.until(lambda: names(people) == ["陈桂兰"])


def test_home_and_end_go_to_the_first_and_the_last(stage: Stage) -> None:
    table = stage.page.people.table
    table.setFocus()
    press(table, Qt.Key.Key_End)
    assert table.currentIndex().row() == len(NAMES) - 1
    press(table, Qt.Key.Key_Home)
    assert table.currentIndex().row() == 0


def test_nobody_found_says_what_was_looked_for_and_clears(stage: Stage) -> None:
    people = stage.page.people
    people.sex.choose("男")
    typed(stage, "欧阳")
    stage.until(lambda: people._lists.currentWidget() is people.nothing)
    assert "欧阳" in people.nothing.sentence.text()
    assert "男" in people.nothing.sentence.text()
    assert people.nothing.step is not None
    people.nothing.step.click()
    stage.until(lambda: people.model.rowCount() == len(NAMES))
    assert people.find_box.text() == ""
    assert people._lists.currentWidget() is people.table


def test_no_patient_at_all_leads_to_registering(clinic: Clinic, qtbot: QtBot) -> None:
    with staged(clinic, qtbot) as stage:
        people = stage.page.people
        stage.until(lambda: people._lists.currentWidget() is people.empty)
        assert people.empty.step is not None
        people.empty.step.click()
        assert stage.page.sheet.isVisible()


def test_waiting_shows_rows_on_their_way_and_a_failure_the_next_step(stage: Stage) -> None:
    people = stage.page.people
    people._on_waiting()
    assert isinstance(people._lists.currentWidget(), Skeleton)
    people.model.failed.emit(Damaged("response_damaged", form="menzhen"))
    assert people._lists.currentWidget() is people.failed
    assert people.failed.sentence.text().strip()
    assert people.failed.step is not None
    people.failed.step.click()
    stage.until(lambda: people._lists.currentWidget() is people.table)


def test_a_refresh_keeps_who_is_selected(stage: Stage) -> None:
    people = stage.page.people
    stage.select("陈桂兰")
    with stage.qtbot.waitSignal(people.model.modelReset, timeout=20_000):
        stage.page.refresh()
    chosen = people.model.patient(people.table.currentIndex().row())
    assert chosen is not None
    assert chosen.details.name == "陈桂兰"


def test_who_came_lately_is_counted_and_filtered(clinic: Clinic, qtbot: QtBot) -> None:
    visited(clinic)
    clinic.save(clinic.add("周敏"))
    with staged(clinic, qtbot) as stage:
        people = stage.page.people
        stage.until(lambda: people.recent.count == 1)
        people.recent.click()
        stage.until(lambda: names(people) == ["周敏"])
