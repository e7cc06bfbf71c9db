"""What an amendment changed, answer by answer: the label, then the old words struck out and the new ones."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from core.base.messages import Messages
from core.services.visits.records import Told, line_words, replaced
from desktop.theme.fonts import px
from desktop.theme.tokens import Space, Tone, Type
from desktop.widgets.label import Label
from desktop.widgets.struck_label import StruckLabel

_LABEL = 112


class DifferenceView(QWidget):
    """Made for one list of changes."""

    def __init__(self, changes: Sequence[Told], messages: Messages) -> None:
        super().__init__()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(Space.M)
        grid.setVerticalSpacing(Space.S)
        grid.setColumnMinimumWidth(0, px(_LABEL))
        grid.setColumnStretch(1, 1)
        for row, told in enumerate(changes):
            before, after = (line_words(line, messages) if line else "" for line in (told.before, told.now))
            label = Label(told.path[-1], Type.SECONDARY, Tone.MUTED, wrap=True)
            if len(told.path) > 1:
                label.setAccessibleName(" › ".join(told.path))
            grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(StruckLabel(replaced(before, after)), row, 1)
