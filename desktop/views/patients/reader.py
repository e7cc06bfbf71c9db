"""Reading, printing and signing a visit from the patients' screen. Each is about the visit it was asked for, whatever is shown since."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from core.base.errors import ClinicError
from core.base.ids import RecordNo
from core.base.messages import Messages
from core.services.patients import Patient
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.bridge.notices import Answer, Choice, Notices, Weight
from desktop.models.comparison import load as load_comparison
from desktop.models.comparison import visit_words
from desktop.printing.compose import Paper, comparison_paper, record_paper
from desktop.printing.preview import PrintSheet
from desktop.views.patients.record_sheet import Reading, RecordSheet, load
from desktop.widgets.sheet import Sheet

SIGN, BACK = "sign", "back"


@dataclass(frozen=True, slots=True)
class Chosen:
    """A visit of a patient: `is_signed` as far as is known here."""

    record_no: RecordNo
    name: str
    number: int
    place: int
    day: str
    is_signed: bool

    @property
    def about(self) -> str:
        """The patient, as every title names them."""
        return f"{self.name} {self.record_no}"


class Reader(QObject):
    """Lies over one page. `changed` tells that a sheet came or went, or that something was signed."""

    changed = Signal()

    compare_wanted = Signal(object)
    """The record number whose comparison is wanted."""

    failed = Signal(object)
    """A `ClinicError`."""

    def __init__(self, page: QWidget, clinic: ClinicBridge, messages: Messages, notices: Notices) -> None:
        super().__init__(page)
        self._page, self._clinic, self._messages, self._notices = page, clinic, messages, notices
        self._patient: Patient | None = None
        self._asked: object = None
        self._reading: int | None = None
        self.sheet: Sheet | None = None

    @property
    def shown(self) -> Chosen | None:
        """The visit that is being read."""
        if not isinstance(self.sheet, RecordSheet) or self._patient is None:
            return None
        record = self.sheet.reading.record
        return Chosen(
            record.record_no,
            self._patient.details.name,
            record.number,
            record.place,
            record.visited_at.date().isoformat(),
            record.signed is not None,
        )

    def read(self, patient: Patient, number: int) -> None:
        """Open a visit to read."""
        work = partial(load, record_no=patient.record_no, number=number)
        self._ask(work, partial(self._on_read, patient), "read", (patient.record_no, number))

    def refresh(self) -> None:
        """Read again what is being read: it may have been signed."""
        shown = self.shown
        if shown and self._patient:
            self.read(self._patient, shown.number)

    def print(self, chosen: Chosen) -> None:
        """Show what would be printed of a visit: its record, and its comparison with the visit before."""
        opened = self._clinic.opened
        work = partial(_papers, chosen, opened.settings.clinic_name if opened else "", self._messages)
        self._ask(work, partial(self._on_papers, chosen), "print", chosen)

    def sign(self, chosen: Chosen) -> None:
        """Ask once whether this visit is to be signed, by its patient and its place."""
        about = f"{chosen.about}·{visit_words(chosen.place)} {chosen.day}"
        say = self._messages.text
        self._notices.ask(
            self,
            self.tr("给“{0}”签名定稿？").format(about),
            (
                Choice(SIGN, say("intake.sign_do"), Weight.PRIMARY),
                Choice(BACK, say("intake.sign_back"), Weight.BACK),
            ),
            partial(self._on_answer, chosen),
            say("intake.sign_next"),
            title=about,
        )

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
        sheet = RecordSheet(
            self._page, reading, f"{patient.details.name} {patient.record_no}", self._messages
        )
        sheet.visit_wanted.connect(partial(self.read, patient))
        sheet.print_wanted.connect(self._on_print)
        sheet.sign_wanted.connect(self._on_sign)
        sheet.compare_wanted.connect(partial(self.compare_wanted.emit, patient.record_no))
        self._open(sheet)
        sheet.begin()
        self.changed.emit()

    def _on_print(self) -> None:
        if self.shown:
            self.print(self.shown)

    def _on_sign(self) -> None:
        if self.shown:
            self.sign(self.shown)

    def _on_papers(self, chosen: Chosen, papers: tuple[Paper, ...]) -> None:
        if self._asked != chosen:
            return
        self._reading = self.shown.number if self.shown else None
        sheet = PrintSheet(
            self._page,
            papers,
            f"{chosen.record_no}-{papers[0].title}-{chosen.day}",
            about=f"{chosen.about}·{visit_words(chosen.place)}",
        )
        sheet.written.connect(self._on_written)
        sheet.failed.connect(self._on_print_failed)
        self._open(sheet)
        sheet.open(sheet.print_button)
        self.changed.emit()

    def _on_left(self) -> None:
        """From the paper back to the record it was asked for from."""
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

    def _on_answer(self, chosen: Chosen, answer: Answer) -> None:
        if answer.choice == SIGN:
            work = partial(_sign, chosen)
            self._clinic.ask(self, work, partial(self._on_signed, chosen), self.failed.emit)

    def _on_signed(self, chosen: Chosen, _signed: object) -> None:
        self._notices.info(
            self.tr("已签名：{0} {1}。").format(chosen.about, visit_words(chosen.place)),
            title=chosen.about,
        )
        self.refresh()
        self.changed.emit()

    def _open(self, sheet: Sheet) -> None:
        """One sheet at a time: the one before goes."""
        before, self.sheet = self.sheet, sheet
        if before is not None:
            before.shut()
            before.deleteLater()
        sheet.dismissed.connect(self._on_left)

    def _ask(
        self, work: Callable[[Kernel], object], done: Callable[..., None], latest: str, asked: object
    ) -> None:
        """Ask for what is wanted now; the answer to anything else is not heard."""
        self._asked = asked
        self._clinic.ask(self, work, done, self._on_failed, latest=latest)

    def _on_failed(self, error: ClinicError) -> None:
        self.failed.emit(error)


def _papers(chosen: Chosen, clinic_name: str, words: Messages, kernel: Kernel) -> tuple[Paper, ...]:
    record = kernel.records.of_patient(chosen.record_no, chosen.number)[0]
    papers = [record_paper(record, clinic_name, words)]
    if record.place > 1:
        comparison = load_comparison(kernel, chosen.record_no, None, chosen.number)
        papers.append(comparison_paper(comparison, record, clinic_name, words))
    return tuple(papers)


def _sign(chosen: Chosen, kernel: Kernel) -> object:
    return kernel.intake.sign(chosen.record_no, chosen.number)
