"""What is typed in a part of the window comes back into the same fields made anew, and no passphrase ever does."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.session.caret import Return, Spot, take_spot
from desktop.session.kept_fields import give_fields, take_fields
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.secret import Secret
from desktop.widgets.segmented import Option, Segmented
from desktop.widgets.text_edit import TextEdit


class Part(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.one, self.two, self.notes = LineEdit("name"), LineEdit("name"), TextEdit("notes")
        self.secret = Secret("passphrase")
        self.choice = Segmented("sex", (Option("f", "F"), Option("m", "M")))
        column = QVBoxLayout(self)
        for field in (self.one, self.two, self.notes, self.secret, self.choice):
            column.addWidget(field)


@pytest.fixture
def part(qtbot: QtBot) -> Callable[[], Part]:
    def make() -> Part:
        made = Part()
        qtbot.addWidget(made)
        made.show()
        qtbot.waitExposed(made)
        return made

    return make


def test_text_and_choices_come_back_into_the_field_they_were_in(part: Callable[[], Part]) -> None:
    before, after = part(), part()
    before.two.setText("second")
    before.notes.setPlainText("头晕\n三天")
    before.choice.choose("m")
    give_fields(after, take_fields(before, choices=True))
    assert (after.one.text(), after.two.text()) == ("", "second")
    assert after.notes.toPlainText() == "头晕\n三天"
    assert after.choice.value == "m"


def test_a_passphrase_is_never_taken_shown_or_not(part: Callable[[], Part]) -> None:
    before = part()
    before.secret.setText("secret")
    before.secret._eye.setChecked(True)
    assert take_fields(before, choices=True) == []


def test_what_keeps_itself_and_what_is_only_chosen_is_left_out(part: Callable[[], Part]) -> None:
    before = part()
    before.one.setText("typed")
    before.choice.choose("m")
    assert take_fields(before) == [("name", 0, "typed")]
    assert take_fields(before, (before,)) == []


def test_a_field_that_is_gone_is_dropped(part: Callable[[], Part]) -> None:
    after = part()
    give_fields(after, [("other", 0, "lost"), ("name", 7, "lost"), ("sex", 0, "x")])
    assert take_fields(after, choices=True) == []


def test_the_caret_comes_back_with_what_is_marked(qtbot: QtBot, part: Callable[[], Part]) -> None:
    before, after = part(), part()
    for made in (before, after):
        made.two.setText("one two three")
    before.activateWindow()
    before.two.setFocus()
    before.two.setSelection(4, 3)
    spot = take_spot(before)
    done: list[bool] = []
    owner = QObject()
    Return(after, spot, lambda: done.append(True), owner)
    qtbot.waitUntil(lambda: bool(done))
    assert after.focusWidget() is after.two
    assert after.two.selectedText() == "two"


def test_the_caret_is_taken_also_while_another_program_is_in_front(part: Callable[[], Part]) -> None:
    before, other = part(), part()
    before.notes.setPlainText("abc")
    before.notes.setFocus()
    other.activateWindow()
    other.one.setFocus()
    caret = take_spot(before).caret
    assert caret is not None
    assert caret.name == "notes"


def test_a_place_that_never_comes_is_given_up(
    qtbot: QtBot, part: Callable[[], Part], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop.session.caret.TRIES", 3)
    after, done = part(), []
    owner = QObject()
    Return(after, Spot(None, ((0, 9999),)), lambda: done.append(True), owner)
    qtbot.waitUntil(lambda: bool(done))
    assert after.focusWidget() is not after.two
