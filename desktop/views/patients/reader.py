"""Reading, printing, signing, amending and voiding a visit from the patients' screen. Each is about the visit it was asked for,
whatever is shown since.
"""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.services.patients.patients import Patient
from core.services.visits.amendments import Amended, Voided
from core.services.visits.intake import Noted, Signed
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.bridge.notices import Notices
from desktop.models.chosen_visit import ChosenVisit
from desktop.printing.order import PrintOrder, Wanted
from desktop.printing.preview import PrintSheet
from desktop.session.amending import AmendingSheet, MakesAmending
from desktop.session.close_guard import CloseGuard
from desktop.session.signing import Signing
from desktop.session.void_sheet import VoidSheet
from desktop.views.patients.record_sheet import Reading, RecordSheet, load
from desktop.widgets.noted_words import noted_words
from desktop.widgets.sheet import Sheet


class Reader(QObject):
    """Lies over one page. `changed` tells that a sheet came or went, or that something was signed, amended or voided."""

    changed = Signal()

    compare_wanted = Signal(object)
    """The record number whose comparison is wanted."""

    failed = Signal(object)
    """A `ClinicError`."""

    def __init__(
        self,
        page: QWidget,
        clinic: ClinicBridge,
        messages: Messages,
        notices: Notices,
        *,
        guard: CloseGuard,
        amending: MakesAmending,
    ) -> None:
        super().__init__(page)
        self._page, self._clinic, self._messages, self._notices = page, clinic, messages, notices
        self._guard, self._amending = guard, amending
        self._patient: Patient | None = None
        self._asked: object = None
        self._reading: int | None = None
        self._amended: Amended | None = None
        self.sheet: Sheet | None = None
        self._order = PrintOrder(page, clinic, messages)
        self._order.ready.connect(self._on_paper)
        self._order.not_read.connect(self.failed)
        self.signing = Signing(clinic, notices, messages, self)
        self.signing.signed.connect(self._on_signed)
        self.signing.not_signed.connect(self.failed)

    @property
    def shown(self) -> ChosenVisit | None:
        """The visit that is being read."""
        if not isinstance(self.sheet, RecordSheet) or self._patient is None:
            return None
        return ChosenVisit.of_record(self.sheet.reading.record, self._patient.details.name)

    def read(self, patient: Patient, number: int) -> None:
        """Open a visit to read."""
        work = partial(load, record_no=patient.record_no, number=number)
        self._ask(work, partial(self._on_read, patient), "read", (patient.record_no, number))

    def refresh(self) -> None:
        """Read again what is being read: it may have been signed or amended."""
        shown = self.shown
        if shown and self._patient:
            self.read(self._patient, shown.number)

    def print(self, chosen: ChosenVisit) -> None:
        """Show what would be printed of a visit: its record, and its comparison with the visit before."""
        wanted = Wanted(chosen.record_no, chosen.number)
        self._asked = wanted
        self._order.place(wanted)

    def sign(self, chosen: ChosenVisit) -> None:
        """Ask once whether this visit is to be signed, by its patient and its place."""
        self.signing.ask(chosen)

    def amend(self, chosen: ChosenVisit) -> None:
        """Open the form with the visit as it stands."""
        self._asked = chosen
        self._reading = self.shown.number if self.shown else None
        sheet = self._amending(self._page, chosen)
        sheet.loaded.connect(partial(self._on_amending, chosen, sheet))
        sheet.failed.connect(self.failed)
        sheet.amended.connect(partial(self._on_amended, chosen))
        sheet.begin()

    def void(self, chosen: ChosenVisit) -> None:
        """Ask why this visit counts no more."""
        self._reading = self.shown.number if self.shown else None
        sheet = VoidSheet(self._page, self._clinic, self._messages, self._guard, chosen)
        sheet.voided.connect(partial(self._on_voided, chosen))
        self._open(sheet)
        sheet.open(sheet.reason.choice)
        self.changed.emit()

    def leave(self) -> None:
        """Let go of what is open, and of what was asked for and has not come."""
        self._asked = self._reading = None
        sheet, self.sheet = self.sheet, None
        if sheet is not None:
            sheet.shut()
            sheet.deleteLater()
            self.changed.emit()

    def _on_read(self, patient: Patient, reading: Reading) -> None:
        if self._asked != (patient.record_no, reading.record.number):
            return
        self._patient = patient
        about = f"{patient.details.name} {patient.record_no}"
        sheet = RecordSheet(self._page, reading, about, self._messages, self._noted_of(reading))
        sheet.visit_wanted.connect(partial(self.read, patient))
        for wanted, deed in (
            (sheet.print_wanted, self.print),
            (sheet.sign_wanted, self.sign),
            (sheet.amend_wanted, self.amend),
            (sheet.void_wanted, self.void),
        ):
            wanted.connect(partial(self._on_wanted, deed))
        sheet.compare_wanted.connect(partial(self.compare_wanted.emit, patient.record_no))
        self._open(sheet)
        sheet.begin()
        self.changed.emit()

    def _noted_of(self, reading: Reading) -> tuple[Noted, ...]:
        """What rules of packs mention in a visit, if it is read as it was amended last."""
        last, record = self._amended, reading.record
        key = (record.record_no, record.number, record.version)
        return last.noted if last and (last.record_no, last.visit, last.version) == key else ()

    def _on_wanted(self, deed: Callable[[ChosenVisit], None]) -> None:
        if self.shown:
            deed(self.shown)

    def _on_paper(self, sheet: PrintSheet, wanted: Wanted) -> None:
        if self._asked != wanted:
            sheet.deleteLater()
            return
        self._reading = self.shown.number if self.shown else None
        sheet.written.connect(self._on_written)
        sheet.failed.connect(self._on_print_failed)
        self._open(sheet)
        sheet.open(sheet.print_button)
        self.changed.emit()

    def _on_amending(self, chosen: ChosenVisit, sheet: AmendingSheet) -> None:
        """The form is filled: it takes the place of what was read, unless something else was asked for meanwhile."""
        if self._asked != chosen:
            sheet.deleteLater()
            return
        self._open(sheet)
        sheet.open()
        sheet.take_focus()
        self.changed.emit()

    def _on_dismissed(self, sheet: Sheet) -> None:
        if sheet is self.sheet:
            self._on_left()

    def _on_left(self) -> None:
        """From the paper or the form back to the record it was asked for from."""
        number, patient = self._reading, self._patient
        self.leave()
        if number is not None and patient is not None:
            self.read(patient, number)

    def _on_written(self, words: str, file: str) -> None:
        self._on_left()
        self._notices.info(words, file)

    def _on_print_failed(self, words: str, reason: str) -> None:
        self._on_left()
        self._notices.error(words, reason)

    def _on_signed(self, signed: Signed) -> None:
        say = self._messages.text
        done = say("intake.signed", record_no=signed.record_no, by=signed.by, at=f"{signed.at:%H:%M}")
        self._notices.info(done, say("intake.signed_next"), title=str(signed.record_no))
        self.refresh()
        self.changed.emit()

    def _on_amended(self, chosen: ChosenVisit, amended: Amended) -> None:
        self._amended = amended
        self._on_left()
        say = self._messages.text
        done = say(
            "amend.done",
            record_no=amended.record_no,
            visit=amended.visit,
            version=amended.version,
            changes=amended.changes,
        )
        more = (
            say("amend.sign_again") if amended.was_signed else "",
            noted_words(amended.noted, self._messages),
        )
        self._notices.info(done, "\n".join(filter(None, more)), title=chosen.about)
        self.changed.emit()

    def _on_voided(self, chosen: ChosenVisit, voided: Voided) -> None:
        self._on_left()
        done = self._messages.text("void.done", record_no=voided.record_no, visit=voided.visit)
        self._notices.info(done, title=chosen.about)
        self.changed.emit()

    def _open(self, sheet: Sheet) -> None:
        """One sheet at a time: the one before goes."""
        before, self.sheet = self.sheet, sheet
        if before is not None:
            before.shut()
            before.deleteLater()
        sheet.dismissed.connect(partial(self._on_dismissed, sheet))

    def _ask(
        self, work: Callable[[Kernel], object], done: Callable[..., None], latest: str, asked: object
    ) -> None:
        """Ask for what is wanted now; the answer to anything else is not heard."""
        self._asked = asked
        self._clinic.ask(self, work, done, self._on_failed, latest=latest)

    def _on_failed(self, error: ClinicError) -> None:
        self.failed.emit(error)
