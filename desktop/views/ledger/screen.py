"""账本: the audit trail, and what calls of models cost, one part at a time."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.base.messages import Messages
from core.base.rights import Right
from desktop.bridge.clinic import ClinicBridge
from desktop.session.page import Page
from desktop.views.ledger.costs_page import CostsPage
from desktop.views.ledger.page import LedgerPage
from desktop.views.ledger.parts import Part

BETWEEN = ":"


class LedgerScreen(Page):
    """The screen."""

    def __init__(self, clinic: ClinicBridge, messages: Messages, parent: QWidget | None = None) -> None:
        super().__init__(clinic, parent)
        self.trail = LedgerPage(clinic, messages)
        self.costs = CostsPage(clinic, messages)
        self._parts: dict[Part, LedgerPage | CostsPage] = {Part.TRAIL: self.trail, Part.COST: self.costs}
        self._here = Part.TRAIL
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for name, part in self._parts.items():
            # Not a stack: a part that is not seen must not hold the window open.
            column.addWidget(part)
            part.setVisible(name is self._here)
            part.wanted.connect(self.wanted)
            part.place_wanted.connect(self.place_wanted)
            part.parts.wanted.connect(self._on_part)

    @property
    def here(self) -> Part:
        """The part in front."""
        return self._here

    @property
    def place(self) -> str:
        """The part in front, and the place there."""
        return f"{self._here}{BETWEEN}{self._parts[self._here].place}"

    def return_to(self, place: str) -> None:
        """A part by its name, with a place in it or without."""
        name, _, inner = place.partition(BETWEEN)
        if name not in set(Part):
            return
        self._show(Part(name))
        part = self._parts[self._here]
        if inner:
            part.return_to(inner)
        else:
            part.parts.go_to()

    def go_to_find(self) -> None:
        """Go to the box of the patient."""
        self._show(Part.TRAIL)
        self.trail.go_to_find()

    @property
    def typed_name(self) -> str:
        """Nobody new is named here."""
        return ""

    def refresh(self) -> None:
        sees_costs = self.clinic.may(Right.COSTS)
        for part in self._parts.values():
            part.parts.setVisible(sees_costs)
        self._parts[self._here].refresh()

    def _on_part(self, part: Part) -> None:
        self._show(part)
        self._parts[part].parts.go_to()

    def _show(self, part: Part) -> None:
        if part is Part.COST and not self.clinic.may(Right.COSTS):
            return
        is_other = part is not self._here
        self._here = part
        for name, one in self._parts.items():
            one.setVisible(name is part)
        if is_other:
            self._parts[part].refresh()
