"""The symptom table by keyboard: what each key sets, what it never invents, and how a symptom is added."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from itertools import combinations
from typing import cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from core.forms.symptoms import read_findings
from core.packhost.vocabulary import Suggestion
from core.services.forms import Count, Finding, Status, Trend
from core.services.visits.carried import Carried
from desktop.bridge.clinic import ClinicBridge
from desktop.views.intake.add_symptom import AddSymptom
from desktop.views.intake.form import FormView
from desktop.views.intake.symptom_row import SymptomRow
from desktop.views.intake.symptoms import SymptomTable
from tests.fakes.forms import pack_form

DAY = date(2026, 3, 6)
CARRIED = (
    Carried(Finding("多梦", Status.PRESENT, "shuimian", grade=2, words="整夜做梦"), 2, DAY),
    Carried(Finding("夜尿", Status.PRESENT, count=Count(Decimal(3), "次/夜")), 2, DAY),
    Carried(Finding("口干", Status.ABSENT), 1, DAY),
)
K = Qt.Key


@pytest.fixture
def view(window: QWidget) -> FormView:
    shown = FormView(parent=window)
    shown.resize(window.size())
    shown.show_form(pack_form("menzhen"), CARRIED)
    shown.show()
    return shown


@pytest.fixture
def table(view: FormView) -> SymptomTable:
    assert view.table
    return view.table


def focused() -> QWidget:
    found = QApplication.focusWidget()
    assert found
    return found


def press(row: SymptomRow, *keys: Qt.Key) -> None:
    row.take_focus()
    for key in keys:
        QTest.keyClick(focused(), key)


def test_untouched_rows_are_not_asked_and_not_told(table: SymptomTable) -> None:
    assert table.entries() == []
    assert table.open_count == 3


@pytest.mark.parametrize(
    ("key", "status"),
    [
        (K.Key_Y, Status.PRESENT),
        (K.Key_N, Status.ABSENT),
        (K.Key_B, Status.UNKNOWN),
        (K.Key_U, Status.NOT_ASKED),
    ],
)
def test_a_letter_sets_the_status(table: SymptomTable, key: Qt.Key, status: Status) -> None:
    row = table.rows[0]
    press(row, K.Key_Y if status is not Status.PRESENT else K.Key_N, key)
    assert row.status is status
    assert row.plain()["grade"] is None
    assert row.plain()["trend"] is None


@pytest.mark.parametrize(
    ("key", "trend", "status"),
    [
        (K.Key_C, Trend.GONE, Status.ABSENT),
        (K.Key_J, Trend.LESS, Status.PRESENT),
        (K.Key_W, Trend.SAME, Status.PRESENT),
        (K.Key_Z, Trend.MORE, Status.PRESENT),
        (K.Key_R, Trend.AGAIN, Status.PRESENT),
    ],
)
def test_a_quick_key_sets_trend_and_status_and_invents_no_grade(
    table: SymptomTable, key: Qt.Key, trend: Trend, status: Status
) -> None:
    row = table.rows[0]
    press(row, key)
    plain = row.plain()
    assert (plain["trend"], plain["status"], plain["grade"], plain["count"]) == (trend, status, None, None)
    assert row.trend_keys
    assert row.trend_keys.keys[trend].isChecked()
    assert read_findings(table.entries(), no_direction)


def test_digits_set_present_and_the_grade(table: SymptomTable) -> None:
    row = table.rows[0]
    press(row, K.Key_3)
    assert (row.status, row.plain()["grade"]) == (Status.PRESENT, 3)
    press(row, K.Key_N)
    assert row.plain()["grade"] is None
    assert row.cells.grade.isHidden()
    press(row, K.Key_Y)
    assert row.plain()["grade"] == 3, "what was hidden stays until the save"


def test_another_status_takes_a_trend_back(table: SymptomTable) -> None:
    row = table.rows[0]
    press(row, K.Key_J, K.Key_N)
    assert (row.trend, row.status) == (None, Status.ABSENT)
    press(row, K.Key_C, K.Key_C)
    assert (row.trend, row.status) == (None, Status.ABSENT)


def test_a_number_stands_where_one_stood_last_time(table: SymptomTable) -> None:
    row = table.rows[1]
    press(row, K.Key_J)
    row.cells.number.setFocus()
    QTest.keyClicks(row.cells.number, "1")
    assert row.plain()["count"] == {"value": 1, "unit": "次/夜"}
    assert row.trend is Trend.LESS
    QTest.keyClick(row.cells.number, K.Key_C)
    assert row.trend is Trend.LESS, "a letter in a field is not a key of the row"


def test_tab_walks_the_row_and_arrows_the_table(table: SymptomTable) -> None:
    row = table.rows[0]
    press(row, K.Key_Y)
    walked = []
    for _ in range(5):
        walked.append(focused())
        QTest.keyClick(focused(), K.Key_Tab)
    cells = row.cells
    assert walked[0] in cells.status.children()
    assert walked[1] in cells.grade.children()
    assert walked[2:] == [cells.since, cells.frequency, cells.words]
    assert table.rows[1].isAncestorOf(focused())
    assert table.rows[1].active
    assert not row.active
    QTest.keyClick(focused(), K.Key_Up)
    assert row.active


def test_a_draft_comes_back_into_its_rows(view: FormView, table: SymptomTable) -> None:
    press(table.rows[0], K.Key_J, K.Key_2)
    press(table.rows[2], K.Key_R)
    table.add_symptom("咳嗽")
    content = view.content()
    view.fill(content)
    assert view.content() == content
    assert [row.term for row in table.rows] == ["多梦", "夜尿", "口干", "咳嗽"]
    assert table.open_count == 1
    odd = {**table.entries()[0], "status": "无", "grade": None, "trend": None, "since": "半年\n余"}
    view.fill({"answers": {}, "symptoms": [odd]})
    assert table.entries() == [odd], "nobody touched it"


def test_a_symptom_stands_once(table: SymptomTable) -> None:
    assert table.add_symptom("多 梦") is table.rows[0]
    row = table.add_symptom("咳嗽")
    assert row.status is Status.NOT_ASKED
    press(row, K.Key_Delete)
    assert row not in table.rows
    press(table.rows[0], K.Key_Delete)
    assert len(table.rows) == 3, "last time's rows are not removed"


def test_typing_adds_the_words_or_the_marked_term(table: SymptomTable) -> None:
    add = table.add
    add.edit.setFocus()
    QTest.keyClicks(add.edit, "ks")
    add.show_suggestions("k", (Suggestion("口酸", "kouke", "", ""),))
    assert add.list.count() == 0, "a late reply is dropped"
    add.show_suggestions("ks", (Suggestion("咳嗽", "xiongfu", "", ""), Suggestion("口酸", "kouke", "", "")))
    QTest.keyClick(add.edit, K.Key_Down)
    QTest.keyClick(add.edit, K.Key_Return)
    assert table.rows[-1].term == "口酸"
    assert table.rows[-1].group == "kouke"
    add.edit.setFocus()
    add.edit.insert("怕冷")
    add.show_suggestions("怕冷", (Suggestion("畏寒", "han", "怕冷", ""),))
    QTest.keyClick(add.edit, K.Key_Return)
    assert table.rows[-1].term == "怕冷", "what was typed is not replaced"


def test_terms_are_asked_for_once_when_the_typing_rests(window: QWidget) -> None:
    clinic = _Clinic()
    add = AddSymptom(cast("ClinicBridge", clinic), window)
    add.show()
    add.edit.setFocus()
    QTest.keyClicks(add.edit, "ks")
    assert clinic.asked == []
    QTest.qWait(250)
    assert clinic.asked == ["suggest"]
    assert [add.list.item(row).text() for row in range(add.list.count())] == ["咳嗽"]
    QTest.keyClick(add.edit, K.Key_Escape)
    assert not add.edit.text()
    assert add.list.isHidden()


def test_enter_in_a_composition_adds_nothing(table: SymptomTable) -> None:
    add = table.add
    add.edit.setFocus()
    add.edit.setText("咳")
    QApplication.sendEvent(add.edit, QInputMethodEvent("sou", []))
    QTest.keyClick(add.edit, K.Key_Return)
    QTest.keyClick(add.edit, K.Key_Escape)
    assert len(table.rows) == 3
    assert add.edit.text() == "咳"


def test_a_problem_of_a_row_is_told_at_the_row(view: FormView, table: SymptomTable) -> None:
    press(table.rows[1], K.Key_Y)
    row = table.rows[1]
    row.cells.number.setFocus()
    QTest.keyClicks(row.cells.number, "2")
    row.cells.unit.setText("")
    view.show_problems([_Told("symptoms[1].count", "symptom_count_unit", {"row": 1, "field": "count"})])
    assert "没有单位" in row.problem.text()
    press(row, K.Key_N)
    assert row.problem.isHidden()


class _Clinic:
    """Answers at once."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def ask(self, _owner: object, _work: object, done: Callable[[object], None], *, latest: str) -> None:
        self.asked.append(latest)
        done((Suggestion("咳嗽", "xiongfu", "", "分清干咳与有痰"),))


class _Told:
    def __init__(self, where: str, code: str, params: dict[str, object]) -> None:
        self.where, self.code, self.params = where, code, params


def no_direction(_term: str, _unit: str) -> None:
    return None


@pytest.mark.parametrize("width", [720, 560])
def test_a_grade_and_a_number_cut_nothing_behind_them(qtbot: QtBot, table: SymptomTable, width: int) -> None:
    row = table.add_symptom("失眠")
    count = {"value": 4, "unit": "小时"}
    row.fill({"term": "失眠", "status": "有", "grade": 2, "count": count, "words": "睡不着"})
    cells = row.cells
    cells.setFixedWidth(width)
    behind = (cells.number, cells.unit, cells.since, cells.frequency, cells.words, cells.remove)

    def laid_out() -> None:
        places = [part.geometry() for part in (cells.status, cells.grade, *behind) if part.isVisible()]
        assert cells.grade.isVisible()
        assert cells.number.isVisible()
        assert all(cells.rect().contains(place) for place in places)
        assert not any(one.intersects(other) for one, other in combinations(places, 2))

    QTest.qWait(50)
    qtbot.waitUntil(laid_out)
