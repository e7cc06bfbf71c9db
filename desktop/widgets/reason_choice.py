"""Why something is done to a record: one of a few reasons, and a note, which the last of them cannot do without."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.base.text import is_missing
from desktop.theme.tokens import Space, Tone, Type
from desktop.widgets.label import Label
from desktop.widgets.segmented import Option, Segmented
from desktop.widgets.text_edit import TextEdit

OTHER = "other"
"""The reason that says nothing by itself."""


class ReasonChoice(QWidget):
    """Nothing is chosen beforehand. `reasons` are codes with their words; digits choose them."""

    changed = Signal()

    def __init__(self, reasons: Sequence[tuple[str, str]], hint: str) -> None:
        super().__init__()
        options = [
            Option(code, words, key=str(number)) for number, (code, words) in enumerate(reasons, start=1)
        ]
        self.choice = Segmented(self.tr("理由"), options, padding=10)
        self.note = TextEdit(self.tr("说明"), hint=hint, lines=(2, 4))
        self.problem = Label("", Type.SECONDARY, Tone.DANGER, wrap=True)
        self.problem.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Space.XS)
        column.addWidget(Label(self.tr("理由（必选）"), Type.SECONDARY, Tone.MUTED))
        column.addWidget(self.choice)
        column.addSpacing(Space.S)
        column.addWidget(Label(self.tr("说明（选“其他”时必填）"), Type.SECONDARY, Tone.MUTED))
        column.addWidget(self.note)
        column.addWidget(self.problem)
        self.choice.chosen.connect(self._on_changed)
        self.note.textChanged.connect(self._on_changed)

    @property
    def reason(self) -> str:
        """The chosen code, "" for none."""
        return self.choice.value or ""

    @property
    def words(self) -> str:
        """The note, as typed."""
        return self.note.toPlainText()

    @property
    def is_typed(self) -> bool:
        return bool(self.reason or self.words.strip())

    def is_ready(self) -> bool:
        """Whether it says why; what is missing is said, and gone to."""
        if not self.reason:
            self._ask(self.tr("请选一个理由"), self.choice)
        elif self.reason == OTHER and is_missing(self.words):
            self.note.set_invalid(True)
            self._ask(self.tr("选“其他”时请写明原因"), self.note)
        else:
            return True
        return False

    def _ask(self, words: str, control: QWidget) -> None:
        self.problem.setText(words)
        self.problem.show()
        control.setFocus()

    def _on_changed(self, *_: object) -> None:
        self.problem.hide()
        self.note.set_invalid(False)
        self.changed.emit()
