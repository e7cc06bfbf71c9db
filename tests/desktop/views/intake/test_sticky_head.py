"""The heading of the section being read stays in sight, and only while its own has gone out of it."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from desktop.views.intake.form import FormView
from desktop.views.intake.sticky_head import StickyHead
from tests.desktop.views.intake.test_symptoms import CARRIED
from tests.fakes.forms import pack_form


@pytest.fixture
def view(window: QWidget) -> FormView:
    window.resize(780, 300)
    shown = FormView(parent=window)
    shown.resize(window.size())
    shown.show_form(pack_form("menzhen"), CARRIED)
    shown.show()
    QTest.qWait(20)
    return shown


def scroll_to(view: FormView, link_id: str, further: int) -> StickyHead:
    section = view._view_of(link_id, ())
    assert section
    bar = view.area.verticalScrollBar()
    top = section.mapTo(view.area.viewport(), QPoint(0, 0)).y() + bar.value()
    bar.setValue(top + further)
    return view.sticky


def test_at_the_top_there_is_none(view: FormView) -> None:
    assert view.sticky.isHidden()


def test_a_section_that_is_cut_keeps_its_heading(view: FormView) -> None:
    head = scroll_to(view, "symptoms", 60)
    assert not head.isHidden()
    assert head.title.text() == "上次症状"
    assert head.y() == 0
    assert scroll_to(view, "jiwangshi", 20).title.text() == "既往史"


def test_the_next_section_pushes_it_out(view: FormView) -> None:
    section = view._view_of("symptoms", ())
    assert section
    head = scroll_to(view, "symptoms", section.height() - 20)
    assert head.title.text() == "上次症状"
    assert head.y() < 0
    bottom = section.mapTo(view.area.viewport(), QPoint(0, section.height())).y()
    assert head.geometry().bottom() <= bottom + 8


def test_what_has_the_focus_is_not_under_it(view: FormView) -> None:
    assert view.table
    scroll_to(view, "jiazushi", 200)
    view.table.rows[1].take_focus()
    QTest.qWait(20)
    row = view.table.rows[1]
    top = row.mapTo(view.area.viewport(), QPoint(0, 0)).y()
    assert top >= (view.sticky.geometry().bottom() if view.sticky.isVisible() else 0)


def test_an_empty_form_has_none(view: FormView) -> None:
    scroll_to(view, "jiwangshi", 20)
    view.clear()
    assert view.sticky.isHidden()
