"""The saved visit on paper: read anew from the record, seen before it is printed, and told of when it was."""

from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from core.base.errors import ClinicError
from core.base.messages import Messages
from core.services.records import Record
from desktop.bridge.clinic import ClinicBridge, Kernel
from desktop.bridge.notices import Notices
from desktop.models.comparison import visit_words
from desktop.printing.compose import Paper, record_paper
from desktop.printing.preview import PrintSheet
from desktop.trouble.present import Trouble


class RecordPrint(QObject):
    """Opens the sheet over a page."""

    def __init__(
        self, page: QWidget, clinic: ClinicBridge, notices: Notices, messages: Messages, *, trouble: Trouble
    ) -> None:
        super().__init__(page)
        self._page, self._clinic = page, clinic
        self._notices, self._messages, self._trouble = notices, messages, trouble
        self.sheet: PrintSheet | None = None

    def open(self, record: Record) -> None:
        """Show a saved visit as it would be printed."""
        words, opened = self._messages, self._clinic.opened
        clinic_name = opened.settings.clinic_name if opened else ""

        def compose(kernel: Kernel) -> Paper:
            fresh = kernel.records.of_patient(record.record_no, record.number)[0]
            return record_paper(fresh, clinic_name, words)

        done = partial(self._on_composed, record)
        self._clinic.ask(self, compose, done, self._on_not_read, latest="print", about=record.record_no)

    def turn_to(self, record: Record | None) -> None:
        """Another visit is shown, or none: a sheet about the one before goes."""
        self._clinic.turn_to(self, record.record_no if record else None)
        self._close()

    def _on_not_read(self, error: ClinicError) -> None:
        self._trouble.present(error)

    def _on_composed(self, record: Record, paper: Paper) -> None:
        self._close()
        name = record.subject.get("name") or ""
        about = f"{name} {record.record_no}·{visit_words(record.place)}"
        stem = f"{record.record_no}-{record.form.title}-{record.visited_at.date()}"
        sheet = self.sheet = PrintSheet(self._page, (paper,), stem, about=about)
        sheet.written.connect(self._on_written)
        sheet.failed.connect(self._on_failed)
        sheet.dismissed.connect(self._close)
        sheet.open()

    def _close(self) -> None:
        sheet, self.sheet = self.sheet, None
        if sheet is not None:
            sheet.shut()
            sheet.deleteLater()

    def _on_written(self, words: str, file: str) -> None:
        self._close()
        self._notices.info(words, file)

    def _on_failed(self, words: str, reason: str) -> None:
        self._close()
        self._notices.error(words, reason)
