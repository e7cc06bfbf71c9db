"""What the shell asks of every screen, and what a screen may ask of the shell. Screens do not know each other."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.bridge.clinic import ClinicBridge
from desktop.session.autosave import Autosave

if TYPE_CHECKING:
    from desktop.models.patient_context import PatientContext


class Safety(Enum):
    """How safe what is typed is."""

    NOTHING = "nothing"
    """Nothing is typed."""
    UNSAVED = "unsaved"
    KEPT = "kept"
    FAILING = "failing"
    """It could not be saved, and is tried again."""


@dataclass(frozen=True, slots=True)
class Work:
    """What is typed on a page, and since when it is safe."""

    safety: Safety = Safety.NOTHING
    kept_at: datetime | None = None


class Page(QWidget):
    """One screen of the rail."""

    work_changed = Signal()
    """`work` is another."""

    chosen = Signal(object)
    """A `PatientContext`: the person confirmed who is meant. The shell turns the banner and every page to it."""

    wanted = Signal(str, object)
    """Another screen, by its `ActionId` value, and the record number to open there, or None."""

    place_wanted = Signal(object, str)
    """Another screen, by its `ActionId`, at a place of it."""

    facts_changed = Signal()
    """What can be done on this screen is not what it was: something was loaded, chosen or closed."""

    def __init__(self, clinic: ClinicBridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.clinic = clinic
        self.context: PatientContext | None = None
        self._keeping: Autosave | None = None
        self._kept_at: datetime | None = None

    @property
    def work(self) -> Work:
        """How it stands with what is typed here."""
        saving = self._keeping
        if saving is None:
            return Work()
        if saving.failure is not None:
            return Work(Safety.FAILING, self._kept_at)
        if saving.is_dirty:
            return Work(Safety.UNSAVED, self._kept_at)
        return Work(Safety.KEPT, self._kept_at) if self._kept_at else Work()

    def watch(self, autosave: Autosave | None) -> None:
        """What is typed here is kept by this from now on, or by nobody."""
        if self._keeping is not None:
            for told in (self._keeping.saved, self._keeping.failed, self._keeping.dirty):
                told.disconnect(self._on_work)
        self._keeping, self._kept_at = autosave, None
        if autosave is not None:
            for told in (autosave.saved, autosave.failed, autosave.dirty):
                told.connect(self._on_work)
        self.work_changed.emit()

    @property
    def keeps_itself(self) -> tuple[QWidget, ...]:
        """The parts in which what is typed is kept as a draft, and needs no keeping by the lock."""
        return ()

    def turn_to(self, context: "PatientContext | None") -> None:
        """Show this patient, or nobody. What was shown of the one before is emptied first."""
        self.context = context
        self.clinic.turn_to(self, context.record_no if context else None)

    def refresh(self) -> None:
        """Called each time the screen comes to the front, and after something happened in the clinic."""

    def flush(self) -> None:
        """Put what was typed in safety at once. Called on every leave, lock and quit."""

    def _on_work(self, told: object) -> None:
        if isinstance(told, datetime):
            self._kept_at = told
        self.work_changed.emit()
