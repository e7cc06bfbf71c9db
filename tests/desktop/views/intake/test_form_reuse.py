"""A form is built once and used for one patient after another: nothing of the one before is left in it."""

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from core.forms.problems import Problem
from desktop.views.intake.form import FormView
from tests.desktop.views.intake.form_use import written_in
from tests.desktop.views.intake.test_carried_over import LAST, question
from tests.desktop.views.intake.test_form import fill_hostile
from tests.desktop.views.intake.test_symptoms import CARRIED
from tests.fakes.forms import hostile_form, pack_form

EMPTY: dict[str, object] = {"answers": {}, "symptoms": []}


@pytest.fixture
def view(window: QWidget) -> FormView:
    shown = FormView(parent=window)
    shown.resize(window.size())
    shown.show()
    return shown


def test_the_next_patient_finds_every_field_empty(view: FormView) -> None:
    view.show_form(hostile_form())
    fill_hostile(view)
    assert len(written_in(view)) > 10
    view.show_form(hostile_form())
    assert view.content() == EMPTY
    assert written_in(view) == []
    assert view.table
    assert view.table.rows == []


def test_a_cleared_form_holds_nothing_either(view: FormView) -> None:
    view.show_form(hostile_form())
    fill_hostile(view)
    view.clear()
    assert written_in(view) == []
    assert view.content() == EMPTY
    assert view.questionnaire is None


def test_nothing_can_be_undone_into_the_next_patient(view: FormView) -> None:
    view.show_form(pack_form("menzhen"))
    edit = question(view, "jiwangshi").fields[0].inputs()[0]
    assert isinstance(edit, QPlainTextEdit)
    edit.setFocus()
    QTest.keyClicks(edit, "zhang")
    view.show_form(pack_form("menzhen"))
    edit.undo()
    assert view.content() == EMPTY


def test_last_times_rows_answers_and_problems_go_with_their_patient(view: FormView) -> None:
    view.show_form(pack_form("menzhen"), CARRIED, LAST)
    view.show_problems([Problem("tigejiancha", "text_too_long", {"length": 1, "limit": 1})], ["zhushu"])
    assert view.table
    assert view.table.title == "上次症状"
    view.show_form(pack_form("menzhen"))
    assert view.table.rows == []
    assert view.table.title == "症状"
    line = question(view, "jiwangshi").last_line
    assert line
    assert line.isHidden()
    assert question(view, "zhushu").problem.isHidden()
    view.show_form(pack_form("shiwen"))
    view.show_form(pack_form("menzhen"), CARRIED)
    assert [row.term for row in view.table.rows] == [one.finding.term for one in CARRIED]


def test_a_prepared_form_is_not_built_again(view: FormView) -> None:
    body = view.prepare(pack_form("shiwen"))
    assert body.isHidden()
    view.show_form(pack_form("shiwen"))
    assert view.prepare(pack_form("shiwen")) is body
    assert body.isVisible()
