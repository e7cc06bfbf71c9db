"""An empty place says what to do next: one sentence and at most one button."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.theme.icons import Icon
from desktop.theme.tokens import Space, Tone, Type
from desktop.widgets.button import Button
from desktop.widgets.label import Label


class EmptyState(QWidget):
    """A sentence in the middle of a place, and a button that is not the page's filled one."""

    acted = Signal()

    def __init__(
        self,
        sentence: str,
        step: str = "",
        *,
        icon: Icon | None = None,
        key: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(sentence)
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.XL, Space.XL, Space.XL, Space.XL)
        column.setSpacing(Space.M)
        column.addStretch()
        self.sentence = Label(sentence, Type.BODY, Tone.MUTED, wrap=True)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addWidget(self.sentence)
        self.step: Button | None = Button(step, icon=icon, key=key) if step else None
        if self.step:
            self.step.clicked.connect(self._on_step)
            column.addWidget(self.step, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch()

    def say(self, sentence: str) -> None:
        """Say something else than at first."""
        self.sentence.setText(sentence)
        self.setAccessibleName(sentence)

    def _on_step(self) -> None:
        self.acted.emit()
