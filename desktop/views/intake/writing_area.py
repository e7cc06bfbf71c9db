"""The middle of the page: the line on top, under it the form or the card of a saved visit, and at its foot, where the window is
narrow, what saves. Before anybody is chosen it says what to do.
"""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from core.base.messages import Messages
from core.services.visits.intake import Noted
from core.services.visits.records import Record
from desktop.bridge.clinic import ClinicBridge
from desktop.theme.tokens import SCROLL_BAR, Space
from desktop.views.intake.form import FormView
from desktop.views.intake.save_foot import SaveFoot
from desktop.views.intake.saved_card import SavedCard
from desktop.views.intake.top_line import TopLine
from desktop.widgets.empty_state import EmptyState


class WritingArea(QFrame):
    """What is shown of a patient is one of: nothing yet, the form, the card."""

    find_wanted = Signal()

    def __init__(self, clinic: ClinicBridge, messages: Messages, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "panel")
        self.top = TopLine()
        self.form = FormView(clinic, messages)
        self.card = SavedCard(messages)
        self.nobody = EmptyState(self.tr("还没有选定患者，先查找。"), self.tr("查找患者"), key="Ctrl F")
        self.nobody.acted.connect(self._on_find)
        self._part = QStackedWidget()
        self._part.addWidget(self.form)
        self._part.addWidget(self.card)
        self._somebody = QWidget()
        self._column = QVBoxLayout(self._somebody)
        self._column.setContentsMargins(Space.M, Space.S, Space.XS, 0)
        self._column.setSpacing(Space.XS)
        over = QHBoxLayout()
        over.setContentsMargins(0, 0, SCROLL_BAR, 0)
        over.addStretch()
        over.addWidget(self.top, 1_000)
        over.addStretch()
        self._column.addLayout(over)
        self._column.addWidget(self._part, 1)
        self._waiting = QWidget()
        self._state = QStackedWidget()
        for state in (self.nobody, self._waiting, self._somebody):
            self._state.addWidget(state)
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(0, 0, 0, 0)
        self._outer.setSpacing(0)
        self._outer.addWidget(self._state, 1)

    def narrow(self, foot: SaveFoot | None) -> None:
        """Hold what saves at the foot, or no more; a narrow form keeps no margin it can spare."""
        self._column.setContentsMargins(Space.XS if foot else Space.M, Space.S, Space.XS, 0)
        self.top.narrow(is_narrow=foot is not None)
        if foot:
            foot.lie(across=True)
            self._outer.addWidget(foot)

    def show_nobody(self) -> None:
        """Nobody is chosen."""
        self._leave(self.nobody)

    def show_waiting(self) -> None:
        """Somebody is chosen, and what there is of them is on its way."""
        self._leave(self._waiting)

    def show_form(self) -> None:
        """The form is ready."""
        self.card.clear()
        self.top.set_writing(is_writing=True)
        self._part.setCurrentWidget(self.form)
        self._state.setCurrentWidget(self._somebody)

    def show_record(self, record: Record, noted: Sequence[Noted] = ()) -> None:
        """This visit was saved, and rules of packs mention this in it."""
        self.form.clear()
        self.card.show_record(record, noted)
        self.top.set_writing(is_writing=False)
        self._part.setCurrentWidget(self.card)
        self._state.setCurrentWidget(self._somebody)

    def _leave(self, state: QWidget) -> None:
        """Show a state in which nothing of anybody stands."""
        self.form.clear()
        self.card.clear()
        self.top.say("")
        self._state.setCurrentWidget(state)

    def _on_find(self) -> None:
        self.find_wanted.emit()
