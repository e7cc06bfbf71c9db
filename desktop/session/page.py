"""What the shell asks of every screen, and what a screen may ask of the shell. Screens do not know each other."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.bridge.clinic import ClinicBridge
from desktop.models.patient_context import PatientContext


class Page(QWidget):
    """One screen of the rail."""

    chosen = Signal(object)
    """A `PatientContext`: the person confirmed who is meant. The shell turns the banner and every page to it."""

    wanted = Signal(str, object)
    """Another screen, by its `ActionId` value, and the record number to open there, or None."""

    def __init__(self, clinic: ClinicBridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.clinic = clinic
        self.context: PatientContext | None = None

    def turn_to(self, context: PatientContext | None) -> None:
        """Show this patient, or nobody. What was shown of the one before is emptied first."""
        self.context = context
        self.clinic.turn_to(self, context.record_no if context else None)

    def refresh(self) -> None:
        """Called each time the screen comes to the front, and after something happened in the clinic."""

    def flush(self) -> None:
        """Put what was typed in safety at once. Called on every leave, lock and quit."""
