"""The parts of the ledger, and the switch between them that stands in the head of each."""

from enum import StrEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop.widgets.segmented import Option, Segmented


class Part(StrEnum):
    """What the ledger tells of."""

    TRAIL = "trail"
    COST = "cost"


class PartSwitch(QWidget):
    """It always shows the part it stands in; choosing another one asks for that."""

    wanted = Signal(object)
    """Another `Part`."""

    def __init__(self, here: Part) -> None:
        super().__init__()
        self._here = here
        self.choice = Segmented(
            self.tr("账本的内容"),
            [Option(Part.TRAIL, self.tr("审计")), Option(Part.COST, self.tr("费用"))],
            value=here,
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.choice)
        self.setFocusProxy(self.choice)
        self.choice.chosen.connect(self._on_chosen)

    def go_to(self) -> None:
        """Put the keyboard here, and show that it is."""
        self.choice.segment(self._here).setFocus(Qt.FocusReason.TabFocusReason)

    def _on_chosen(self, part: str) -> None:
        self.choice.set_value(self._here)
        self.wanted.emit(Part(part))
