"""The form by keyboard: Tab from top to bottom, the four answers by letter, digits of any width, moments of the clinic's zone."""

import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from desktop.views.intake.form import FormView
from desktop.views.intake.group import GroupView
from desktop.views.intake.outline import OutlinePanel
from desktop.views.intake.question import QuestionView
from tests.desktop.views.intake.test_carried_over import LAST
from tests.desktop.views.intake.test_symptoms import CARRIED
from tests.fakes.forms import coded, form, item, pack_form

K = Qt.Key


@pytest.fixture
def view(window: QWidget) -> FormView:
    shown = FormView(parent=window)
    shown.resize(window.size())
    shown.show()
    return shown


@pytest.fixture
def far_away(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A computer that thinks it is in New York."""
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def line(view: FormView, link_id: str) -> QLineEdit:
    question = view._view_of(link_id, ())
    assert isinstance(question, QuestionView)
    found = question.fields[0].inputs()[0]
    assert isinstance(found, QLineEdit)
    return found


def focused() -> QWidget:
    found = QApplication.focusWidget()
    assert found
    return found


@pytest.mark.parametrize("name", ["menzhen", "shiwen"])
def test_tab_walks_from_top_to_bottom(view: FormView, name: str) -> None:
    view.show_form(pack_form(name), CARRIED, LAST)
    QTest.qWait(30)
    view.take_focus()
    body = view.area.widget()
    rows: list[tuple[str, int]] = []
    been: list[QWidget] = []
    while (here := focused()) not in been:
        been.append(here)
        section = next(one for one in view._body.sections if one.isAncestorOf(here))  # type: ignore[union-attr]
        rows.append((section.title, section.mapTo(body, QPoint(0, 0)).y()))
        QTest.keyClick(here, K.Key_Tab)
    tops = [top for _, top in rows]
    assert tops == sorted(tops), rows
    assert {title for title, _ in rows} == {one.title for one in view.outline().sections}


def test_the_four_answers_have_their_letters(view: FormView) -> None:
    view.show_form(form(item("a", "choice", answerOption=coded("有", "无", "未问", "不详"))))
    view.take_focus()
    for key, said in ((K.Key_Y, "有"), (K.Key_N, "无"), (K.Key_U, "未问"), (K.Key_B, "不详")):
        QTest.keyClick(focused(), key)
        assert view.content()["answers"] == {"a": said}


def test_R39_full_width_digits_are_digits(view: FormView) -> None:
    view.show_form(form(item("n", "integer"), item("d", "date"), item("x", "decimal")))
    for link_id, typed in (("n", "１２"), ("d", "２０２６-３-６"), ("x", "３８．５")):
        edit = line(view, link_id)
        edit.setFocus()
        edit.insert(typed)
        edit.textEdited.emit(edit.text())
    answers = view.content()["answers"]
    assert isinstance(answers, dict)
    assert {key: str(value) for key, value in answers.items()} == {"n": "12", "d": "2026-03-06", "x": "38.5"}


@pytest.mark.usefixtures("far_away")
def test_a_moment_is_of_the_clinics_zone_whatever_the_computer_thinks(view: FormView) -> None:
    view.show_form(form(item("m", "dateTime"), item("d", "dateTime")))
    for link_id, typed in (("m", "2026-11-1 9:30"), ("d", "2026-11-1")):
        edit = line(view, link_id)
        edit.setFocus()
        QTest.keyClicks(edit, typed)
    assert view.content()["answers"] == {"m": "2026-11-01T09:30:00+08:00", "d": "2026-11-01"}


def test_the_outline_walks_by_arrows_and_goes_by_enter(view: FormView, qtbot: QtBot) -> None:
    panel = OutlinePanel(view)
    panel.show()
    view.outline_changed.connect(panel.show_outline)
    view.show_form(pack_form("menzhen"))
    QTest.qWait(30)
    panel.rows[0].setFocus()
    QTest.keyClick(focused(), K.Key_Down)
    QTest.keyClick(focused(), K.Key_Down)
    QTest.keyClick(focused(), K.Key_Up)
    assert panel.rows[1].hasFocus()
    with qtbot.waitSignal(panel.jump_wanted) as heard:
        QTest.keyClick(focused(), K.Key_Return)
    assert heard.args == ["xianbingshi"]


def test_the_outline_names_the_one_thing_a_section_lacks(view: FormView) -> None:
    panel = OutlinePanel(view)
    view.outline_changed.connect(panel.show_outline)
    view.show_form(
        form(
            item("must", required=True),
            item("g", "group", item=[item("tongue", "string", text="舌象"), item("pulse", "string", text="脉象")]),
            item("h", "group", required=True, item=[item("a", "string", required=True, text="甲"), item("b", "string")]),
        )
    )  # fmt: skip
    assert [row.note for row in panel.rows] == ["必填", "", "缺 甲"]
    edit = line(view, "tongue")
    edit.setFocus()
    QTest.keyClicks(edit, "dan hong")
    assert panel.rows[1].note == "缺 脉象"
    edit = line(view, "a")
    edit.setFocus()
    QTest.keyClicks(edit, "x")
    assert panel.rows[2].note == "缺 b"
    assert panel.foot.note.text() == "缺 1 项必填"


def test_what_is_added_later_has_its_place_in_the_tab_order(view: FormView) -> None:
    view.show_form(
        form(
            item("g", "group", repeats=True, text="用药", item=[item("a", "string", text="药名")]),
            item("l", "string", repeats=True, text="别名"),
            item("z", "string", text="末项"),
        )
    )
    group, names = view._view_of("g", ()), view._view_of("l", ())
    assert isinstance(group, GroupView)
    assert isinstance(names, QuestionView)
    assert group.add_button
    assert names.add_button
    group.add_button.click()
    group.add_button.click()
    names.add_button.click()
    QTest.qWait(30)
    view.take_focus()
    walked: list[str] = []
    for _ in range(30):
        here = focused()
        if isinstance(here, QLineEdit):
            walked.append(here.accessibleName())
        QTest.keyClick(here, K.Key_Tab)
    assert walked[:5] == ["药名", "药名", "别名", "别名", "末项"]
