"""A sheet an amendment is written on, as a screen without forms knows it: the forms are another screen's."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.models.chosen_visit import ChosenVisit
from desktop.session.guarded_sheet import GuardedSheet


class AmendingSheet(GuardedSheet):
    """Made for one visit. `begin` reads it; what asked for it opens the sheet once it is `loaded`."""

    loaded = Signal()

    failed = Signal(object)
    """The `ClinicError` for which there is nothing to amend."""

    amended = Signal(object)
    """An `Amended`."""

    def begin(self) -> None:
        raise NotImplementedError

    def take_focus(self) -> None:
        """Put the caret into the form."""
        raise NotImplementedError


MakesAmending = Callable[[QWidget, ChosenVisit], AmendingSheet]
"""Makes the sheet over a page."""
