"""Who is it? From what is typed in the find panel to one confirmed patient, over the sheet each doubt needs.

It never decides among people. Until somebody is confirmed the page has no patient, and so nothing can be written.
"""

from datetime import date, datetime
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from core.base.errors import ClinicError
from core.base.ids import RecordNo
from core.base.messages import Messages
from core.services.patients.patients import Found, Outcome, Patient
from desktop.bridge.clinic import ClinicBridge
from desktop.bridge.withheld import REASON_NEEDED
from desktop.models.patient_context import PatientContext, context_of
from desktop.trouble.present import Trouble
from desktop.views.intake.contradiction import Contradiction
from desktop.views.intake.find import FindPanel
from desktop.views.intake.picker import Picker
from desktop.views.intake.unknown_number import UnknownNumber
from desktop.widgets.sheet import Sheet


class Who(QObject):
    """The find panel of a page and the sheets it leads to. `over` is the part of the page the sheets stand over."""

    chosen = Signal(object)
    """The `PatientContext` of somebody a person confirmed."""

    new_patient = Signal(str)
    """Somebody new of this name is to be registered."""

    def __init__(
        self, page: QWidget, clinic: ClinicBridge, messages: Messages, trouble: Trouble, over: QWidget
    ) -> None:
        super().__init__(page)
        self._page, self._over = page, over
        self._clinic, self._messages, self._trouble = clinic, messages, trouble
        self._sheet: Sheet | None = None
        self.finder = FindPanel(clinic, messages)
        self.finder.picked.connect(self.choose)
        self.finder.unsettled.connect(self._on_unsettled)
        self.finder.new_patient.connect(self.new_patient)

    @property
    def sheet(self) -> Sheet | None:
        """The question that is open."""
        sheet = self._sheet
        return sheet if sheet is not None and isValid(sheet) and not sheet.isHidden() else None

    @property
    def typed_name(self) -> str:
        """The name in the find box, for somebody new."""
        return self.finder.typed.new_name

    def go_to_find(self) -> None:
        """Go to the box, with all of it marked: the next key begins anew."""
        self.finder.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.finder.box.selectAll()

    def turn_to(self, context: PatientContext | None) -> None:
        """Somebody was turned to, or nobody: what was asked before is asked no more."""
        self._leave_sheet()
        self.finder.turn_to(context)

    def refresh(self) -> None:
        """Look again at the lists."""
        self.finder.refresh()

    def choose(self, record_no: RecordNo) -> None:
        """Turn to somebody a person chose."""
        work = partial(context_of, record_no)
        self._clinic.ask(self, work, self.chosen.emit, self._on_not_chosen, latest="choose")

    def _on_unsettled(self, found: Found) -> None:
        self._leave_sheet()
        typed = self.finder.typed
        if found.outcome is Outcome.CONTRADICTION:
            denied = Contradiction(
                self._page, found, typed, messages=self._messages, day=self._today(), anchor=self._over
            )
            denied.picked.connect(self._on_picked)
            denied.name_wanted.connect(self._on_name_wanted)
            self._open(denied)
            denied.begin()
        elif found.outcome is Outcome.UNKNOWN_RECORD_NO:
            unknown = UnknownNumber(self._page, found, typed, self._over)
            unknown.name_wanted.connect(self._on_name_wanted)
            unknown.new_patient.connect(self._on_new_patient)
            self._open(unknown)
            unknown.begin()
        else:
            picker = Picker(
                self._page, found, typed, messages=self._messages, day=self._today(), anchor=self._over
            )
            picker.picked.connect(self._on_picked)
            picker.new_patient.connect(self._on_new_patient)
            self._open(picker)
            picker.open(picker.card)

    def _open(self, sheet: Sheet) -> None:
        self._sheet = sheet
        sheet.dismissed.connect(self.go_to_find)

    def _leave_sheet(self) -> None:
        sheet, self._sheet = self.sheet, None
        if sheet is not None:
            sheet.shut()

    def _on_not_chosen(self, error: ClinicError) -> None:
        if error.code != REASON_NEEDED:  # whoever left the sheet knows
            self._trouble.present(error)

    def _on_picked(self, patient: Patient) -> None:
        self.choose(patient.record_no)

    def _on_new_patient(self) -> None:
        self.new_patient.emit(self.typed_name)

    def _on_name_wanted(self, name: str) -> None:
        self.finder.look_for(name)

    def _today(self) -> date:
        opened = self._clinic.opened
        return (opened.clock.now() if opened else datetime.now().astimezone()).date()
