"""The groups of a recovery code that are asked back, each in a field of its own.

What is typed or pasted counts as it does everywhere, and is shown as it counts: case, width, spaces and dashes do not matter, O is 0,
I and L are 1. A field takes the signs of one group; a full one leads to the next, and what is pasted goes on there. Of a whole
code each field takes the group it asks for. A group that was mistyped is named beside the fields and nothing else is said of it.
"""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.base.recovery_code import GROUPS, SIGNS, RecoveryCode, asked_groups, signs_of
from desktop.theme.tokens import Space, Tone, Type
from desktop.widgets.label import Label
from desktop.widgets.line_edit import LineEdit
from desktop.widgets.problem import Problem

HINTS = (
    Qt.InputMethodHint.ImhSensitiveData
    | Qt.InputMethodHint.ImhNoPredictiveText
    | Qt.InputMethodHint.ImhPreferLatin
    | Qt.InputMethodHint.ImhPreferUppercase
)
"""An input method neither learns a code nor offers words for it."""


STEPS = {Qt.Key.Key_Backspace: -1, Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class _Group(LineEdit):
    """The field of one group: the keys that find nothing more in it lead to the one beside."""

    stepped = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        by = STEPS.get(Qt.Key(event.key()), 0)
        edge = len(self.text()) if by > 0 else 0
        is_bare = event.modifiers() in {Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier}
        if by and is_bare and self.cursorPosition() == edge and not self.hasSelectedText():
            self.stepped.emit(by)
        else:
            super().keyPressEvent(event)


class GroupFields(QWidget):
    """Asks for three groups at random."""

    submitted = Signal()
    """Enter in the last field."""

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._row = QWidget()
        self._column.addWidget(self._row)
        self.problem = Problem()
        self._column.addWidget(self.problem)
        self.edits: dict[int, LineEdit] = {}
        self._led_to: LineEdit | None = None
        """The field that a full one has just led to."""
        self.ask()

    def ask(self) -> None:
        """Ask for another three. What was typed goes."""
        before = self._row
        self._row = QWidget()
        row = QHBoxLayout(self._row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(Space.M)
        self.edits, self._led_to = {}, None
        for number in asked_groups():
            edit = _Group(self.tr("第 {0} 组").format(number))
            edit.setInputMethodHints(HINTS)
            box = QVBoxLayout()
            box.setSpacing(Space.XS)
            box.addWidget(Label(edit.accessibleName(), Type.SECONDARY, Tone.MUTED, buddy=edit))
            box.addWidget(edit)
            row.addLayout(box)
            edit.textEdited.connect(partial(self._on_edited, edit))
            edit.returnPressed.connect(partial(self._on_enter, edit))
            edit.stepped.connect(partial(self._on_stepped, edit))
            self.edits[number] = edit
        self._column.replaceWidget(before, self._row)
        before.hide()
        before.deleteLater()
        self.problem.say("")

    def go_to_first(self) -> None:
        """The focus to the first field."""
        next(iter(self.edits.values())).setFocus(Qt.FocusReason.TabFocusReason)

    def are_right(self, code: RecoveryCode) -> bool:
        """Whether all of them were typed back; if not, the wrong ones are named and the focus goes to the first of them."""
        wrong = code.misread({number: edit.text() for number, edit in self.edits.items()})
        for number, edit in self.edits.items():
            edit.set_invalid(number in wrong)
        if not wrong:
            self.problem.say("")
            return True
        groups = self.tr("、").join(map(str, wrong))
        self.problem.say(
            self.tr("第 {0} 组与恢复码不同。", "", len(wrong)).format(groups),
            self.tr("请对照纸上的原件改正。大小写、空格和横线都不要紧。"),
        )
        first = self.edits[wrong[0]]
        first.setFocus(Qt.FocusReason.OtherFocusReason)
        first.selectAll()
        return False

    def forget(self) -> None:
        """Empty the fields."""
        for edit in self.edits.values():
            edit.setText("")
            edit.set_invalid(False)
        self.problem.say("")

    def _on_edited(self, edit: LineEdit, _text: str) -> None:
        self._led_to = None
        self.problem.say("")
        for one in self.edits.values():
            one.set_invalid(False)
        text = edit.text()  # what was brought may have become one line meanwhile
        signs, place = _signs(text), len(_signs(text[: edit.cursorPosition()]))
        if place >= GROUPS * SIGNS:
            self._take_whole(signs[place - GROUPS * SIGNS : place])
        elif place < min(len(signs), SIGNS):  # in the middle: over what follows
            edit.setText(signs[:place] + signs[max(place, len(signs) - SIGNS + place) :])
            edit.setCursorPosition(place)
        else:
            self._go_on(edit, signs[:place])

    def _take_whole(self, signs: str) -> None:
        """Of a whole code that was pasted, every field takes its own."""
        for number, edit in self.edits.items():
            edit.setText(signs[(number - 1) * SIGNS : number * SIGNS])
        self._go_to_end(edit)

    def _go_on(self, edit: LineEdit, signs: str) -> None:
        """What one field does not hold goes on in the next; less than a group takes nothing away there."""
        edits = list(self.edits.values())
        edit.setText(signs[:SIGNS])
        while len(edit.text()) == SIGNS and edit is not edits[-1]:
            edit, signs = edits[edits.index(edit) + 1], signs[SIGNS:]
            if not signs or (edit.text() and len(signs) < SIGNS):
                self._go_to_end(edit)
                edit.selectAll()
                self._led_to = edit
                return
            edit.setText(signs[:SIGNS])
        self._go_to_end(edit)

    def _on_stepped(self, edit: LineEdit, by: int) -> None:
        edits = list(self.edits.values())
        place = edits.index(edit) + by
        if 0 <= place < len(edits):
            self._go_to_end(edits[place])
            if by > 0:
                edits[place].setCursorPosition(0)

    def _on_enter(self, edit: LineEdit) -> None:
        edits = list(self.edits.values())
        led, self._led_to = self._led_to, None
        if edit is led:
            return  # it was meant for the group before, which needed none
        if edit is edits[-1]:
            self.submitted.emit()
        else:
            edits[edits.index(edit) + 1].setFocus(Qt.FocusReason.TabFocusReason)

    @staticmethod
    def _go_to_end(edit: LineEdit) -> None:
        edit.setFocus(Qt.FocusReason.OtherFocusReason)
        edit.setCursorPosition(len(edit.text()))


def _signs(text: str) -> str:
    """What of it can be signs of a code, right or wrong."""
    return "".join(sign for sign in signs_of(text) if sign.isascii() and sign.isalnum())
