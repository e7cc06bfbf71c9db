"""The groups of a recovery code that are asked back, each in a field of its own.

What is typed or pasted counts as it does everywhere: case, width, spaces and dashes do not matter, O is 0, I and L are 1.
A group that was mistyped is named beside the fields and nothing else is said of it.
"""

from functools import partial
from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from core.base.recovery_code import RecoveryCode, asked_groups
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
        self.ask()

    def ask(self) -> None:
        """Ask for another three. What was typed goes."""
        before = self._row
        self._row = QWidget()
        row = QHBoxLayout(self._row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(Space.M)
        self.edits = {}
        for number in asked_groups():
            edit = LineEdit(self.tr("第 {0} 组").format(number))
            edit.setInputMethodHints(HINTS)
            box = QVBoxLayout()
            box.setSpacing(Space.XS)
            box.addWidget(Label(edit.accessibleName(), Type.SECONDARY, Tone.MUTED, buddy=edit))
            box.addWidget(edit)
            row.addLayout(box)
            edit.textEdited.connect(self._on_edited)
            self.edits[number] = edit
        edits = list(self.edits.values())
        for edit, following in pairwise(edits):
            edit.returnPressed.connect(partial(following.setFocus, Qt.FocusReason.TabFocusReason))
        edits[-1].returnPressed.connect(self.submitted)
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

    def _on_edited(self) -> None:
        self.problem.say("")
        for edit in self.edits.values():
            edit.set_invalid(False)
